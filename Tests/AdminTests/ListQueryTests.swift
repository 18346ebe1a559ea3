import Instants
import LicenseStore
import Licensing
import Problems
import ServiceAPI
import Testing

@testable import Admin

struct ListQueryTests {
  @Test func `a list has defaults`() throws {
    let query = try licenses("")
    #expect(query.filter == LicenseFilter())
    #expect(query.sort.text == "-created_at")
    #expect(query.limit == 50)
    #expect(query.position == nil)
  }

  @Test func `all parameters are read`() throws {
    let app = AppID(rawValue: 5)
    let query = try licenses(
      "app_id=\(app)&status=expired&plan=monthly&q=%25A_b&expires_before=2027-01-31"
        + "&sort=expires_at&limit=500")
    #expect(query.filter.app == .only(app))
    #expect(query.filter.status == .expired)
    #expect(query.filter.plan == .monthly)
    #expect(query.filter.search == LicenseSearch(folded: "%a_b", codePart: nil))
    #expect(query.filter.expiresBefore == Timestamp(rfc3339: "2027-02-01T00:00:00Z"))
    #expect(query.sort == LicenseSort(key: .expiresAt, isDescending: false))
    #expect(query.limit == 500)
  }

  @Test func `a search text that could be part of a code is searched in its canonical form`() throws
  {
    #expect(try licenses("q=%20a8f3-k2").filter.search?.codePart == "A8F3K2")
    #expect(try licenses("q=-").filter.search?.codePart == nil)
    #expect(try licenses("q=%C3%84b").filter.search?.folded == "Äb", "only ASCII is folded")
  }

  @Test(arguments: [
    "limit=0", "limit=501", "limit=", "limit=1.0", "limit=-1", "limit=+1", "status=gone",
    "status=", "plan=weekly", "sort=remark", "sort=--code", "sort=", "cursor=", "cursor=%21",
    "cursor=AAAA", "expires_before=soon", "q=%00", "q=%ff",
  ])
  func `a bad parameter is malformed`(query: String) {
    #expect(throws: Problem.self) { try licenses(query) }
  }

  @Test func `a name that the list does not have is ignored, as in a body`() throws {
    #expect(try licenses("stat=active&Limit=1&=&x") == licenses(""))
  }

  @Test(arguments: [
    ("status=activ", "The parameter status takes unactivated, active, expired or disabled."),
    ("plan=weekly", "The parameter plan takes trial, monthly, yearly or lifetime."),
    ("limit=0", "The parameter limit takes a whole number from 1 to 500."),
    (
      "sort=remark",
      "The parameter sort takes created_at, activated_at, expires_at, code, with - before it for "
        + "descending."
    ),
  ])
  func `a refusal says what the parameter takes`(query: String, detail: String) {
    #expect(#expect(throws: Problem.self) { try licenses(query) }?.detail == detail)
  }

  @Test func `an id of another form is an app that has no licences`() throws {
    #expect(try licenses("app_id=x").filter.app == .unknown)
  }

  @Test func `a cursor leads on in the list that it is of, and in no other`() throws {
    let query = try licenses("plan=trial&sort=code")
    let position = ListPosition(key: .text("A8F3"), id: .max)
    let cursor = query.cursor(at: position)
    #expect(cursor.utf8.allSatisfy { Self.cursorCharacters.contains($0) })
    #expect(try licenses("plan=trial&sort=code&cursor=\(cursor)").position == position)
    #expect(try licenses("plan=trial&sort=code&limit=7&cursor=\(cursor)").position == position)
    for other in ["sort=code", "plan=trial", "plan=trial&sort=-code", "plan=yearly&sort=code"] {
      #expect(throws: Problem.self) { try licenses("\(other)&cursor=\(cursor)") }
    }
    #expect(throws: Problem.self) {
      try licenses("plan=trial&sort=code&cursor=\(cursor)", boundTo: AppID(rawValue: 1))
    }
  }

  @Test(arguments: [
    ListPosition(key: .none, id: 0), ListPosition(key: .none, id: .max),
    ListPosition(key: .instant(.latest), id: 1), ListPosition(key: .text(""), id: 1),
  ])
  func `a cursor holds the whole sort key`(position: ListPosition) {
    let text = ListCursor(position).text(scope: "s")
    #expect(ListCursor(text: text, scope: "s")?.position == position)
    #expect(ListCursor(text: text, scope: "t") == nil)
    #expect(ListCursor(text: text + "AA", scope: "s")?.position != position)
    #expect(ListCursor(text: String(text.dropLast(2)), scope: "s")?.position != position)
  }

  @Test func `a key of another kind than the sort's is refused`() throws {
    let created = try licenses("").cursor(at: ListPosition(key: .none, id: 1))
    #expect(throws: Problem.self) { try licenses("cursor=\(created)") }
    let expires = try licenses("sort=expires_at").cursor(at: ListPosition(key: .none, id: 1))
    #expect(
      try licenses("sort=expires_at&cursor=\(expires)").position?.key == ListPosition.Key.none)
  }

  @Test func `logs are filtered by target, operator and action`() throws {
    let id = LicenseID(rawValue: 9)
    let query = try logs("target=\(id)&operator=Ada%20L&action=license.extend&limit=1")
    #expect(query.filter.target == .license(id))
    #expect(query.filter.operatorName == "Ada L")
    #expect(query.filter.action == .licenseExtend)
    #expect(try logs("target=x").filter.target == .unknown)
    #expect(throws: Problem.self) { try logs("action=license.explode") }
    let cursor = query.cursor(at: ListPosition(key: .none, id: 3))
    #expect(throws: Problem.self) { try logs("cursor=\(cursor)") }
  }

  private static let cursorCharacters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  private func licenses(_ query: String, boundTo app: AppID? = nil) throws(Problem)
    -> LicenseListQuery
  {
    try LicenseListQuery.read(target(query), boundTo: app)
  }

  private func logs(_ query: String) throws(Problem) -> LogListQuery {
    try LogListQuery.read(target(query), boundTo: nil)
  }

  private func target(_ query: String) -> RequestTarget {
    guard let target = RequestTarget(Array("/admin/v1/x?\(query)".utf8)) else {
      preconditionFailure("a test's target is well-formed")
    }
    return target
  }
}
