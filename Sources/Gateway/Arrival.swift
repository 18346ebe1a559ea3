import HTTPServer
import Instants
import Licensing

/// A request that came in, as far as its log line and its numbers want to know.
struct Arrival {
  let id: RequestID
  /// Made once: header, log and bus all show it.
  let idText: String
  let method: HTTPMethod
  /// `nil` for what has no route.
  let route: Int?
  let bodyBytes: Int
  let client: IPAddress?
  /// Made once: log and bus both show it. Empty for what is no address.
  let clientText: String
  let receivedAt: MonotonicTime
}
