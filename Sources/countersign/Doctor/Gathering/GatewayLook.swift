import HTTPLoad
import JSON

/// Asks a gateway's operators' address; each call has two seconds.
struct GatewayLook {
  static let timeoutNanoseconds: Int64 = 2_000_000_000
  static let bodyLimitBytes = 8 * 1024 * 1024

  let url: String

  func facts() -> GatewayFacts {
    do throws(HTTPLoadFault) {
      let address = try ServerAddress(url: url)
      let alive = try Self.get("/healthz", address)
      guard alive.status == 200 else {
        return GatewayFacts(url: url, silence: "/healthz says \(alive.status)")
      }
      let ready = try Self.get("/readyz", address)
      let metrics = try Self.get("/metrics", address)
      return GatewayFacts(
        url: url, missing: Self.missing(ready.body),
        workers: metrics.status == 200
          ? WorkerMetrics.workers(String(decoding: metrics.body, as: UTF8.self)) : nil)
    } catch {
      return GatewayFacts(url: url, silence: error.description)
    }
  }

  private static func get(
    _ path: String, _ address: ServerAddress
  ) throws(HTTPLoadFault) -> (status: Int, body: [UInt8]) {
    let head = "GET \(path) HTTP/1.1\r\nHost: \(address.authority)\r\n\r\n"
    return try OneCall.send(
      Array(head.utf8), to: address, timeout: timeoutNanoseconds, bodyLimitBytes: bodyLimitBytes)
  }

  /// `{"ready":false,"missing":["activation"]}`
  static func missing(_ body: [UInt8]) -> [String] {
    (try? JSON.parse(body))?["missing"]?.array?.compactMap(\.string) ?? []
  }
}
