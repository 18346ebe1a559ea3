import CMicrohttpd

/// Owns one libmicrohttpd daemon; stopped once, when it goes.
struct Daemon: ~Copyable {
  private let handle: OpaquePointer
  /// libmicrohttpd's epoll descriptor.
  let descriptor: Int32

  private init(takingOwnershipOf handle: OpaquePointer) {
    self.handle = handle
    descriptor = countersign_mhd_epoll_descriptor(handle)
  }

  deinit { MHD_stop_daemon(handle) }

  /// `owner` is an `HTTPServer` that outlives the daemon. The socket stays the caller's.
  static func start(
    listeningOn socket: Int32, _ limits: HTTPLimits, owner: UnsafeMutableRawPointer
  ) throws(HTTPServerError) -> Daemon {
    let handle = countersign_mhd_start(
      socket, UInt32(limits.connections), limits.connectionMemoryBytes,
      DaemonCallbacks.make(owner: owner))
    guard let handle else { throw HTTPServerError(.startFailed) }
    return Daemon(takingOwnershipOf: handle)
  }

  func run() { MHD_run(handle) }

  /// Resumed connections and bytes that were read ahead show in no descriptor.
  var hasWork: Bool {
    var milliseconds: UInt64 = 0
    return MHD_get_timeout(handle, &milliseconds) == MHD_YES && milliseconds == 0
  }

  /// After this the daemon forgets the listening socket, whose owner may close it.
  func stopListening() { _ = MHD_quiesce_daemon(handle) }
}
