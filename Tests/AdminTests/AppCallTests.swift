import Instants
import JSON
import LicenseStore
import Licensing
import Testing

@testable import Admin

struct AppCallTests {
  private let admin: AdminFixture
  init() throws { admin = try AdminFixture() }

  @Test func `an app is made with its key, which is shown once`() throws {
    let made = try admin.call("POST", "/apps", #"{"name":"A","bundle_id":"b"}"#)
    #expect(made.status == 201)
    #expect(
      made.body.object?.members.map(\.name) == [
        "id", "name", "bundle_id", "settings", "features", "version", "created_at", "client_key",
      ])
    let key = try #require(made["client_key"]?.string)
    #expect(key.hasPrefix("cak_") && key.utf8.count == 47)
    #expect(made["created_at"]?.string == "2027-01-15T08:00:00Z")
    let id = try #require(made["id"]?.string)
    let read = try admin.call("GET", "/apps/\(id)")
    #expect(read.status == 200)
    #expect(read["client_key"] == nil)
    #expect(read["settings"]?["rate_limits"]?["verify_token_per_minute"]?.int64 == 60)
    #expect(admin.publisher.takeChanges() == [.apps(revision: 1)])
  }

  @Test func `an app's client key is what its clients sign with`() throws {
    let made = try admin.call("POST", "/apps", #"{"name":"A"}"#)
    let id = try #require(made["id"]?.string.flatMap { AppID(text: $0) })
    let record = try #require(try admin.store.appRecord(id))
    let text = String(decoding: record.clientKeys[0].secret.bytes, as: UTF8.self)
    #expect(made["client_key"]?.string == text)
  }

  @Test func `a rotation keeps the key before until the overlap ends`() throws {
    let made = try admin.call("POST", "/apps", #"{"name":"A"}"#)
    let id = try #require(made["id"]?.string)
    let rotated = try admin.call("POST", "/apps/\(id)/rotate-key")
    #expect(rotated.status == 200)
    #expect(rotated["old_key_until"]?.string == "2027-01-16T08:00:00Z")
    #expect(rotated["client_key"]?.string != made["client_key"]?.string)
    let appID = try #require(AppID(text: id))
    let record = try #require(try admin.store.appRecord(appID))
    let keys = record.clientKeys.map { String(decoding: $0.secret.bytes, as: UTF8.self) }
    #expect(keys == [rotated["client_key"]?.string, made["client_key"]?.string])
    let zero = try admin.call("POST", "/apps/\(id)/rotate-key", #"{"overlap_seconds":0}"#)
    #expect(zero["old_key_until"]?.string == "2027-01-15T08:00:00Z")
  }

  @Test func `a patch of nothing changes nothing`() throws {
    let id = try admin.makeApp()
    _ = admin.publisher.takeChanges()
    let same = try admin.call("PATCH", "/apps/\(id)", #"{"name":"A"}"#)
    #expect(same["version"]?.int64 == 1)
    #expect(admin.publisher.takeChanges() == [])
    let changed = try admin.call("PATCH", "/apps/\(id)", #"{"settings":{"force_online":true}}"#)
    #expect(changed["version"]?.int64 == 2)
    #expect(changed["settings"]?["force_online"]?.bool == true)
    #expect(admin.publisher.takeChanges() == [.apps(revision: 2)])
    #expect(try admin.actions() == ["app.create", "app.update"])
  }

  @Test func `apps are listed newest first, page by page`() throws {
    var made: [String] = []
    for number in 0..<5 {
      made.append(try admin.makeApp("A\(number)"))
      admin.time.advance(seconds: number % 2 == 0 ? 0 : 1)
    }
    var seen: [String] = []
    var cursor: String? = ""
    while let here = cursor {
      let page = try admin.call("GET", "/apps?limit=2" + (here.isEmpty ? "" : "&cursor=\(here)"))
      #expect(page["total"]?.int64 == 5)
      seen += page["items"]?.array?.compactMap { $0["id"]?.string } ?? []
      cursor = page["next_cursor"]?.string
    }
    #expect(seen.count == 5 && Set(seen) == Set(made))
    #expect(seen[0] == made[4])
  }

  @Test(arguments: ["app_aaaaaaaaaaaaa", "app_x", "lic_aaaaaaaaaaaaa"])
  func `an app that is not there is not found`(id: String) throws {
    #expect(try admin.call("GET", "/apps/\(id)").code == "NOT_FOUND")
    #expect(try admin.call("PATCH", "/apps/\(id)", "{}").code == "NOT_FOUND")
    #expect(try admin.call("POST", "/apps/\(id)/rotate-key").code == "NOT_FOUND")
  }

  @Test func `the checks come in their order`() throws {
    let unsigned = ["authorization": "-", "content-type": "text/plain"]
    #expect(try admin.call("GET", "/nothing", headers: unsigned).code == "NOT_FOUND")
    let wrong = try admin.call("PUT", "/apps", headers: unsigned)
    #expect(wrong.code == "METHOD_NOT_ALLOWED" && wrong.headers["allow"] == "GET, HEAD, POST")
    #expect(try admin.call("POST", "/apps", "{", headers: unsigned).code == "KEY_INVALID")
    let reader = try admin.makeKey(["read"])
    #expect(try admin.call("POST", "/apps", "{", key: reader).code == "SCOPE_MISSING")
    #expect(
      try admin.call("POST", "/apps", "{", headers: ["content-type": "text/plain"]).code
        == "MEDIA_TYPE_UNSUPPORTED")
    #expect(try admin.call("POST", "/apps", "{").code == "REQUEST_MALFORMED")
    #expect(try admin.call("POST", "/apps", "").code == "REQUEST_MALFORMED")
    #expect(try admin.call("POST", "/apps", "[]").code == "REQUEST_MALFORMED")
    let missing = "/apps/app_aaaaaaaaaaaaa"
    #expect(try admin.call("PATCH", missing, #"{"name":1}"#).code == "REQUEST_MALFORMED")
    #expect(
      try admin.call("PATCH", missing, #"{"settings":{"token_ttl_seconds":0}}"#).code
        == "VALUE_REFUSED")
    #expect(try admin.call("PATCH", missing, #"{"name":"B"}"#).code == "NOT_FOUND")
  }

  @Test(arguments: [
    "application/json", "application/json; charset=utf-8", "Application/JSON ;x=y",
  ])
  func `parameters of a media type are passed over`(type: String) throws {
    let made = try admin.call(
      "POST", "/apps", #"{"name":"A"}"#, headers: ["content-type": type])
    #expect(made.status == 201)
  }

  @Test func `keys that are unknown, revoked or no keys get one answer`() throws {
    for credential in ["-", "Bearer x", "Basic x", "Bearer " + OperatorSecret.generate().text] {
      let reply = try admin.call("GET", "/apps", headers: ["authorization": credential])
      #expect(reply.status == 401 && reply.code == "KEY_INVALID")
    }
    try admin.database.run("UPDATE operator_keys SET revoked_at = now()")
    #expect(try admin.call("GET", "/apps").code == "KEY_INVALID")
  }

  @Test func `a bound key sees its app and what is of it`() throws {
    let own = try admin.makeApp("own")
    let other = try admin.makeApp("other")
    let ours = try admin.makeLicenseID(own)
    let theirs = try admin.makeLicenseID(other)
    let key = try admin.makeKey(["admin"], app: own)
    #expect(try admin.call("GET", "/apps", key: key)["total"]?.int64 == 1)
    #expect(try admin.call("GET", "/apps/\(own)", key: key).status == 200)
    #expect(try admin.call("GET", "/apps/\(other)", key: key).code == "NOT_FOUND")
    #expect(try admin.call("PATCH", "/apps/\(other)", "{}", key: key).code == "NOT_FOUND")
    #expect(try admin.call("POST", "/apps/\(other)/rotate-key", key: key).code == "NOT_FOUND")
    #expect(try admin.call("POST", "/apps", #"{"name":"A"}"#, key: key).code == "SCOPE_MISSING")
    #expect(try admin.call("GET", "/licenses", key: key)["total"]?.int64 == 1)
    #expect(try admin.call("GET", "/licenses?app_id=\(other)", key: key)["total"]?.int64 == 0)
    #expect(try admin.call("GET", "/licenses/\(ours)", key: key).status == 200)
    for (method, path) in [
      ("GET", ""), ("PATCH", ""), ("DELETE", ""), ("POST", "/disable"), ("POST", "/enable"),
      ("GET", "/devices"), ("DELETE", "/devices"), ("DELETE", "/devices/d"),
    ] {
      let reply = try admin.call(method, "/licenses/\(theirs)\(path)", key: key)
      #expect(reply.code == "NOT_FOUND", "\(method) \(path)")
    }
    let batch = try admin.call(
      "POST", "/licenses", #"{"app_id":"\#(other)","plan":"trial"}"#, key: key)
    #expect(batch.code == "VALUE_REFUSED")
    let actions = try admin.call("GET", "/logs", key: key)["items"]?.array ?? []
    #expect(
      actions.compactMap { $0["action"]?.string } == ["key.add", "license.create", "app.create"])
  }
}
