import Synchronization

/// Where the lanes leave their reports and the metrics page finds them.
final class LaneBoard: Sendable {
  private let reports: Mutex<[LaneReport]>

  init(lanes: Int) {
    reports = Mutex(Array(repeating: LaneReport(), count: lanes))
  }

  func post(_ report: LaneReport, lane: Int) {
    reports.withLock { $0[lane] = report }
  }

  var all: [LaneReport] { reports.withLock { $0 } }
}
