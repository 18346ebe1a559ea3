import Instants
import LicenseStore
import MessageBus
import ServiceAPI
import ServiceKit

/// One lane of activation: gives devices their seats, and takes them back from those that have done
/// with them.
public final class ActivationHandler: LaneHandler {
  private let session: StoreSession
  private let seats: SeatHandler
  private var deactivations: Deactivations

  public init(
    session: StoreSession, tokenKeys: TokenKeys, credentials: CredentialIssuer, log: Logger
  ) {
    self.session = session
    seats = SeatHandler(
      .activate, service: "activation", session: session, tokenKeys: tokenKeys,
      credentials: credentials, log: log)
    deactivations = Deactivations(session: session, tokenKeys: tokenKeys)
  }

  public func handle(_ batch: [BusRequest], _ outlet: LaneOutlet) {
    session.tick()
    let isBack = batch.map(DeactivationReader.isMeant)
    for (request, isBack) in zip(batch, isBack) where isBack {
      deactivations.answer(request, outlet)
    }
    seats.handle(zip(batch, isBack).filter { !$1 }.map(\.0), outlet)
  }

  public func tick(_ outlet: LaneOutlet) { seats.tick(outlet) }

  public func hint(topic: String, event: [UInt8], _ outlet: LaneOutlet) {
    seats.hint(topic: topic, event: event, outlet)
  }

  public var nextWake: MonotonicTime? { seats.nextWake }

  public var isAble: Bool { seats.isAble }

  public var counters: [(name: String, value: UInt64)] {
    seats.counters + deactivations.counters
  }

  public var clockOffsets: [(store: String, milliseconds: Int64)] { seats.clockOffsets }

  public func drained(_ outlet: LaneOutlet) { seats.drained(outlet) }
}

extension ActivationHandler {
  /// For one lane of a process that is configured so.
  public convenience init(_ worker: WorkerSettings, _ signing: SigningSettings) {
    self.init(
      session: worker.makeSession(), tokenKeys: signing.tokenKeys,
      credentials: signing.credentials, log: worker.log)
  }
}
