import Instants
import Licensing
import ServiceKit
import Testing
import Wire

@testable import MessageBus

@Suite(.serialized) struct `The bus between a gateway and its workers` {
  let bench = BusBench()
  let script = HandlerScript()

  @Test func `carries a request there and its answer back, byte for byte`() throws {
    let gateway = try bench.gateway()
    _ = try bench.start(script)
    #expect(gateway.runUntilAble())
    let body = [UInt8](0...255)
    #expect(gateway.submit(1, body: body) == .sent)
    #expect(gateway.run { gateway.reply(to: Fixtures.id(1)) != nil })
    let reply = gateway.reply(to: Fixtures.id(1))
    #expect(reply?.body == body.reversed() && reply?.status == 200)
    #expect(reply?.headers.map(\.value) == [[120], [121]])
    let request = script.read { $0.handled[0] }
    #expect(request.target == Array("/v1/verify".utf8) && request.method == "POST")
    #expect(request.values(of: "authorization") == [[120], [121]])
    #expect(request.values(of: "other").isEmpty)
    #expect(request.clientAddress == "192.0.2.1")
  }

  @Test func `carries requests and answers without a body`() throws {
    let gateway = try bench.gateway()
    _ = try bench.start(script)
    #expect(gateway.runUntilAble())
    #expect(gateway.submit(1, body: []) == .sent)
    #expect(gateway.run { gateway.reply(to: Fixtures.id(1)) != nil })
    #expect(gateway.reply(to: Fixtures.id(1))?.body == [])
  }

