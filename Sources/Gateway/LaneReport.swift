import MessageBus

/// What a lane tells of itself for the metrics page.
struct LaneReport: Sendable {
  var counts: [String: ServiceCounts] = [:]
  var workers: [WorkerStatus] = []
  var connections = 0
  var waiting = 0
  var refusedAnnouncements: UInt64 = 0
}

/// A worker lane as one gateway lane sees it.
struct WorkerStatus: Sendable, Equatable {
  var service: String
  var instance: String
  var inFlight: Int
  var oldestMilliseconds: UInt32
  var isAble: Bool
  /// Since the worker's start.
  var counters: [String: UInt64]
  /// Its clock less its stores', by store, in milliseconds.
  var clockOffsets: [String: Int64] = [:]
}

extension WorkerStatus {
  init(_ report: WorkerReport) {
    service = report.service
    instance = report.instance
    inFlight = report.inFlight
    oldestMilliseconds = report.oldestMs
    isAble = report.able
    counters = Dictionary(
      report.counters.map { ($0.name, $0.value) }, uniquingKeysWith: { _, last in last })
    clockOffsets = Dictionary(
      report.clockOffsets.map { ($0.store, $0.milliseconds) },
      uniquingKeysWith: { _, last in last })
  }
}
