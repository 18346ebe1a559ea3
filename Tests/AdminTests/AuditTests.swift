import JSON
import LicenseStore
import Licensing
import Testing

@testable import Admin

/// ADM-04: every call that changes something leaves one row, in the transaction of the change.
struct AuditTests {
  private let admin: AdminFixture
  init() throws { admin = try AdminFixture() }

  @Test(arguments: AdminRoute.allCases.filter { $0.action != nil })
  func `each write leaves one log row that names it`(route: AdminRoute) throws {
    let call = try prepare(route)
    let before = try admin.actions().count
    let request = RequestID.random()
    let reply = try admin.call(route.method.rawValue, call.path, call.body, id: request)
    #expect((200...204).contains(reply.status))
    let rows = try admin.actions().dropFirst(before)
    #expect(Array(rows) == [route.action?.rawValue])
    let atOnce = try admin.database.value(
      """
      SELECT count(DISTINCT a.transaction_id) FROM action_logs a
      JOIN requests r ON r.request_id = a.request_id AND r.xmin = a.xmin
      WHERE a.id = (SELECT max(id) FROM action_logs)
      """)
    #expect(atOnce == "1", "the claim, the change and the row are one transaction")
  }

  @Test(arguments: AdminRoute.allCases.filter { $0.action != nil })
  func `a write whose row cannot be written changes nothing`(route: AdminRoute) throws {
    let call = try prepare(route)
    let state = try snapshot()
    try admin.database.run(
      """
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'no room'; END $$;
      CREATE TRIGGER refuse BEFORE INSERT ON action_logs FOR EACH ROW EXECUTE FUNCTION refuse()
      """)
    let reply = try admin.call(route.method.rawValue, call.path, call.body)
    #expect(reply.status == 500)
    #expect(reply.code == "INTERNAL")
    #expect(try snapshot() == state)
  }

  @Test(arguments: AdminRoute.allCases.filter { $0.action == nil })
  func `reading leaves no row`(route: AdminRoute) throws {
    let call = try prepare(route)
    let before = try admin.actions()
    #expect(try admin.call("GET", call.path).status == 200)
    #expect(try admin.call("HEAD", call.path).status == 200)
    #expect(try admin.actions() == before)
  }

  /// A call that will succeed: its path below `/admin/v1`, its objects made.
  private func prepare(_ route: AdminRoute) throws -> (path: String, body: String) {
    let app = try admin.makeApp()
    let license = try admin.makeLicenseID(app, #""plan":"trial","expires_at":"2028-01-01""#)
    if route == .unbindDevice || route == .unbindAllDevices {
      try admin.activate(license, "device-1")
    }
    if route == .enableLicense { try admin.call("POST", "/licenses/\(license)/disable") }
    var ids = [route.pattern[0] == "apps" ? app : license, "device-1"][...]
    let path = route.pattern.map { "/" + ($0 ?? ids.removeFirst()) }.joined()
    return (path, body(of: route, app))
  }

  private func body(of route: AdminRoute, _ app: String) -> String {
    switch route {
    case .createApp, .updateApp: #"{"name":"B"}"#
    case .createLicenses: #"{"app_id":"\#(app)","plan":"trial"}"#
    case .updateLicense: #"{"remark":"B"}"#
    case .extendLicense: #"{"days":1}"#
    default: ""
    }
  }

  private func snapshot() throws -> [[String]] {
    try admin.database.run(
      """
      SELECT 'a', id::text, version::text, name FROM apps
      UNION ALL SELECT 'l', id::text, version::text, coalesce(remark, '') FROM licenses
      UNION ALL SELECT 'b', id::text, version::text, coalesce(unbound_by, '') FROM device_bindings
      UNION ALL SELECT 'r', encode(request_id, 'hex'), '', '' FROM requests
      UNION ALL SELECT 'o', id::text, kind, '' FROM outbox ORDER BY 1, 2
      """)
  }
}