  @Test func `loses none of ten thousand requests at once, whose answers come in one burst`() throws
  {
    let gateway = try bench.gateway()
    script.change { $0.isHolding = true }
    _ = try bench.start(script) { $0.capacity = 20_000 }
    #expect(gateway.runUntilAble())
    let outcomes = (1...10_000).map { gateway.submit($0) }
    let sent = outcomes.count { $0 == .sent }
    #expect(
      outcomes.allSatisfy { $0 == .sent || $0 == .refused(.full) || $0 == .refused(.noWorker) })
    #expect(sent > 256, "more than one batch")
    #expect(gateway.run { script.read { $0.handled.count } == sent })
    script.change { $0.isHolding = false }
    #expect(gateway.run { gateway.events.count == sent })
    let counts = gateway.bus.counts["verification"]!
    #expect(counts.sent == UInt64(sent) && counts.answered == counts.sent)
    #expect(counts.sent + counts.turnedAway == 10_000)
    #expect(script.read { $0.batches.max() ?? 0 } <= 256)
  }

  @Test func `serves one gateway lane by all of a worker's lanes`() throws {
    let gateway = try bench.gateway()
    _ = try bench.start(script) { $0.lanes = 3 }
    #expect(gateway.runUntilAble(3))
    for number in 1...300 { #expect(gateway.submit(number) == .sent) }
    #expect(gateway.run { gateway.events.count == 300 })
    #expect(Set(gateway.bus.workers.map(\.instance)).count == 3)
  }

  @Test func `refuses at once what it has no worker for`() throws {
    let gateway = try bench.gateway()
    #expect(gateway.submit(1) == .refused(.noWorker))
  }

  @Test func `refuses at once what no message can carry`() throws {
    let gateway = try bench.gateway()
    _ = try bench.start(script)
    #expect(gateway.runUntilAble())
    let tooLong = [UInt8](repeating: 0, count: BusRules.frameBytes + 1)
    #expect(gateway.submit(1, body: tooLong) == .refused(.tooLarge))
    #expect(gateway.submit(2) == .sent)
    #expect(gateway.run { gateway.reply(to: Fixtures.id(2)) != nil })
  }

  @Test func `answers 500 where a reply is larger than a message may be`() throws {
    let gateway = try bench.gateway()
    script.change { $0.replyBody = [UInt8](repeating: 0, count: BusRules.frameBytes + 1) }
    _ = try bench.start(script)
    #expect(gateway.runUntilAble())
    #expect(gateway.submit(1) == .sent)
    #expect(gateway.run { gateway.reply(to: Fixtures.id(1)) != nil })
    #expect(gateway.reply(to: Fixtures.id(1)) == BusReply(status: 500))
  }

  @Test func `sends nothing to a worker that is not able, and at once when it is`() throws {
    let gateway = try bench.gateway()
    script.change { $0.isAble = false }
    _ = try bench.start(script)
    #expect(gateway.run { gateway.bus.workers.count == 1 })
    #expect(gateway.submit(1) == .refused(.noWorker))
    script.change { $0.isAble = true }
    #expect(gateway.runUntilAble())
    script.change { $0.isAble = false }
    #expect(gateway.runUntilAble(0))
  }

  @Test func `brings a handler's counters to the gateway`() throws {
    let gateway = try bench.gateway()
    _ = try bench.start(script)
    #expect(gateway.runUntilAble())
    #expect(gateway.submit(1) == .sent)
    #expect(
      gateway.run {
        gateway.bus.workers.first?.counters.contains(
          HeartbeatCounter(name: "handled", value: 1)) == true
      })
    #expect(
      gateway.bus.workers.first?.counters.contains(
        HeartbeatCounter(name: "bus_received", value: 1)) == true)
    #expect(
      gateway.bus.workers.first?.clockOffsets == [ClockOffset(store: "redis", milliseconds: -7)])
  }

  @Test func `refuses what a worker shared by two gateways has no room for`() throws {
    let first = try bench.gateway("one")
    let second = try bench.gateway("two")
    script.change { $0.isHolding = true }
    _ = try bench.start(script) {
      $0.capacity = 1
      $0.gateways = [bench.endpoint("one"), bench.endpoint("two")]
    }
    #expect(first.runUntilAble() && second.runUntilAble())
    #expect(first.submit(1) == .sent)
    #expect(first.run { script.read { $0.handled.count } == 1 })
    #expect(second.submit(2) == .sent)
    #expect(second.run { second.failure(of: Fixtures.id(2)) != nil })
    #expect(
      second.failure(of: Fixtures.id(2)) == .rejected(code: .tooMany, retryAfterMs: 1000))
    script.change { $0.isHolding = false }
    #expect(first.run { first.reply(to: Fixtures.id(1)) != nil })
  }

  @Test func `carries hints from the one that publishes to all who listen`() throws {
    let gateway = try bench.gateway()
    let admin = HandlerScript()
    _ = try bench.start(admin) {
      $0.service = "admin"
      $0.lanes = 2
      $0.hintEndpoint = bench.endpoint("hints")
    }
    _ = try bench.start(script) { $0.hintSources = [bench.endpoint("hints")] }
    #expect(
      gateway.run {
        admin.change { $0.publication = (topic: "apps", event: Array("7".utf8)) }
        return script.read { $0.hints.contains("apps 7") }
      })
  }

  @Test func `says why a worker cannot start`() throws {
    struct Away: Error {}
    let configuration = WorkerConfiguration(service: "verification", gateways: [])
    let worker = Worker(configuration, time: SystemTimeSource(), log: BusBench.log) { _ in
      throw Away()
    }
    let handlerFailure = #expect(throws: WorkerStartError.self) { try worker.start() }
    #expect(handlerFailure?.code == "HANDLER_FAILED")
    let socketFailure = #expect(throws: WorkerStartError.self) {
      try bench.start(script) { $0.hintEndpoint = "ipc:///nowhere/at/all" }
    }
    #expect(socketFailure?.code == "SOCKET_FAILED")
  }
}

@Suite(.serialized) struct `The bus in trouble` {
  let bench = BusBench()
  let script = HandlerScript()
  let time = ManualTimeSource(startingAt: Timestamp(secondsSinceEpoch: 1_800_000_000))

