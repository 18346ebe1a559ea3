import Instants
import Licensing
import ServiceKit
import TestSockets
import Testing
import Wire
import ZeroMQ

@testable import MessageBus

@Suite(.serialized) struct `The bus between hosts` {
  let own: CurveKeyPair
  let bench: CurveBench
  let script = HandlerScript()

  init() throws {
    own = try .generate()
    bench = try CurveBench(["\(own.publicKey) verification-1 announce=verification"])
  }

  private func ready(_ service: String) -> Envelope {
    .ready(Ready(service: service, instance: "w", capacity: 10))
  }

  /// Whether the refusal came, the gateway running meanwhile.
  private func hears(_ worker: HandWorker, _ code: RejectCode, times: Int = 1) -> Bool {
    bench.gateway.run {
      try? worker.listen()
      return worker.received.count { $0 == .reject(Reject(code: code)) } >= times
    }
  }

  @Test func `a listed key serves what its line says`() throws {
    _ = try bench.start(script, own)
    #expect(bench.gateway.runUntilAble())
    #expect(bench.gateway.submit(1, body: [1, 2, 3]) == .sent)
    #expect(bench.gateway.run { bench.gateway.reply(to: Fixtures.id(1)) != nil })
    #expect(bench.gateway.reply(to: Fixtures.id(1))?.body == [3, 2, 1])
  }

  @Test func `the largest body that a message may have goes through`() throws {
    _ = try bench.start(script, own)
    #expect(bench.gateway.runUntilAble())
    let body = [UInt8](repeating: 7, count: BusRules.frameBytes)
    #expect(bench.gateway.submit(1, body: body) == .sent)
    #expect(bench.gateway.run { bench.gateway.reply(to: Fixtures.id(1)) != nil })
    #expect(bench.gateway.reply(to: Fixtures.id(1))?.body == body)
  }

  @Test func `an unknown key is refused at its handshake, and named once in the log`() throws {
    let stranger = try CurveKeyPair.generate()
    let workers = try [bench.hand(bench.security(stranger)), bench.hand(bench.security(stranger))]
    #expect(bench.gateway.run { bench.door.refusedHandshakes >= 2 })
    for worker in workers { #expect(try !worker.say(ready("verification"))) }
    #expect(bench.gateway.bus.workers.isEmpty)
    #expect(bench.gateway.run { bench.sink.count(stranger.publicKey.text) == 1 })
  }

  @Test func `a key that is listed for something else is refused like an unknown one`() throws {
    let client = try CurveKeyPair.generate()
    let bench = try CurveBench(["\(client.publicKey) billing call=verification"])
    let worker = try bench.hand(bench.security(client))
    #expect(bench.gateway.run { bench.door.refusedHandshakes >= 1 })
    #expect(try !worker.say(ready("verification")))
  }

  @Test func `a known key that announces another service is refused, counted and named once`()
    throws
  {
    let worker = try bench.hand(bench.security(own))
    #expect(bench.gateway.run { (try? worker.say(ready("admin"))) == true })
    #expect(hears(worker, .notAllowed))
    for _ in 0..<2 { #expect(try worker.say(ready("admin"))) }
    #expect(hears(worker, .notAllowed, times: 3))
    #expect(bench.gateway.bus.refusedAnnouncements == 3)
    #expect(bench.gateway.bus.workers.isEmpty && bench.gateway.bus.ableWorkers("admin") == 0)
    #expect(bench.sink.count("A worker announced what its key may not.") == 1)
    #expect(bench.sink.count(own.secretKey.text) == 0)
    #expect(worker.join(bench.gateway, instance: "w"))
  }

  @Test func `a worker that expects another gateway key gets no connection`() throws {
    let wrong = try CurveKeyPair.generate().publicKey
    let worker = try bench.hand(bench.security(own, server: wrong))
    // One with the right key comes in after it: there was time.
    let other = try bench.hand(bench.security(own))
    #expect(other.join(bench.gateway, instance: "w"))
    #expect(try !worker.say(ready("verification")))
    #expect(bench.gateway.bus.workers.count == 1)
  }

  /// ZMTP 3.1: a greeting of 64 bytes names the mechanism, in 20 bytes from the thirteenth on.
  @Test(arguments: ["NULL", "PLAIN"])
  func `a peer of another mechanism is cut off at its greeting`(mechanism: String) throws {
    let port = try #require(bench.gateway.bus.endpoint.split(separator: ":").last)
    let client = RawClient(port: try #require(UInt16(port)))
    var greeting: [UInt8] = [0xFF, 0, 0, 0, 0, 0, 0, 0, 1, 0x7F, 3, 0]
    greeting += Array(mechanism.utf8) + [UInt8](repeating: 0, count: 52 - mechanism.utf8.count)
    client.send(greeting)
    let isCut = bench.gateway.run {
      client.receive()
      return client.isEnded
    }
    #expect(isCut)
    // Its own greeting, and nothing of a handshake.
    #expect(client.received.count <= 64)
    #expect(bench.gateway.bus.workers.isEmpty)
  }

  @Test func `who is taken off the list is not heard, and its requests go to another`() throws {
    let other = try CurveKeyPair.generate()
    let lines = [own, other].map { "\($0.publicKey) w announce=verification" }
    bench.writeList(lines)
    let removed = try bench.hand(bench.security(own))
    #expect(removed.join(bench.gateway, instance: "removed"))
    #expect(bench.gateway.submit(1) == .sent)
    #expect(removed.hasRequests(1, bench.gateway))
    #expect(bench.gateway.run { bench.door.admission.peer(of: other.publicKey) != nil })
    let staying = try bench.hand(bench.security(other))
    #expect(staying.join(bench.gateway, instance: "staying"))
    bench.writeList([lines[1]])
    #expect(hears(removed, .notAllowed))
    #expect(staying.hasRequests(1, bench.gateway))
    // Its answer counts no more, and it cannot announce itself anew.
    #expect(try removed.say(Fixtures.reply(1, status: 500)))
    #expect(hears(removed, .sayReady))
    #expect(try removed.say(ready("verification")))
    #expect(hears(removed, .notAllowed, times: 2))
    #expect(try staying.say(Fixtures.reply(1, status: 201)))
    #expect(bench.gateway.run { bench.gateway.reply(to: Fixtures.id(1)) != nil })
    #expect(bench.gateway.reply(to: Fixtures.id(1))?.status == 201)
    let again = try bench.hand(bench.security(own))
    #expect(bench.gateway.run { bench.door.refusedHandshakes >= 1 })
    #expect(try !again.say(ready("verification")))
  }

  @Test func `who is put on the list comes in without a start of anybody`() throws {
    let late = try CurveKeyPair.generate()
    _ = try bench.start(script, late)
    #expect(bench.gateway.run { bench.door.refusedHandshakes >= 1 })
    bench.writeList(["\(late.publicKey) late announce=verification"])
    #expect(bench.gateway.runUntilAble())
  }

  @Test func `a list that cannot be understood changes nothing`() throws {
    _ = try bench.start(script, own)
    #expect(bench.gateway.runUntilAble())
    bench.writeList(["nonsense"])
    #expect(bench.gateway.run { bench.sink.count("cannot be used") > 0 })
    #expect(bench.gateway.bus.ableWorkers("verification") == 1)
  }
}
