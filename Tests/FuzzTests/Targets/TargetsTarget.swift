import Encodings
import Instants
import Licensing

@testable import Admin
@testable import Cryptography
@testable import Gateway
@testable import LicenseStore
@testable import ServiceAPI

extension FuzzTarget {
  /// Request targets: the gateway's routes, the workers' segments and queries, lists and cursors.
  static let targets = FuzzTarget(
    name: "targets",
    seeds: [
      "/v1/verify", "/admin/v1/licenses/lic_aaaaaaaaaaaaa/devices/a%2Fb%25", "/a/../%00//%zz?%",
      "/admin/v1/licenses?app_id=app_aaaaaaaaaaaaa&status=active&plan=trial&q=a%2Bb+c&limit=500"
        + "&expires_before=2030-01-01&sort=-code",
      "/admin/v1/logs?target=lic_aaaaaaaaaaaaa&operator=x&action=license.create&cursor=AQ",
      "/x?sort=expires_at&limit=1&cursor=\(ListCursor(examplePosition).text(scope: scope))",
    ].map { Array($0.utf8) },
    check: checkTarget)

  private static let routes = RouteTable(Route.publicAPI)
  private static let scope = "a list"
  private static let examplePosition = ListPosition(
    key: .instant(Timestamp(secondsSinceEpoch: 1_800_000_000)), id: 7)

  private static func checkTarget(_ input: [UInt8]) throws {
    _ = routes.find(input)
    try checkCoding(input)
    try checkCursor(input)
    guard let target = RequestTarget(input) else { return }
    for segment in target.segments {
      let encoded = segment.utf8.flatMap { Array("%\(Hex.encode([$0]))".utf8) }
      try hold(
        RequestTarget([UInt8(ascii: "/")] + encoded)?.segments == [segment],
        "a segment in percent signs is the same segment")
    }
    try checkLists(target)
  }

  private static func checkCoding(_ input: [UInt8]) throws {
    guard let text = PercentCoding.decode(input[...], plusIsBlank: false) else { return }
    try hold(
      PathSegment.decode(input[...]) == Array(text.utf8), "gateway and worker decode the same")
  }

  /// The bytes behind a binding that fits, so that a search comes past it.
  private static func checkCursor(_ input: [UInt8]) throws {
    let binding = SHA256.hash(Array(scope.utf8)).prefix(8)
    let text = Base64URL.encode([1] + binding + input)
    guard let cursor = ListCursor(text: text, scope: scope) else { return }
    try hold(cursor.text(scope: scope) == text, "one place in a list has one cursor")
    try hold(ListCursor(text: text, scope: "another") == nil, "a cursor is bound to its list")
  }

  private static func checkLists(_ target: RequestTarget) throws {
    if let query = try? LicenseListQuery.read(target, boundTo: nil) {
      let position = query.sort.key == .code ? codePosition : examplePosition
      let again = try? LicenseListQuery.read(
        next(target, cursor: query.cursor(at: position)), boundTo: nil)
      try hold(again?.position == position, "a cursor of licences leads to its place")
    }
    if let query = try? LogListQuery.read(target, boundTo: nil) {
      let position = ListPosition(key: .none, id: 9)
      let again = try? LogListQuery.read(
        next(target, cursor: query.cursor(at: position)), boundTo: nil)
      try hold(again?.position == position, "a cursor of the log leads to its place")
    }
  }

  private static let codePosition = ListPosition(key: .text("A8F3K2Q7XP5N9WCE"), id: 8)

  private static func next(_ target: RequestTarget, cursor: String) -> RequestTarget {
    var next = target
    next.query.append(QueryItem(name: "cursor", value: cursor))
    return next
  }
}