  @Test func `tells the client of a worker that is gone`() throws {
    let gateway = try bench.gateway(time: time)
    let worker = try HandWorker(bench.endpoint())
    #expect(worker.join(gateway, instance: "w1"))
    worker.die()
    // The first send to a connection that the system has closed is the first to know.
    var number = 0
    #expect(
      gateway.run {
        time.advance(milliseconds: 10)
        number += 1
        return gateway.submit(number, at: time) == .refused(.noWorker)
      })
    #expect(
      gateway.run {
        let counts = gateway.bus.counts["verification"]!
        return counts.sent == counts.lost && UInt64(gateway.events.count) == counts.lost
      })
  }

  @Test func `gives a dead worker's requests to another`() throws {
    let gateway = try bench.gateway()
    let worker = try HandWorker(bench.endpoint())
    #expect(worker.join(gateway, instance: "w1"))
    #expect(gateway.submit(1) == .sent)
    #expect(worker.hasRequests(1, gateway))
    _ = try bench.start(script)
    #expect(gateway.runUntilAble(2))
    worker.die()
    #expect(gateway.run { gateway.reply(to: Fixtures.id(1)) != nil })
    #expect(gateway.bus.counts["verification"]!.rerouted == 1)
  }

  @Test func `gives a silent worker's requests to another after three seconds`() throws {
    let gateway = try bench.gateway(time: time)
    let silent = try HandWorker(bench.endpoint())
    #expect(silent.join(gateway, instance: "w1"))
    #expect(gateway.submit(1, at: time) == .sent)
    #expect(silent.hasRequests(1, gateway))
    time.advance(milliseconds: 1500)
    let other = try HandWorker(bench.endpoint())
    #expect(other.join(gateway, instance: "w2"))
    time.advance(milliseconds: 1500)
    #expect(other.hasRequests(1, gateway))
    // The first one's answer comes after all: it counts no more.
    #expect(try silent.say(Fixtures.reply(1, status: 500)))
    #expect(gateway.run { gateway.bus.workers.count == 1 })
    #expect(try other.say(Fixtures.reply(1, status: 201)))
    #expect(gateway.run { gateway.reply(to: Fixtures.id(1)) != nil })
    #expect(gateway.reply(to: Fixtures.id(1))?.status == 201 && gateway.events.count == 1)
  }

  // ZMQ-02
  @Test func `serves by a worker that was killed and started again, at once`() throws {
    let gateway = try bench.gateway(time: time)
    let killed = try HandWorker(bench.endpoint())
    #expect(killed.join(gateway, instance: "w1"))
    killed.die()
    // The clock stands still: no heartbeat is needed for it.
    let restarted = try HandWorker(bench.endpoint())
    #expect(restarted.join(gateway, instance: "w1-second-start"))
    var number = 0
    #expect(
      gateway.run {
        number += 1
        _ = gateway.submit(number, at: time)
        try? restarted.listen()
        return restarted.received.contains { if case .request = $0 { true } else { false } }
      })
  }

  // ZMQ-04
  @Test func `drops a late answer and gives the next request its own`() throws {
    let gateway = try bench.gateway(time: time)
    let worker = try HandWorker(bench.endpoint())
    #expect(worker.join(gateway, instance: "w1"))
    #expect(gateway.submit(1, milliseconds: 500, at: time) == .sent)
    #expect(worker.hasRequests(1, gateway))
    time.advance(milliseconds: 500)
    #expect(gateway.run { gateway.failure(of: Fixtures.id(1)) == .deadlineExceeded })
    #expect(gateway.submit(2, milliseconds: 500, at: time) == .sent)
    #expect(worker.hasRequests(2, gateway))
    #expect(try worker.say(Fixtures.reply(1, status: 201)))
    #expect(try worker.say(Fixtures.reply(2, status: 202), body: [2]))
    #expect(gateway.run { gateway.reply(to: Fixtures.id(2)) != nil })
    #expect(gateway.reply(to: Fixtures.id(2)) == BusReply(status: 202, body: [2]))
    #expect(gateway.reply(to: Fixtures.id(1)) == nil && gateway.events.count == 2)
    #expect(gateway.bus.counts["verification"]!.droppedReplies == 1)
  }

  @Test func `has its workers back after the gateway was restarted`() throws {
    _ = try bench.start(script)
    do {
      let gateway = try bench.gateway()
      #expect(gateway.runUntilAble())
      gateway.bus.close()
    }
    let restarted = try bench.gateway()
    #expect(restarted.runUntilAble())
    #expect(restarted.submit(1) == .sent)
    #expect(restarted.run { restarted.reply(to: Fixtures.id(1)) != nil })
  }

  @Test func `finds a gateway that comes up after its workers`() throws {
    _ = try bench.start(script)
    let gateway = try bench.gateway()
    #expect(gateway.runUntilAble())
  }

  @Test func `survives messages that are none`() throws {
    let gateway = try bench.gateway()
    _ = try bench.start(script)
    #expect(gateway.runUntilAble())
    let liar = try HandWorker(bench.endpoint())
    #expect(liar.join(gateway, instance: "liar"))
    #expect(try liar.say([255, 255, 255]))
    #expect(try liar.say([8, 1]))
    #expect(try liar.say(.request(Fixtures.request(1).head), body: [1]))
    #expect(gateway.run { gateway.bus.malformedMessages == 3 })
    liar.die()
    #expect(gateway.runUntilAble(1))
    #expect(gateway.submit(2) == .sent)
    #expect(gateway.run { gateway.reply(to: Fixtures.id(2)) != nil })
  }
}

