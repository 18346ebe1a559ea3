import HTTPServer
import Instants
import Licensing

/// A request that a worker has.
struct PendingRequest {
  let exchange: HTTPExchangeID
  let arrival: Arrival
}

/// The requests of one lane that workers have, found by either of their names.
struct PendingRequests {
  private var requests: [RequestID: PendingRequest] = [:]
  private var ids: [HTTPExchangeID: RequestID] = [:]

  var count: Int { requests.count }

  mutating func insert(_ request: PendingRequest) {
    requests[request.arrival.id] = request
    ids[request.exchange] = request.arrival.id
  }

  mutating func remove(_ id: RequestID) -> PendingRequest? {
    guard let request = requests.removeValue(forKey: id) else { return nil }
    ids[request.exchange] = nil
    return request
  }

  mutating func remove(_ exchange: HTTPExchangeID) -> PendingRequest? {
    ids[exchange].flatMap { remove($0) }
  }
}
