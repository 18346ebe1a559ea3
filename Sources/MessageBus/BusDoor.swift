import Instants
import ServiceKit
import ZeroMQ

/// What the lanes of a gateway share when workers come in by CURVE: the context of their sockets,
/// this process' key, and the thread that knows who may come.
public final class BusDoor: Sendable {
  let context: ZMQContext
  let secretKey: CurveSecretKey
  let admission: CurveAdmission

  /// Returns when libzmq's questions about peers are answered.
  ///
  /// - Parameter lanes: each has an I/O thread: it is those that encrypt.
  public init(
    _ curve: CurveListener, lanes: Int, time: any TimeSource, log: Logger
  ) throws(WorkerStartError) {
    do {
      context = try ZMQContext(ioThreads: Int32(clamping: lanes))
    } catch {
      throw .socket(error)
    }
    do {
      admission = try CurveAdmission(curve, for: .announce, time: time, log: log)
    } catch {
      throw .system(error)
    }
    secretKey = curve.secretKey
    try admission.start(in: context)
  }

  /// Handshakes that were refused since the start.
  public var refusedHandshakes: UInt64 { admission.refused }

  /// Nobody new comes in from here on.
  public func beginStop() { admission.beginStop() }

  public func waitUntilStopped(until deadline: MonotonicTime) -> Bool {
    admission.join(until: deadline)
  }

  /// By what the connection proved.
  func identity(_ message: borrowing ReceivedMessage) -> WorkerIdentity {
    let key = message.property(.userID, of: 0).flatMap(CurvePublicKey.init(text:))
    return WorkerIdentity(key: key, peer: key.flatMap(admission.peer(of:)))
  }
}