@Suite(.serialized) struct `A worker that stops` {
  let bench = BusBench()
  let script = HandlerScript()

  private func hasStopped(_ worker: Worker) -> Bool {
    worker.waitUntilStopped(until: SystemTimeSource().monotonic() + 1)
  }

  @Test func `answers what it has, takes nothing new, and leaves`() throws {
    let gateway = try bench.gateway()
    script.change { $0.isHolding = true }
    let worker = try bench.start(script)
    #expect(gateway.runUntilAble())
    for number in 1...50 { #expect(gateway.submit(number) == .sent) }
    #expect(gateway.run { script.read { $0.handled.count } == 50 })
    worker.beginStop()
    #expect(gateway.run { gateway.bus.workers.first?.draining == true })
    #expect(gateway.submit(51) == .refused(.noWorker))
    #expect(!hasStopped(worker) && !script.read(\.wasDrained))
    script.change { $0.isHolding = false }
    #expect(gateway.run { gateway.events.count == 50 && hasStopped(worker) })
    #expect((1...50).allSatisfy { gateway.reply(to: Fixtures.id($0)) != nil })
    #expect(script.read(\.wasDrained))
    #expect(gateway.run { gateway.bus.workers.isEmpty })
  }

  @Test func `leaves its requests to another that stays`() throws {
    let gateway = try bench.gateway()
    let worker = try bench.start(script) { $0.lanes = 2 }
    let other = HandlerScript()
    _ = try bench.start(other)
    #expect(gateway.runUntilAble(3))
    var number = 0
    worker.beginStop()
    #expect(
      gateway.run {
        number += 1
        _ = gateway.submit(number)
        return hasStopped(worker)
      })
    #expect(gateway.run { gateway.events.count == number })
    let counts = gateway.bus.counts["verification"]!
    #expect(counts.answered == UInt64(number) && counts.turnedAway == 0)
  }

  @Test func `does not wait for gateways that are not there`() throws {
    let worker = try bench.start(script) { $0.gateways = [bench.endpoint("nobody")] }
    worker.beginStop()
    #expect(worker.waitUntilStopped(until: SystemTimeSource().monotonic() + 10_000))
    #expect(script.read(\.wasDrained))
  }
}
