import TestClient
import TestCluster
import Testing

/// Lists: pages, order, filters, search (ADM-03).
@Suite struct AdminListTests {
  let cluster: Cluster
  let app: ClientApp
  var admin: Operator { cluster.operator }

  init() throws {
    cluster = try SharedCluster.get()
    app = try cluster.operator.makeApp()
  }

  func list(_ query: String = "") throws -> Json {
    try admin.ok(try admin.get("/admin/v1/licenses?app_id=\(app.id)&\(query)"))
  }

  /// Every item of the list, page by page.
  func walk(_ query: String, limit: Int) throws -> [Json] {
    var items: [Json] = []
    var cursor = ""
    repeat {
      let page = try list("\(query)&limit=\(limit)\(cursor)")
      #expect(page["items"].items.count <= limit)
      items += page["items"].items
      let next = page["next_cursor"].string ?? ""
      #expect(next.utf8.allSatisfy(Base64URL.alphabet.contains))
      cursor = next.isEmpty ? "" : "&cursor=\(next)"
    } while !cursor.isEmpty && items.count < 2000
    return items
  }

  static let sorts = [
    "created_at", "-created_at", "activated_at", "-activated_at", "expires_at", "-expires_at",
    "code", "-code",
  ]

  @Test(arguments: sorts)
  func `walking all pages shows each row once, in order`(sort: String) throws {
    let made = try admin.makeLicenses(app, ["count": 250])
    for license in made.prefix(3) {
      _ = try app.activate(license["code"].string ?? "", .fresh())
    }
    let items = try walk("sort=\(sort)", limit: 100)
    #expect(Set(items.compactMap { $0["id"].string }) == Set(made.compactMap { $0["id"].string }))
    #expect(items.count == 250)
    let keys = items.compactMap { $0[sort.trimming("-")].string }
    #expect(!keys.isEmpty)
    #expect(keys == keys.sorted(by: sort.hasPrefix("-") ? (>) : (<)))
  }

  @Test func `a page has the form of api.md and total counts the whole filter`() throws {
    _ = try admin.makeLicenses(app, ["count": 60])
    let first = try list()
    #expect(Shape.page.faults(first) == [])
    #expect(first["items"].items.count == 50)
    #expect(first["total"] == 60)
    for item in first["items"].items.prefix(5) {
      #expect(Shape.adminLicense.faults(item) == [])
    }
    let second = try list("cursor=\(first["next_cursor"].string ?? "")")
    #expect(second["items"].items.count == 10)
    #expect(second["next_cursor"] == .null)
    #expect(second["total"] == 60)
  }

  @Test(arguments: ["app_aaaaaaaaaaaaa", "app_x", "lic_aaaaaaaaaaaaa"])
  func `an app that is unknown, or an id of another form, has no licences`(id: String) throws {
    let page = try admin.ok(try admin.get("/admin/v1/licenses?app_id=\(id)"))
    #expect(page == ["items": [], "next_cursor": nil, "total": 0])
  }

  @Test func `an empty list is empty`() throws {
    #expect(try list() == ["items": [], "next_cursor": nil, "total": 0])
  }

  @Test func `a page that ends with the list is the last`() throws {
    _ = try admin.makeLicenses(app, ["count": 20])
    #expect(try list("limit=20")["next_cursor"] == .null)
  }

  @Test func `the newest come first unless asked otherwise`() throws {
    for remark in ["1", "2", "3"] {
      _ = try admin.makeLicense(app, ["remark": .text(remark)])
    }
    let standard = try list()["items"].items.map { $0["id"] }
    #expect(try list("sort=-created_at")["items"].items.map { $0["id"] } == standard)
    #expect(try list("sort=created_at")["items"].items.map { $0["id"] } == standard.reversed())
  }

  @Test(arguments: [
    "limit=0", "limit=501", "limit=-1", "limit=x", "limit=1.5", "limit=", "status=open",
    "status=", "plan=weekly", "sort=remark", "sort=", "sort=--code", "expires_before=soon",
    "cursor=!!", "cursor=AAAA",
  ])
  func `a bad parameter is malformed`(query: String) throws {
    let answer = try admin.get("/admin/v1/licenses?\(query)")
    #expect(answer.faults(asProblem: "REQUEST_MALFORMED", 400) == [])
  }

