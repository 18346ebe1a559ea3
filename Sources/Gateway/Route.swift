import HTTPServer

/// One path of the API: what it takes, and who answers.
struct Route: Sendable {
  enum Destination: Sendable, Equatable {
    case service(ServiceName)
    case alive, ready, keySet, openAPI, metrics, version
  }

  /// As the API writes it, with `{id}` for a segment that may be any text. For logs and metrics.
  let pattern: String
  let methods: [HTTPMethod]
  let destination: Destination
  var bodyLimitBytes = Route.commonBodyLimitBytes

  static let commonBodyLimitBytes = 64 * 1024

  /// HEAD goes wherever GET does.
  func allows(_ method: HTTPMethod) -> Bool {
    methods.contains(method) || (method == .head && methods.contains(.get))
  }

  /// For the header `Allow`.
  var allowedMethodNames: [String] {
    methods.flatMap { $0 == .get ? ["GET", "HEAD"] : [$0.name] }
  }
}
