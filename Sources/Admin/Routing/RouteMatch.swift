/// What a method and a path come to: path first (404), method second (405).
public enum RouteMatch: Hashable, Sendable {
  /// `parameters` are the segments that the pattern leaves open, in order.
  case found(AdminRoute, parameters: [String])
  /// The methods that the path does know, as `Allow` lists them.
  case wrongMethod(allowed: [String])
  case unknownPath

  private static let prefix = ["admin", "v1"]

  public init(method: String, segments: [String]) {
    let routes = AdminRoute.allCases.filter { Self.fits(segments, $0.pattern) }
    if routes.isEmpty {
      self = .unknownPath
    } else if let route = routes.first(where: { $0.method == AdminMethod(requestMethod: method) }) {
      self = .found(route, parameters: Self.parameters(of: segments, route.pattern))
    } else {
      self = .wrongMethod(allowed: Self.allowed(routes))
    }
  }

  private static func fits(_ segments: [String], _ pattern: [String?]) -> Bool {
    guard segments.starts(with: prefix), segments.count == prefix.count + pattern.count else {
      return false
    }
    return zip(segments.dropFirst(prefix.count), pattern).allSatisfy { $1 == nil || $0 == $1 }
  }

  private static func parameters(of segments: [String], _ pattern: [String?]) -> [String] {
    zip(segments.dropFirst(prefix.count), pattern).filter { $1 == nil }.map(\.0)
  }

  private static func allowed(_ routes: [AdminRoute]) -> [String] {
    let methods = AdminMethod.allCases.filter { method in routes.contains { $0.method == method } }
    return methods.flatMap { $0 == .get ? ["GET", "HEAD"] : [$0.rawValue] }
  }
}
