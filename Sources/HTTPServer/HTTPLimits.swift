/// Every limit of a server. The clocks are the server's own: libmicrohttpd's starts anew with each byte.
public struct HTTPLimits: Sendable {
  /// More wait in the kernel's queue until one of these goes.
  public var connections = 10_000
  /// Request line and header block. Above it 431.
  public var headBytes = 8 * 1024
  /// Each line costs libmicrohttpd memory beside its bytes.
  public var headerFields = 100
  /// Body bytes read and dropped so that a refusal arrives; with more to come the connection is closed.
  public var droppedBodyBytes = 1024 * 1024
  /// From the connection's start, or from a later request's first line, to the end of the head.
  public var headMilliseconds: Int64 = 10_000
  /// From the end of the head to the end of the body.
  public var bodyMilliseconds: Int64 = 30_000
  /// For the client to take the answer.
  public var answerMilliseconds: Int64 = 30_000
  /// Between an answer and the next request.
  public var idleMilliseconds: Int64 = 60_000
  /// How often the clocks are looked at.
  public var sweepMilliseconds: Int64 = 1_000

  /// Head, libmicrohttpd's list of header lines and the answer's head share this memory.
  /// It is cleared for each request. A head of 4 KiB in a hundred lines fits, and one of 8 KiB in fewer.
  var connectionMemoryBytes: Int { headBytes + headBytes / 2 }

  public init() {}
}
