import MessageBus
import ServiceKit

/// The bus in numbers: what became of requests, and what the workers say of themselves.
struct BusPage {
  private let reports: [LaneReport]

  init(_ reports: [LaneReport]) {
    self.reports = reports
  }

  func write(to page: inout MetricsPage) {
    writeRequests(to: &page)
    writeLanes(to: &page)
    writeWorkers(to: &page)
    writeClockOffsets(to: &page)
    writeWorkerCounters(to: &page)
  }

  /// Sent = answered + refused + expired + lost once none waits.
  private static let outcomes: [(String, String, @Sendable (ServiceCounts) -> UInt64)] = [
    ("sent", "Requests given to a worker.", { $0.sent }),
    ("answered", "Requests that a worker answered.", { $0.answered }),
    ("refused", "Requests that a worker refused to take.", { $0.refused }),
    ("expired", "Requests whose deadline passed first.", { $0.expired }),
    ("lost", "Requests whose worker went and that no other could take.", { $0.lost }),
    ("turned_away", "Requests never sent: no worker, or too many waiting.", { $0.turnedAway }),
    ("rerouted", "Requests sent once more because a worker went.", { $0.rerouted }),
    ("unclaimed_replies", "Replies that nobody waited for.", { $0.droppedReplies }),
  ]

  private func writeRequests(to page: inout MetricsPage) {
    let services = Set(reports.flatMap(\.counts.keys)).sorted()
    for (name, help, count) in Self.outcomes {
      page.family("countersign_requests_\(name)_total", .counter, help: help)
      for service in services {
        let total = reports.compactMap { $0.counts[service] }.reduce(0) { $0 + count($1) }
        page.sample(total, labels: [("service", service)])
      }
    }
  }

  private func writeLanes(to page: inout MetricsPage) {
    page.family("countersign_http_connections", .gauge, help: "Open client connections.")
    for (lane, report) in reports.enumerated() {
      page.sample(Int64(report.connections), labels: [("lane", "\(lane)")])
    }
    page.family("countersign_http_requests_waiting", .gauge, help: "Requests that workers have.")
    for (lane, report) in reports.enumerated() {
      page.sample(Int64(report.waiting), labels: [("lane", "\(lane)")])
    }
    page.family(
      "countersign_bus_refused_announcements_total", .counter,
      help: "Announcements of services that their key may not announce.")
    page.sample(reports.reduce(0) { $0 + $1.refusedAnnouncements })
  }

  private static let states: [(String, String, @Sendable ([WorkerStatus]) -> Int64)] = [
    ("able", "1 when the worker can work.", { $0.contains(where: \.isAble) ? 1 : 0 }),
    ("in_flight", "Requests the worker has.", { Int64($0.reduce(0) { $0 + $1.inFlight }) }),
    (
      "oldest_milliseconds", "Age of the oldest request it has.",
      { Int64($0.map(\.oldestMilliseconds).max() ?? 0) }
    ),
  ]

  private func writeWorkers(to page: inout MetricsPage) {
    let workers = statusesByInstance
    for (name, help, value) in Self.states {
      page.family("countersign_worker_\(name)", .gauge, help: help)
      for (key, statuses) in workers { page.sample(value(statuses), labels: key.labels) }
    }
  }

  private func writeClockOffsets(to page: inout MetricsPage) {
    page.family(
      "countersign_clock_offset_seconds", .gauge, help: "The worker's clock less the store's.")
    for (key, statuses) in statusesByInstance {
      let offsets = statuses.first?.clockOffsets ?? [:]
      for (store, milliseconds) in offsets.sorted(by: { $0.key < $1.key }) {
        page.sample(Double(milliseconds) / 1000, labels: key.labels + [("store", store)])
      }
    }
  }

  /// A worker tells every lane the same numbers, at different times: the greatest is the newest.
  private func writeWorkerCounters(to page: inout MetricsPage) {
    let workers = statusesByInstance
    let names = Set(workers.flatMap { $0.1.flatMap(\.counters.keys) })
    for name in names.sorted() where Self.isMetricName(name) {
      page.family("countersign_worker_\(name)_total", .counter, help: "As workers count it.")
      for (key, statuses) in workers {
        guard let value = statuses.compactMap({ $0.counters[name] }).max() else { continue }
        page.sample(value, labels: key.labels)
      }
    }
  }

  private struct Key: Hashable, Comparable {
    let service: String
    let instance: String

    var labels: [(String, String)] { [("service", service), ("instance", instance)] }

    static func < (left: Key, right: Key) -> Bool {
      (left.service, left.instance) < (right.service, right.instance)
    }
  }

  private var statusesByInstance: [(Key, [WorkerStatus])] {
    Dictionary(
      grouping: reports.flatMap(\.workers),
      by: { Key(service: $0.service, instance: $0.instance) }
    ).sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// A name comes from another process.
  private static func isMetricName(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy { byte in
        (byte >= 0x61 && byte <= 0x7A) || (byte >= 0x30 && byte <= 0x39) || byte == 0x5F
      }
  }
}
