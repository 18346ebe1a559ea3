import HTTPServer
import Instants
import MessageBus
import ServiceKit

#if canImport(Glibc)
  import Glibc
#endif

/// One thread of the gateway: a listening socket, a bus socket, and the loop between them.
///
/// Made, run and ended on that thread; `signals` is what others may touch.
final class Lane {
  /// A poll is never longer, so that a lost wake costs this and not for ever.
  private static let longestWaitMilliseconds: Int64 = 1_000
  /// For answers that come right at their deadline to be written.
  private static let drainGraceMilliseconds: Int64 = 1_000

  private let number: Int
  private let bus: any RequestBus
  private let edge: Edge
  private let server: HTTPServer
  private let operations: Operations?
  private let board: LaneBoard
  private let signals: LaneSignals
  private let time: any TimeSource
  private let log: Logger
  private let drainMilliseconds: Int64
  private var drainEnd: MonotonicTime?
  private var nextReport: MonotonicTime
  private var isBusReadable = true

  init(_ parts: LaneParts, _ shared: GatewayShared) {
    number = parts.number
    bus = parts.bus
    edge = parts.edge
    server = parts.server
    operations = parts.operations
    board = shared.board
    signals = parts.signals
    time = shared.time
    log = shared.log
    drainMilliseconds =
      shared.configuration.requestTimeoutMilliseconds + Self.drainGraceMilliseconds
    nextReport = shared.time.monotonic()
    let server = server
    edge.answer = { server.answer($0, $1) }
  }

  /// Until a stop was asked for and all is answered.
  func run() {
    while !isFinished {
      wait()
      turn()
    }
    end()
  }

  func turn() {
    if signals.isStopping && drainEnd == nil { beginDrain() }
    if let tls = signals.takeTLS() { renew(tls) }
    turnBusIfDue()
    server.turn()
    // If requests were submitted in between, the bus wants a turn after that.
    turnBusIfDue()
    operations?.turn()
    edge.flushLog()
    if time.monotonic() >= nextReport { report() }
  }

  /// Looking into the bus costs system calls even where nothing is there.
  private func turnBusIfDue() {
    guard isBusReadable || time.monotonic() >= bus.nextWake else { return }
    isBusReadable = false
    edge.turnBus()
  }

  /// What the metrics page shows of this lane.
  func report() {
    nextReport = time.monotonic() + Self.longestWaitMilliseconds
    let report = LaneReport(
      counts: bus.counts, workers: bus.workers.map(WorkerStatus.init),
      connections: server.connectionCount, waiting: edge.pendingCount,
      refusedAnnouncements: bus.refusedAnnouncements)
    board.post(report, lane: number)
  }

  private var isFinished: Bool {
    guard let drainEnd else { return false }
    return server.connectionCount == 0 || time.monotonic() >= drainEnd
  }

  private func renew(_ tls: TLSIdentity) {
    let lane = LogField("lane", number)
    do {
      try server.renew(tls)
      log.info("The TLS certificate was read anew.", [lane])
    } catch {
      log.error(
        "The TLS certificate cannot be replaced; the one before stays.",
        [lane, LogField("reason", error.description)])
    }
  }

  private func beginDrain() {
    drainEnd = time.monotonic() + drainMilliseconds
    server.drain()
  }

  private func end() {
    server.stop()
    operations?.server.stop()
    bus.close()
    edge.flushLog()
    report()
  }

  private func wait() {
    var entries = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    poll(&entries, nfds_t(entries.count), waitMilliseconds)
    if entries[0].revents != 0 { signals.wake.clear() }
    if entries[1].revents != 0 { isBusReadable = true }
  }

  /// How long the next poll may take. Answers that the bus brought after the server's turn are work
  /// of which no descriptor tells.
  var waitMilliseconds: Int32 {
    if server.hasWork || operations?.server.hasWork == true { return 0 }
    let wake = min(bus.nextWake, server.nextWake)
    let rest = wake.clampedMilliseconds(since: time.monotonic())
    return Int32(max(0, min(rest, Self.longestWaitMilliseconds)))
  }

  private var descriptors: [Int32] {
    [signals.wake.fileDescriptor, bus.fileDescriptor, server.fileDescriptor]
      + (operations.map { [$0.server.fileDescriptor] } ?? []) + server.formerDescriptors
  }
}

extension MonotonicTime {
  /// Rounded up; the ends of time do not overflow.
  fileprivate func clampedMilliseconds(since now: MonotonicTime) -> Int64 {
    let (difference, overflow) = nanoseconds.subtractingReportingOverflow(now.nanoseconds)
    guard !overflow else { return self < now ? 0 : .max }
    return difference <= 0 ? 0 : difference / 1_000_000 + 1
  }
}
