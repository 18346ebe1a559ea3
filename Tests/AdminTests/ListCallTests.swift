import Instants
import JSON
import LicenseStore
import Licensing
import Testing

@testable import Admin

struct ListCallTests {
  private let admin: AdminFixture
  private let app: String

  init() throws {
    admin = try AdminFixture()
    app = try admin.makeApp()
  }

  @Test(arguments: ["-created_at", "created_at", "code", "-code", "expires_at", "-activated_at"])
  func `walking a batch page by page meets each licence once`(sort: String) throws {
    _ = try admin.makeLicense(app, #""plan":"trial","count":250"#)
    let seen = try walk("sort=\(sort)&limit=100")
    #expect(seen.count == 250)
    #expect(Set(seen).count == 250)
  }

  @Test func `rows without the sort key come last in either direction`() throws {
    let late = try admin.makeLicenseID(app, #""plan":"trial","expires_at":"2028-01-01""#)
    let none = try admin.makeLicenseID(app, #""plan":"lifetime""#)
    let early = try admin.makeLicenseID(app, #""plan":"trial","expires_at":"2027-06-01""#)
    #expect(try walk("sort=expires_at&limit=1") == [early, late, none])
    #expect(try walk("sort=-expires_at&limit=1") == [late, early, none])
  }

  @Test func `a status is what the clock makes of the row`() throws {
    let ended = #""plan":"trial","expires_at":"2027-01-15T08:00:00Z""#
    var ids: [String: String] = [:]
    ids["unactivated"] = try admin.makeLicenseID(app)
    ids["active"] = try admin.makeLicenseID(app)
    ids["expired"] = try admin.makeLicenseID(app, ended)
    ids["disabled"] = try admin.makeLicenseID(app, ended)
    try admin.activate(try #require(ids["active"]), "device-1")
    try admin.call("POST", "/licenses/\(ids["disabled"] ?? "")/disable")
    for (status, id) in ids {
      let page = try admin.call("GET", "/licenses?status=\(status)")
      #expect(page["items"]?.array?.compactMap { $0["id"]?.string } == [id])
      #expect(page["items"]?.array?.first?["status"]?.string == status)
      #expect(page["total"]?.int64 == 1)
    }
  }

  @Test func `plan, end and app narrow a list`() throws {
    let other = try admin.makeApp("other")
    let trial = try admin.makeLicenseID(app, #""plan":"trial","expires_at":"2027-01-31""#)
    _ = try admin.makeLicenseID(other, #""plan":"yearly""#)
    #expect(try walk("plan=trial") == [trial])
    #expect(try walk("app_id=\(app)") == [trial])
    #expect(try walk("app_id=app_x") == [])
    #expect(try walk("expires_before=2027-02-01") == [trial])
    #expect(try walk("expires_before=2027-01-31") == [], "before the end of that day")
  }

  @Test func `a search is literal, by substring, and ignores ASCII case`() throws {
    let remark = try admin.makeLicenseID(app, #""plan":"trial","remark":"100% of A_b\\ Ädel""#)
    let order = try admin.makeLicenseID(app, #""plan":"trial","order_id":"ORD-77""#)
    let device = try admin.makeLicenseID(app, #""plan":"trial""#)
    try admin.activate(device, "Phone-XYZ")
    for (text, found) in [
      ("100%25", [remark]), ("a_B", [remark]), ("%5C", [remark]), ("%C3%84DEL", [remark]),
      ("%C3%A4del", []), ("%25%25", []), ("ord-7", [order]), ("hone-x", [device]),
    ] {
      #expect(try walk("q=\(text)") == found, "\(text)")
    }
    try admin.call("DELETE", "/licenses/\(device)/devices")
    #expect(try walk("q=hone-x") == [])
  }

  @Test func `a code is found by any way of typing a part of it`() throws {
    let license = try admin.makeLicense(app)
    let code = try #require(license["code"]?.string)
    let id = try #require(license["id"]?.string)
    for typed in [code, code.lowercased(), String(code.dropFirst(3).dropLast(3))] {
      #expect(try walk("q=\(typed)") == [id])
      #expect(try walk("q=%20\(typed)%0A") == [id])
    }
  }

  @Test func `the log tells who did what, newest first`() throws {
    let id = try admin.makeLicenseID(app)
    let request = RequestID.random()
    try admin.call("POST", "/licenses/\(id)/extend", #"{"days":1}"#, id: request)
    let page = try admin.call("GET", "/logs?target=\(id)")
    let item = try #require(page["items"]?.array?.first)
    #expect(page["total"]?.int64 == 2)
    #expect(
      item.object?.members.map(\.name) == [
        "id", "at", "operator", "action", "target", "detail", "address", "request_id",
      ])
    #expect(item["operator"]?.string == "ada")
    #expect(item["action"]?.string == "license.extend")
    #expect(item["target"]?.string == id)
    #expect(item["detail"]?.compactText == #"{"days":1}"#)
    #expect(item["address"]?.string == "192.0.2.1")
    #expect(item["request_id"]?.string == request.description)
    #expect(try admin.call("GET", "/logs?action=license.extend")["total"]?.int64 == 1)
    #expect(try admin.call("GET", "/logs?operator=ada&target=\(app)")["total"]?.int64 == 1)
    #expect(try admin.call("GET", "/logs?operator=bob")["total"]?.int64 == 0)
    #expect(try admin.call("GET", "/logs?target=x")["total"]?.int64 == 0)
    let first = try admin.call("GET", "/logs?limit=1")
    let cursor = try #require(first["next_cursor"]?.string)
    let second = try admin.call("GET", "/logs?limit=1&cursor=\(cursor)")
    #expect(second["items"]?.array?.first?["action"]?.string == "license.create")
  }

  @Test func `what apps do has no operator`() throws {
    let id = try admin.makeLicenseID(app)
    try admin.activate(id, "device-1")
    let item = try admin.call("GET", "/logs?action=device.bind")["items"]?.array?.first
    #expect(item?["operator"] == .null)
    #expect(item?["target"]?.string == id)
  }

  /// All ids of a list, page by page, with the total checked on each.
  private func walk(_ query: String) throws -> [String] {
    var seen: [String] = []
    var total: Int64?
    var cursor: String? = ""
    while let here = cursor {
      let page = try admin.call(
        "GET", "/licenses?\(query)" + (here.isEmpty ? "" : "&cursor=\(here)"))
      #expect(page.status == 200)
      seen += page["items"]?.array?.compactMap { $0["id"]?.string } ?? []
      total = page["total"]?.int64
      cursor = page["next_cursor"]?.string
    }
    #expect(total == Int64(seen.count))
    return seen
  }
}
