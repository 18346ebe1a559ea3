/// The numbers of direct clients, beside those of `BusRules`.
enum DirectRules {
  /// Connections that one lane knows.
  static let peers = 1024
  /// Connections of one CURVE key to one lane.
  static let peersOfOneClient = 64
  /// Requests in flight of a client whose line names no other number.
  static let inFlight = 256
  /// How often an operator key that is in use is looked up; the handler believes what it read for a
  /// second.
  static let keyCheckMilliseconds: Int64 = 250
  /// Of a request, as over HTTP.
  static let bodyBytes = 64 << 10
  /// The largest frame that is read: a body, and what CURVE puts around it.
  static let frameBytes: Int64 = (64 << 10) + (1 << 10)
  /// Answers that wait for one connection to read them; more are dropped and counted.
  static let waitingAnswers: Int32 = 4096
  /// Requests of one connection that wait to be read, before TCP makes it wait: each may be as large
  /// as a frame.
  static let waitingRequests: Int32 = 1024
  /// What a client of ours lets wait either way.
  static let waitingAtClient: Int32 = 16_384
  /// At a stop, how long clients get to read what was sent last.
  static let leaveMilliseconds: Int64 = 1000
  static let leaveTurnMilliseconds: Int32 = 20
  /// The handshake of a stranger.
  static let handshakeMilliseconds: Int32 = 2000
}
