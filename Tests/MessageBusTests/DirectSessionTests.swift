import Instants
import ServiceKit
import Testing
import Wire

@testable import MessageBus

private struct SessionScene {
  var session = DirectSession(
    at: Fixtures.monotonic(0), inFlightCap: 3, jitter: Jitter(seed: 1))
  private(set) var actions: [DirectSession.Action] = []

  mutating func advance(to milliseconds: Int64) -> [DirectSession.Action] {
    actions = []
    session.advance(to: Fixtures.monotonic(milliseconds), into: &actions)
    return actions
  }

  mutating func hear(_ envelope: Envelope, about number: UInt64? = nil, at milliseconds: Int64 = 0)
    -> [DirectSession.Action]
  {
    actions = []
    session.received(
      envelope, about: number, body: { [7] }, at: Fixtures.monotonic(milliseconds),
      into: &actions)
    return actions
  }

  mutating func submit(at milliseconds: Int64 = 0, timeout: Int64 = 1000) -> UInt64? {
    let submission = session.submit(
      timeoutMilliseconds: timeout, at: Fixtures.monotonic(milliseconds))
    if case .sent(let number) = submission { return number }
    return nil
  }

  mutating func becomeReady() {
    #expect(advance(to: 0) == [.open, .heartbeat, .present(1)])
    #expect(hear(Self.reply(200), about: 1) == [.tell(.ready)])
  }

  static func reply(_ status: UInt32) -> Envelope {
    .reply(ReplyHead(id: [], status: status, headers: []))
  }

  static func reject(_ code: RejectCode, id: [UInt8] = [1]) -> Envelope {
    .reject(Reject(id: id, code: code, retryAfterMilliseconds: 9))
  }
}

@Suite struct `A direct client's session` {
  private var scene = SessionScene()

  @Test mutating func `connects, greets and shows its key; then it is ready`() {
    #expect(scene.submit() == nil)
    scene.becomeReady()
    #expect(scene.submit() == 2)
  }

  @Test mutating func `tries again ten times a second while there is no connection`() {
    #expect(scene.advance(to: 0).count == 3)
    scene.session.sendFailed(.heartbeat, at: Fixtures.monotonic(0))
    #expect(!scene.session.isPresentation(1))
    #expect(scene.advance(to: 99).isEmpty)
    #expect(scene.advance(to: 100) == [.heartbeat, .present(2)])
  }

  @Test mutating func `gives a socket up that brings nothing for three seconds, and backs off`() {
    _ = scene.advance(to: 0)
    scene.session.sendFailed(.heartbeat, at: Fixtures.monotonic(2950))
    #expect(scene.advance(to: 3000) == [.close])
    guard case .closed(let until) = scene.session.state else { Issue.record(); return }
    #expect((3750...4000).contains(until.milliseconds(since: Fixtures.monotonic(0))))
    #expect(scene.advance(to: 4000).first == .open)
  }

  @Test mutating func `answers find their requests, whatever their order`() {
    scene.becomeReady()
    let numbers = [scene.submit(), scene.submit()].compactMap { $0 }
    #expect(
      scene.hear(SessionScene.reply(200), about: numbers[1])
        == [.tell(.answered(numbers[1], BusReply(status: 200, body: [7])))])
    #expect(
      scene.hear(SessionScene.reply(401), about: numbers[0])
        == [.tell(.answered(numbers[0], BusReply(status: 401, body: [7])))])
    #expect(scene.hear(SessionScene.reply(200), about: numbers[0]).isEmpty)
    #expect(scene.hear(SessionScene.reply(200), about: nil).isEmpty)
  }

  @Test mutating func `no more is in flight than may be`() {
    scene.becomeReady()
    let numbers = (0..<3).compactMap { _ in scene.submit() }
    #expect(numbers.count == 3 && scene.submit() == nil)
    scene.session.notSent(numbers[0])
    #expect(scene.submit() != nil)
  }

  @Test mutating func `a key that is refused is shown again after a while`() {
    _ = scene.advance(to: 0)
    #expect(
      scene.hear(SessionScene.reject(.scopeMissing), about: 1)
        == [.tell(.keyRefused(code: "SCOPE_MISSING"))])
    #expect(scene.submit() == nil)
    _ = scene.hear(Fixtures.heartbeat(), at: 500)
    #expect(scene.advance(to: 700).isEmpty)
    #expect(scene.advance(to: 1000).contains(.present(2)))
  }

  @Test mutating func `a key that is asked for anew is shown at once`() {
    scene.becomeReady()
    let number = scene.submit() ?? 0
    #expect(
      scene.hear(SessionScene.reject(.keyInvalid), about: number) == [
        .tell(.refused(number, code: "KEY_INVALID", retryAfterMilliseconds: 9)),
        .tell(.notReady), .heartbeat, .present(3),
      ])
    #expect(scene.submit() == nil)
    #expect(scene.hear(SessionScene.reply(200), about: 3) == [.tell(.ready)])
  }

  @Test mutating func `a refusal of one request is told, no more`() {
    scene.becomeReady()
    let number = scene.submit() ?? 0
    #expect(
      scene.hear(SessionScene.reject(.tooMany), about: number)
        == [.tell(.refused(number, code: "TOO_MANY", retryAfterMilliseconds: 9))])
    #expect(scene.session.isReady)
  }

  @Test mutating func `a refusal of the connection closes it`() {
    scene.becomeReady()
    let number = scene.submit() ?? 0
    #expect(
      scene.hear(SessionScene.reject(.notAllowed, id: [])) == [
        .close, .tell(.notReady), .tell(.lost(number)),
      ])
  }

  @Test mutating func `says that it is there once a second`() {
    scene.becomeReady()
    _ = scene.hear(Fixtures.heartbeat(), at: 900)
    #expect(scene.advance(to: 999).isEmpty)
    #expect(scene.advance(to: 1000) == [.heartbeat])
    #expect(scene.advance(to: 1999).isEmpty)
  }

  @Test mutating func `what was asked of a server that fell silent is lost`() {
    scene.becomeReady()
    let number = scene.submit(timeout: 60_000) ?? 0
    #expect(scene.advance(to: 3000) == [.close, .tell(.notReady), .tell(.lost(number))])
    #expect(scene.session.inFlight == 0)
  }

  @Test mutating func `a request ends when its time is over, and a late answer is dropped`() {
    scene.becomeReady()
    let number = scene.submit(timeout: 120) ?? 0
    #expect(scene.session.nextWake <= Fixtures.monotonic(50))
    #expect(scene.advance(to: 119).isEmpty)
    #expect(scene.advance(to: 200) == [.tell(.expired(number))])
    #expect(scene.hear(SessionScene.reply(200), about: number, at: 201).isEmpty)
  }

  @Test mutating func `a server that stops gets its echo, and answers what it has`() {
    scene.becomeReady()
    let number = scene.submit() ?? 0
    #expect(scene.hear(.drain) == [.tell(.notReady), .drain])
    #expect(scene.submit() == nil)
    #expect(
      scene.hear(SessionScene.reply(200), about: number)
        == [.tell(.answered(number, BusReply(status: 200, body: [7]))), .close])
    #expect(scene.advance(to: 1000).first == .open)
  }

  @Test func `request ids carry their number and are the client's own`() {
    let names = DirectRequestNames(prefix: 0x0102_0304_0506_0708)
    let bytes = names.bytes(of: 258)
    #expect(bytes == [1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 0, 0, 0, 0, 1, 2])
    #expect(names.number(of: bytes) == 258)
    #expect(DirectRequestNames(prefix: 9).number(of: bytes) == nil)
    #expect(names.number(of: []) == nil)
  }
}
