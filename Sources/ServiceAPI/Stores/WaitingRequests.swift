import Instants
import LicenseStore
import MessageBus

/// Requests that memory would refuse, and that wait for one look at the stores before they are
/// (bus.md): one look serves all, and there are at most 20 a second.
public struct WaitingRequests {
  private var requests: [BusRequest] = []

  public init() {}

  public mutating func add(_ request: BusRequest) { requests.append(request) }

  /// When the next look is due; `nil`: nobody waits.
  public func nextLook(_ session: StoreSession) -> MonotonicTime? {
    requests.isEmpty ? nil : session.nextLook
  }

  /// All that wait, if a look is due now; the caller looks, and reads each of them anew.
  public mutating func takeDue(_ session: StoreSession) -> [BusRequest] {
    guard let due = nextLook(session), due <= session.time.monotonic() else { return [] }
    defer { requests.removeAll(keepingCapacity: true) }
    return requests
  }
}
