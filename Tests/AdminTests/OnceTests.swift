import Dispatch
import JSON
import LicenseStore
import Licensing
import MessageBus
import Synchronization
import Testing

@testable import Admin

/// A write happens once: by its `Idempotency-Key`, and by its request id.
struct OnceTests {
  private let admin: AdminFixture
  init() throws { admin = try AdminFixture() }

  private let once = ["idempotency-key": "k-1"]

  @Test func `the same key makes nothing new and shows no secret again`() throws {
    let body = #"{"name":"A"}"#
    let first = try admin.call("POST", "/apps", body, headers: once)
    let second = try admin.call("POST", "/apps", body, headers: once)
    #expect(second.status == 201)
    #expect(second["id"] == first["id"])
    #expect(first["client_key"]?.string != nil)
    #expect(second["client_key"] == .null)
    #expect(try admin.count("apps") == 1)
    #expect(try admin.actions() == ["app.create"])
  }

  @Test func `what the first made is shown as it is now`() throws {
    let app = try admin.makeApp()
    let body = #"{"app_id":"\#(app)","plan":"trial","count":3}"#
    let first = try admin.call("POST", "/licenses", body, headers: once)
    let ids = first["licenses"]?.array?.compactMap { $0["id"]?.string } ?? []
    try admin.call("PATCH", "/licenses/\(ids[1])", #"{"remark":"later"}"#)
    let second = try admin.call("POST", "/licenses", body, headers: once)
    #expect(second["licenses"]?.array?.compactMap { $0["id"]?.string } == ids)
    #expect(second["licenses"]?.array?[1]["remark"]?.string == "later")
    #expect(try admin.count("licenses") == 3)
  }

  @Test func `extending twice with one key extends once`() throws {
    let app = try admin.makeApp()
    let id = try admin.makeLicenseID(app, #""plan":"trial","expires_at":"2028-01-01T00:00:00Z""#)
    for _ in 0..<2 {
      let reply = try admin.call(
        "POST", "/licenses/\(id)/extend", #"{"days":1}"#, headers: once)
      #expect(reply["expires_at"]?.string == "2028-01-02T00:00:00Z")
      #expect(reply["version"]?.int64 == 2)
    }
  }

  @Test func `the same key with another body or target is refused, the first intact`() throws {
    let first = try admin.call("POST", "/apps", #"{"name":"A"}"#, headers: once)
    let other = try admin.call("POST", "/apps", #"{"name":"B"}"#, headers: once)
    #expect(other.status == 422 && other.code == "VALUE_REFUSED")
    let id = try #require(first["id"]?.string)
    #expect(try admin.call("POST", "/apps/\(id)/rotate-key", headers: once).status == 422)
    #expect(
      try admin.call("POST", "/apps", #"{"name":"A"}"#, headers: once)["id"]?.string == id)
  }

  @Test func `the same key and body for another target is refused`() throws {
    let app = try admin.makeApp()
    let ids = try (0..<2).map { _ in
      try admin.makeLicenseID(app, #""plan":"trial","expires_at":"2028-01-01T00:00:00Z""#)
    }
    let replies = try ids.map {
      try admin.call("POST", "/licenses/\($0)/extend", #"{"days":1}"#, headers: once)
    }
    #expect(replies.map(\.status) == [200, 422])
    #expect(replies[1].code == "VALUE_REFUSED")
  }

  @Test func `a key belongs to its operator, and stands for a day`() throws {
    let body = #"{"name":"A"}"#
    try admin.call("POST", "/apps", body, headers: once)
    let other = try admin.makeKey(["admin"])
    try admin.call("POST", "/apps", body, key: other, headers: once)
    #expect(try admin.count("apps") == 2)
    admin.time.advance(seconds: 86_399)
    try admin.call("POST", "/apps", body, headers: once)
    #expect(try admin.count("apps") == 2)
    admin.time.advance(seconds: 1)
    try admin.call("POST", "/apps", body, headers: once)
    #expect(try admin.count("apps") == 3)
  }

  @Test func `a refused write leaves its key free`() throws {
    let body = #"{"app_id":"app_aaaaaaaaaaaaa","plan":"trial"}"#
    #expect(try admin.call("POST", "/licenses", body, headers: once).status == 422)
    #expect(try admin.call("POST", "/apps", #"{"name":"A"}"#, headers: once).status == 201)
  }

  @Test(arguments: ["", "a b", "\u{E4}"])
  func `a key of another form is a bad header`(key: String) throws {
    let reply = try admin.call(
      "POST", "/apps", #"{"name":"A"}"#, headers: ["idempotency-key": key])
    #expect(reply.code == "REQUEST_MALFORMED")
  }

  @Test func `what the gateway sends again carries the secret, for nobody has seen it`() throws {
    let id = RequestID.random()
    let first = try admin.call("POST", "/apps", #"{"name":"A"}"#, id: id)
    let again = try admin.call("POST", "/apps", #"{"name":"A"}"#, id: id)
    #expect(again["id"] == first["id"])
    #expect(again["client_key"]?.string != nil)
    #expect(again["client_key"] == first["client_key"])
    #expect(try admin.count("apps") == 1)
  }

  @Test func `a deletion and an unbinding that are sent again are done`() throws {
    let app = try admin.makeApp()
    let license = try admin.makeLicenseID(app)
    let deletion = RequestID.random()
    for _ in 0..<2 {
      #expect(try admin.call("DELETE", "/licenses/\(license)", id: deletion).status == 204)
    }
    let used = try admin.makeLicenseID(app)
    try admin.activate(used, "device-1")
    let unbinding = RequestID.random()
    for _ in 0..<2 {
      let reply = try admin.call("DELETE", "/licenses/\(used)/devices/device-1", id: unbinding)
      #expect(reply.status == 200 && reply["devices"]?["used"]?.int64 == 0)
    }
    #expect(try admin.actions().filter { $0 == "device.unbind" }.count == 1)
  }

  /// SIG-04: both in flight at once, each in a session of its own.
  @Test func `of two parallel requests with one key one works`() throws {
    let app = try admin.makeApp()
    let body = #"{"app_id":"\#(app)","plan":"trial"}"#
    let others = try (0..<4).map { _ in try admin.sibling() }
    let ids = Mutex<[String]>([])
    let states = Mutex<[Int]>([])
    let shared = UncheckedSiblings(all: others)
    let key = admin.key
    DispatchQueue.concurrentPerform(iterations: shared.all.count) { index in
      let reply = try? shared.all[index].call(
        "POST", "/licenses", body, key: key, headers: ["idempotency-key": "k"])
      states.withLock { $0.append(reply?.status ?? 0) }
      if let id = reply?["licenses"]?.array?.first?["id"]?.string { ids.withLock { $0.append(id) } }
    }
    #expect(states.withLock { $0.allSatisfy { $0 == 201 || $0 == 409 } })
    #expect(Set(ids.withLock { $0 }).count == 1)
    #expect(try admin.count("licenses") == 1)
  }

  @Test func `changes that come at once wait for each other, and all of them count`() throws {
    let app = try admin.makeApp()
    let id = try admin.makeLicenseID(app, #""plan":"trial","expires_at":"2028-01-01T00:00:00Z""#)
    let shared = UncheckedSiblings(all: try (0..<2).map { _ in try admin.sibling() })
    let states = Mutex<[Int]>([])
    DispatchQueue.concurrentPerform(iterations: shared.all.count) { index in
      for _ in 0..<20 {
        let reply = try? shared.all[index].call(
          "POST", "/licenses/\(id)/extend", #"{"days":1}"#)
        states.withLock { $0.append(reply?.status ?? 0) }
      }
    }
    #expect(states.withLock { $0 } == Array(repeating: 200, count: 40))
    #expect(try admin.call("GET", "/licenses/\(id)")["version"]?.int64 == 41)
  }

  // SAFETY: each is used by one iteration alone.
  private struct UncheckedSiblings: @unchecked Sendable { var all: [AdminFixture] }
}
