import ServiceAPI
import Testing

@testable import Admin

struct RoutingTests {
  @Test(arguments: [
    ("POST", "/admin/v1/apps", AdminRoute.createApp, []),
    ("GET", "/admin/v1/apps", .listApps, []),
    ("HEAD", "/admin/v1/apps", .listApps, []),
    ("PATCH", "/admin/v1/apps/x", .updateApp, ["x"]),
    ("POST", "/admin/v1/apps/x/rotate-key", .rotateKey, ["x"]),
    ("GET", "/admin/v1/licenses?q=1", .listLicenses, []),
    ("DELETE", "/admin/v1/licenses/x", .deleteLicense, ["x"]),
    ("POST", "/admin/v1/licenses/x/extend", .extendLicense, ["x"]),
    ("DELETE", "/admin/v1/licenses/x/devices", .unbindAllDevices, ["x"]),
    ("DELETE", "/admin/v1/licenses/x/devices/a%2Fb%20c+d", .unbindDevice, ["x", "a/b c+d"]),
    ("GET", "/admin/v1/logs", .listLogs, []),
  ])
  func `a method and a path name one call`(
    method: String, path: String, route: AdminRoute, parameters: [String]
  ) {
    #expect(match(method, path) == .found(route, parameters: parameters))
  }

  @Test(arguments: [
    "/admin/v1", "/admin/v2/apps", "/admin/v1/app", "/admin/v1/apps/x/y", "/admin/v1/logs/1",
  ])
  func `other paths are unknown`(path: String) {
    #expect(match("GET", path) == .unknownPath)
  }

  @Test func `a known path says which methods it knows`() {
    #expect(match("DELETE", "/admin/v1/apps") == .wrongMethod(allowed: ["GET", "HEAD", "POST"]))
    #expect(match("OPTIONS", "/admin/v1/logs") == .wrongMethod(allowed: ["GET", "HEAD"]))
    #expect(
      match("PUT", "/admin/v1/licenses/x")
        == .wrongMethod(allowed: ["GET", "HEAD", "PATCH", "DELETE"]))
  }

  @Test func `every call is found by its own method and pattern, and by no other`() {
    for route in AdminRoute.allCases {
      let path = "/admin/v1/" + route.pattern.map { $0 ?? "x" }.joined(separator: "/")
      let parameters = route.pattern.filter { $0 == nil }.map { _ in "x" }
      #expect(match(route.method.rawValue, path) == .found(route, parameters: parameters))
    }
  }

  @Test func `every call that is no GET names what it logs`() {
    for route in AdminRoute.allCases {
      #expect((route.action == nil) == (route.method == .get), "\(route)")
    }
  }

  @Test(arguments: [
    "/a//b", "/a/./b", "/a/../b", "/a/%2e%2e/b", "/a/%00", "/a/%zz", "/a/%f0", "a/b", "*", "/a/",
  ])
  func `a path that could not exist is none`(path: String) {
    #expect(RequestTarget(Array(path.utf8)) == nil)
  }

  @Test(arguments: [
    ("v=M%26M", "M&M"), ("v=M%2526M", "M%26M"), ("v=1%25%20milk", "1% milk"), ("v=a%2Bb", "a+b"),
    ("v=a+b", "a b"), ("v", ""), ("v=", ""), ("v=a=b", "a=b"),
  ])
  func `a query is split first and decoded once`(query: String, value: String) {
    let target = RequestTarget(Array("/x?\(query)".utf8))
    #expect(target?.query == [QueryItem(name: "v", value: value)])
  }

  @Test(arguments: ["v=%", "v=%4", "v=%gg", "v=%00", "v=%ff"])
  func `a query that is no text is marked`(query: String) {
    #expect(RequestTarget(Array("/x?\(query)".utf8))?.hasMalformedQuery == true)
  }

  private func match(_ method: String, _ path: String) -> RouteMatch {
    guard let target = RequestTarget(Array(path.utf8)) else { return .unknownPath }
    return RouteMatch(method: method, segments: target.segments)
  }
}
