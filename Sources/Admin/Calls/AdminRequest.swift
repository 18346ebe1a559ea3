import Cryptography
import Instants
import Licensing
import MessageBus
import Problems
import ServiceAPI

/// A request as the calls see it: what the bus brought, and the one instant that decides.
struct AdminRequest {
  let bus: BusRequest
  let now: Timestamp

  init(_ request: BusRequest, now: Timestamp) {
    bus = request
    self.now = now
  }

  /// A header that may stand once. A second one, or bytes that are no text, are a bad header.
  func header(_ name: String) throws(Problem) -> String? {
    let values = bus.values(of: name)
    guard let value = values.first else { return nil }
    guard values.count == 1, let text = String(validating: value, as: UTF8.self) else {
      throw .malformed("The header \(name) cannot be read.")
    }
    return text
  }

  /// A header whose values form one list, however often it stands.
  func listHeader(_ name: String) throws(Problem) -> String? {
    let values = bus.values(of: name)
    if values.isEmpty { return nil }
    let joined = Array(values.joined(separator: [UInt8(ascii: ",")]))
    guard let text = String(validating: joined, as: UTF8.self) else {
      throw .malformed("The header \(name) cannot be read.")
    }
    return text
  }

  /// What an `Idempotency-Key` is bound to: method, target and body, each ended by its length.
  var fingerprint: [UInt8] {
    let parts = [Array(bus.method.utf8), bus.target, SHA256.hash(bus.body)]
    return SHA256.hash(parts.flatMap { Array("\($0.count)\n".utf8) + $0 })
  }
}
