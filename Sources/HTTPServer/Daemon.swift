import CMicrohttpd

#if canImport(Glibc)
  import Glibc
#endif

/// Owns one libmicrohttpd daemon; stopped once, when it goes. One thread only.
final class Daemon {
  private let handle: OpaquePointer
  /// libmicrohttpd's epoll descriptor.
  let descriptor: Int32
  let usesTLS: Bool
  /// Different for each daemon of a server.
  let number: Int
  private var isListening = true

  private init(takingOwnershipOf handle: OpaquePointer, usesTLS: Bool, number: Int) {
    self.handle = handle
    self.usesTLS = usesTLS
    self.number = number
    descriptor = countersign_mhd_epoll_descriptor(handle)
  }

  deinit {
    stopListening()
    MHD_stop_daemon(handle)
  }

  /// `owner` is an `HTTPServer` that outlives the daemon. The socket stays the caller's: the daemon
  /// listens by a descriptor of its own, so that another may follow it on the same port.
  static func start(
    _ number: Int, listeningOn socket: Int32, _ limits: HTTPLimits, _ tls: TLSIdentity?,
    owner: UnsafeMutableRawPointer
  ) throws(HTTPServerError) -> Daemon {
    let own = fcntl(socket, F_DUPFD_CLOEXEC, 0)
    guard own >= 0 else { throw HTTPServerError(errno: errno) }
    func start(_ tls: countersign_mhd_tls) -> OpaquePointer? {
      countersign_mhd_start(
        own, UInt32(limits.connections), limits.connectionMemoryBytes, tls,
        DaemonCallbacks.make(owner: owner))
    }
    // Of some failures 0.9.75 closes the descriptor, of others it does not: it is left to itself.
    guard let handle = tls?.withPointers(start) ?? (tls == nil ? start(.init()) : nil) else {
      throw HTTPServerError(.startFailed)
    }
    return Daemon(takingOwnershipOf: handle, usesTLS: tls != nil, number: number)
  }

  func run() { MHD_run(handle) }

  /// Resumed connections and bytes that were read ahead show in no descriptor.
  var hasWork: Bool {
    var milliseconds: UInt64 = 0
    return MHD_get_timeout(handle, &milliseconds) == MHD_YES && milliseconds == 0
  }

  /// Takes no new connections from here on.
  func stopListening() {
    guard isListening else { return }
    isListening = false
    let own = MHD_quiesce_daemon(handle)
    if own >= 0 { close(own) }
  }
}
