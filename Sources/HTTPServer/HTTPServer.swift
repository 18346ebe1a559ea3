import CMicrohttpd
import Instants

/// An HTTP/1.1 server over libmicrohttpd, driven from outside: poll `fileDescriptor`, then call `turn`.
///
/// One thread makes, turns and stops it. Each turn is short; nothing here blocks.
public final class HTTPServer {
  let limits: HTTPLimits
  let keptFields: [String]
  let time: any TimeSource
  unowned let handler: any HTTPHandler
  private var daemon: Daemon?
  private var socket: ListeningSocket?
  var connections = ConnectionTable()
  private(set) var now: MonotonicTime
  private var nextSweep: MonotonicTime
  private(set) var isDraining = false
  /// Connections were resumed since the last turn, or one ended that made room for a waiting one.
  /// libmicrohttpd 0.9.75 counts neither as work before it has looked.
  var hasUncountedWork = false

  /// The port listened on, read back from the kernel.
  public let port: UInt16

  /// Listens at once. `handler` must outlive the server.
  public init(
    _ configuration: HTTPServerConfiguration, time: any TimeSource, handler: any HTTPHandler
  ) throws(HTTPServerError) {
    limits = configuration.limits
    keptFields = configuration.keptFields
    self.time = time
    self.handler = handler
    now = time.monotonic()
    nextSweep = now + limits.sweepMilliseconds
    let listening = try ListeningSocket.open(
      configuration.address, sharesPort: configuration.sharesPort)
    port = listening.port
    daemon = nil
    socket = nil
    daemon = try Daemon.start(
      listeningOn: listening.descriptor, limits, owner: Unmanaged.passUnretained(self).toOpaque())
    socket = consume listening
  }

  deinit { stop() }

  /// Readable when there is something to do.
  public var fileDescriptor: Int32 { daemon?.descriptor ?? -1 }

  public var connectionCount: Int { connections.count }

  /// When the clocks want the next turn, at the latest.
  public var nextWake: MonotonicTime { nextSweep }

  /// Whether a turn is due without waiting for the descriptor: answers were given, or bytes lie read.
  public var hasWork: Bool { hasUncountedWork || daemon?.hasWork ?? false }

  /// Reads, calls the handler, writes, and cuts who is late.
  public func turn() {
    now = time.monotonic()
    hasUncountedWork = false
    daemon?.run()
    if now >= nextSweep { sweep() }
  }

  /// Gives the answer that `handle` left open. `false` when nobody waits for it any more.
  @discardableResult
  public func answer(_ exchange: HTTPExchangeID, _ response: HTTPResponse) -> Bool {
    guard let connection = connections[exchange], connection.answer == nil else { return false }
    connection.answer = response
    resume(connection)
    return true
  }

  /// Closes the listening socket; from now on each answer ends its connection, and idle ones end at once.
  public func drain() {
    guard !isDraining else { return }
    turn()
    isDraining = true
    daemon?.stopListening()
    socket = nil
    for connection in connections where connection.phase == .idle { cut(connection) }
  }

  /// Ends every connection. Suspended ones are resumed first: libmicrohttpd aborts the process otherwise.
  public func stop() {
    guard let stopping = daemon.take() else { return }
    isDraining = true
    for connection in connections {
      connection.isCut = true
      resume(connection)
    }
    stopping.stopListening()
    socket = nil
  }

  func scheduleSweep() {
    nextSweep = now + limits.sweepMilliseconds
  }

  func resume(_ connection: Connection) {
    guard connection.isSuspended else { return }
    connection.isSuspended = false
    hasUncountedWork = true
    MHD_resume_connection(connection.handle)
  }

  func suspend(_ connection: Connection) {
    connection.isSuspended = true
    MHD_suspend_connection(connection.handle)
  }
}