  @Test func `a cursor is bound to filter and sort`() throws {
    _ = try admin.makeLicenses(app, ["count": 5])
    let cursor = try list("limit=2&sort=code")["next_cursor"].string ?? ""
    #expect(try list("limit=2&sort=code&cursor=\(cursor)")["items"].items.count == 2)
    for query in ["sort=-code", "sort=created_at", "sort=code&plan=yearly", "sort=code&q=x"] {
      let answer = try admin.get(
        "/admin/v1/licenses?app_id=\(app.id)&limit=2&\(query)&cursor=\(cursor)")
      #expect(answer.faults(asProblem: "REQUEST_MALFORMED", 400) == [], "\(query)")
    }
  }

  @Test func `the status that is shown is the one that is filtered by`() throws {
    let made = try admin.makeLicenses(app, ["count": 5])
    let paths = made.map { "/admin/v1/licenses/\($0["id"].string ?? "")" }
    for license in made[1...3] {
      _ = try app.activate(license["code"].string ?? "", .fresh())
    }
    _ = try admin.post("\(paths[2])/disable")
    _ = try admin.patch(paths[3], ["expires_at": "2020-01-01"])
    _ = try admin.patch(paths[4], ["expires_at": "2020-01-01"])
    let counts = ["unactivated": 1, "active": 1, "disabled": 1, "expired": 2]
    for (status, count) in counts {
      let page = try list("status=\(status)")
      #expect(page["total"].integer == Int64(count), "\(status)")
      let shown = page["items"].items.compactMap { $0["status"].string }
      #expect(shown == Array(repeating: status, count: count))
    }
  }

  @Test func `plan and end are filtered by`() throws {
    _ = try admin.makeLicenses(app, ["count": 2, "plan": "trial", "expires_at": "2028-01-01"])
    _ = try admin.makeLicenses(app, ["count": 3, "plan": "lifetime"])
    #expect(try list("plan=trial")["total"] == 2)
    #expect(try list("plan=lifetime")["total"] == 3)
    #expect(try list("plan=monthly")["total"] == 0)
    #expect(try list("expires_before=2028-01-02T00:00:01Z")["total"] == 2)
    #expect(try list("expires_before=2028-01-02T00:00:00Z")["total"] == 0)
    #expect(try list("expires_before=2027-12-31")["total"] == 0)
    #expect(try list("expires_before=2028-01-02T09:00:01%2B09:00")["total"] == 2)
  }

  func found(_ q: String) throws -> [Json] {
    try list("q=\(q.percentEncoded)")["items"].items.map { $0["id"] }
  }

  @Test func `q finds code, device id, remark and order id by substring`() throws {
    let license = try admin.makeLicense(
      app, ["prefix": "FIND", "remark": "For Ada Lovelace", "order_id": "ord-7788"])
    _ = try admin.makeLicenses(app, ["count": 3])
    let id = license["id"]
    let code = license["code"].string ?? ""
    let device = Device.fresh("Searchable")
    _ = try app.activate(code, device)
    for q in [
      code, code.lowercased(), code.replacing("-", with: ""), "FIND", "find-\(code.dropFirst(5))",
      String(code.dropFirst(7)), CodeFormTests.fullWidth(code), "ada love", "LACE", "7788",
      "ORD-7", "searchable-", String(device.id.dropFirst(4)),
    ] {
      #expect(try found(q) == [id], "\(q)")
    }
  }

  @Test func `q is taken literally`() throws {
    let percent = try admin.makeLicense(app, ["remark": "100% sure"])
    let under = try admin.makeLicense(app, ["remark": "a_b"])
    let back = try admin.makeLicense(app, ["remark": #"c:\dir"#])
    let plus = try admin.makeLicense(app, ["remark": "a+b & 'c'"])
    _ = try admin.makeLicense(app, ["remark": "axb 100x"])
    #expect(try found("100%") == [percent["id"]])
    #expect(try found("a_b") == [under["id"]])
    #expect(try found(#"c:\d"#) == [back["id"]])
    #expect(try found("a+b &") == [plus["id"]])
    #expect(try found("%25") == [])
    #expect(try found("' or '1'='1") == [])
  }

  @Test func `q ignores case of ASCII letters only`() throws {
    let license = try admin.makeLicense(app, ["remark": "Élan ÄRGER"])
    #expect(try found("ÉLAN") == [license["id"]])
    #expect(try found("rger") == [license["id"]])
    #expect(try found("ärger") == [])
  }
}

extension String {
  func trimming(_ prefix: String) -> String {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : self
  }

  /// Everything but letters and digits, so that a query holds exactly this text.
  var percentEncoded: String {
    utf8.map { byte in
      let isPlain =
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
        || (0x61...0x7A).contains(byte)
      return isPlain
        ? String(UnicodeScalar(byte)) : "%" + Hex.text([byte]).uppercased()
    }.joined()
  }
}
