/// A service and its workers, as the gateway knows them.
struct RoutedService: Sendable {
  let limit: ServiceLimit
  var workers: [PeerID] = []
  /// Where the search for a worker begins, so that equals take turns.
  var turn = 0
  /// Requests whose clients wait.
  var waiting = 0
  var counts = ServiceCounts()
}
