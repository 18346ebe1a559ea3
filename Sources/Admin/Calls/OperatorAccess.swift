import Instants
import LicenseStore
import Problems
import ServiceAPI

/// Whether an operator key may make a call. Pure: the key was looked up before.
enum OperatorAccess {
  /// Unknown, expired and revoked keys get one answer; a good key of another scope gets its own.
  static func check(_ key: OperatorKey?, for route: AdminRoute, now: Timestamp) throws(Problem)
    -> OperatorKey
  {
    guard let key, key.isUsable(at: now) else { throw .keyInvalid }
    guard mayCall(route, key) else {
      throw .scopeMissing(route.method == .get ? .read : .admin)
    }
    return key
  }

  private static func mayCall(_ route: AdminRoute, _ key: OperatorKey) -> Bool {
    // A key bound to one app would make an app that it cannot see.
    if route == .createApp && key.appID != nil { return false }
    return key.scopes.contains(.admin) || (route.method == .get && key.scopes.contains(.read))
  }
}
