import Glibc
import Instants

/// Starts services in order and stops them in reverse, one after the other.
struct ServiceGroup {
  /// How long the loop sleeps at most before it looks at its services again.
  private static let turnMilliseconds: Int32 = 250
  /// How long one wait for a stopping service lasts before signals are looked at again.
  private static let stopTurnMilliseconds: Int64 = 50

  private let services: [any Service]
  private let log: Logger
  private let time: any TimeSource
  private var lifeCycle: ProcessLifeCycle
  private var reported: Set<Int> = []

  init(services: [any Service], drainSeconds: Int64, log: Logger, time: any TimeSource) {
    self.services = services
    self.log = log
    self.time = time
    lifeCycle = ProcessLifeCycle(drainSeconds: drainSeconds)
  }

  /// Runs until a signal or a failure has ended it; gives the exit code.
  mutating func run(_ signals: inout some SignalSource, whenReady: () -> Void) -> Int32 {
    guard let started = startAll() else { return 1 }
    whenReady()
    log.info("The process is running.")
    while true {
      let signal = signals.next(withinMilliseconds: ServiceGroup.turnMilliseconds)
      switch turn(signal) {
      case .goOn: continue
      case .drain: return stop(started, &signals)
      case .exit(let code): return code
      }
    }
  }

  private mutating func turn(_ signal: Int32?) -> ProcessLifeCycle.Action {
    let now = time.monotonic()
    if signal == SIGHUP {
      reload()
      return lifeCycle.handle(.clock, at: now)
    }
    if let signal {
      log.info("A signal arrived.", [LogField("signal", signal)])
      return lifeCycle.handle(.signal(signal), at: now)
    }
    for (index, service) in services.enumerated()
    where service.hasFailed && reported.insert(index).inserted {
      log.error("A service has failed.", [LogField("service", service.name)])
      return lifeCycle.handle(.serviceFailed(service.name), at: now)
    }
    return lifeCycle.handle(.clock, at: now)
  }

  /// Each service says what it reads anew.
  private func reload() {
    guard services.map({ $0.reload() }).allSatisfy({ !$0 }) else { return }
    log.info("SIGHUP has nothing read anew here: start the process anew.")
  }

  private func startAll() -> [any Service]? {
    for (index, service) in services.enumerated() {
      do {
        try service.start()
      } catch {
        log.error(
          "A service could not be started.",
          [LogField("service", service.name), LogField("reason", "\(error)")])
        abandon(services[..<index])
        return nil
      }
    }
    return services
  }

  /// The process ends with 1 in any case; what already runs gets one second to end well.
  private func abandon(_ started: ArraySlice<any Service>) {
    let deadline = time.monotonic() + 1000
    for service in started.reversed() {
      service.beginStop()
      _ = service.waitUntilStopped(until: deadline)
    }
  }

  private mutating func stop(
    _ started: [any Service], _ signals: inout some SignalSource
  ) -> Int32 {
    log.info("The process is stopping.")
    for service in started.reversed() {
      service.beginStop()
      while !service.waitUntilStopped(until: time.monotonic() + ServiceGroup.stopTurnMilliseconds) {
        if case .exit(let code) = turn(signals.next(withinMilliseconds: 0)) {
          log.error("A service did not stop in time.", [LogField("service", service.name)])
          return code
        }
      }
    }
    guard case .exit(let code) = lifeCycle.handle(.allStopped, at: time.monotonic()) else {
      preconditionFailure("A process whose services have all stopped ends.")
    }
    log.info("The process has stopped.", [LogField("exit", code)])
    return code
  }
}
