/// Hears what becomes of connections and of the requests on them. May send from within each call.
public protocol ConnectionReceiver: AnyObject {
  /// The connection stands and has no request on it, for the first time or after a failure.
  func ready(_ slot: Int)
  func answered(_ slot: Int, _ answer: borrowing Answer)
  /// The request on this connection, if there was one, gets no answer. It connects anew by itself.
  func failed(_ slot: Int, hadRequest: Bool, _ fault: HTTPLoadFault)
}
