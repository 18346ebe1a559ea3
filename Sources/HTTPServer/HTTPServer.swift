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
  /// The one that takes new connections.
  var daemon: Daemon?
  /// Those whose TLS identity was replaced, as long as they have connections.
  var leaving: [Daemon] = []
  private var socket: ListeningSocket?
  /// Of `socket`, while that is there.
  private let listeningDescriptor: Int32
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
    listeningDescriptor = listening.descriptor
    daemon = nil
    socket = nil
    daemon = try Daemon.start(
      0, listeningOn: listening.descriptor, limits, configuration.tls,
      owner: Unmanaged.passUnretained(self).toOpaque())
    socket = consume listening
  }

  /// On the same listening socket.
  func startDaemon(_ number: Int, _ tls: TLSIdentity) throws(HTTPServerError) -> Daemon {
    guard socket != nil else { throw HTTPServerError(.startFailed) }
    return try Daemon.start(
      number, listeningOn: listeningDescriptor, limits, tls,
      owner: Unmanaged.passUnretained(self).toOpaque())
  }

  deinit { stop() }

  /// Readable when there is something to do.
  public var fileDescriptor: Int32 { daemon?.descriptor ?? -1 }

  /// To be polled as well: connections that came before the TLS identity was replaced.
  public var formerDescriptors: [Int32] { leaving.map(\.descriptor) }

  public var connectionCount: Int { connections.count }

  /// When the clocks want the next turn, at the latest.
  public var nextWake: MonotonicTime { nextSweep }

  /// Whether a turn is due without waiting for the descriptor: answers were given, or bytes lie read.
  public var hasWork: Bool {
    hasUncountedWork || daemon?.hasWork ?? false || leaving.contains { $0.hasWork }
  }

  /// Reads, calls the handler, writes, and cuts who is late.
  public func turn() {
    now = time.monotonic()
    hasUncountedWork = false
    daemon?.run()
    for former in leaving { former.run() }
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
    let former = leaving
    leaving = []
    isDraining = true
    for connection in connections {
      connection.isCut = true
      resume(connection)
    }
    stopping.stopListening()
    socket = nil
    // With its daemon each connection ends.
    withExtendedLifetime((stopping, former)) {}
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
