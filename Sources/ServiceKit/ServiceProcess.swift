import CMalloc
import Glibc
import Instants

/// The life of a process: start in order, wait for a signal, stop in reverse, exit.
public enum ServiceProcess {
  /// Runs `services` and ends the process: with 0 after SIGTERM or SIGINT and an orderly stop;
  /// with 1 when a service cannot start, fails, does not stop within `drainSeconds`, or a second
  /// signal comes. SIGHUP has the services read their files anew. SIGPIPE is ignored.
  ///
  /// To be called on the main thread before any other thread exists. When all services run, the
  /// line `{"ready":true}` goes to the descriptor that `COUNTERSIGN_READY_FD` names, if it is set.
  public static func run(
    name: String, log: Logger, drainSeconds: Int64 = 20, services: [any Service]
  ) -> Never {
    signal(SIGPIPE, SIG_IGN)
    raiseDescriptorLimit()
    keepFreedMemory()
    var signals = StopSignals()
    var group = ServiceGroup(
      services: services, drainSeconds: drainSeconds, log: log, time: SystemTimeSource())
    log.info("The process is starting.", [LogField("name", name), LogField("pid", getpid())])
    // Without exit handlers: threads that did not stop may still be using what those free.
    _exit(group.run(&signals, whenReady: announceReady))
  }

  /// Shells start programs with a low soft limit, for the sake of `select`, which nothing here uses.
  private static func raiseDescriptorLimit() {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    limit.rlim_cur = limit.rlim_max
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }

  /// What a batch frees the next one takes: giving it back to the system in between costs a system
  /// call and a page fault for every 4 KiB. At most so much stays in each of glibc's arenas.
  private static func keepFreedMemory() {
    mallopt(M_TRIM_THRESHOLD, 4 << 20)
  }

  private static func announceReady() {
    guard let text = getenv("COUNTERSIGN_READY_FD").map({ String(cString: $0) }),
      let descriptor = Int32(text), descriptor > STDERR_FILENO
    else { return }
    DescriptorLogSink(fileDescriptor: descriptor).write(Array("{\"ready\":true}\n".utf8))
    close(descriptor)
  }
}
