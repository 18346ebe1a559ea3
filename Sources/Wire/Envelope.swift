/// One message of the bus without peer id and body: `Envelope` of `proto/bus.proto`.
public enum Envelope: Hashable, Sendable {
  case ready(Ready)
  case request(RequestHead)
  case reply(ReplyHead)
  case heartbeat(Heartbeat)
  case drain
  case reject(Reject)

  /// What this code writes. Fields are only ever added, so newer versions are read as well.
  public static let version: UInt32 = 1
}
