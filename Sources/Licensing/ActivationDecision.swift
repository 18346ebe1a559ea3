import Instants

/// What an activation comes to. Decided under the licence's row lock.
public enum ActivationDecision: Hashable, Sendable {
  case notFound, tampered, disabled, expired
  /// Success without a new seat; `rekeyTo` is the id to give the binding, where it has an older one.
  case alreadyBound(Binding, rekeyTo: DeviceID?)
  case noSeat
  case bind

  /// - Parameters:
  ///   - license: `nil` where the code is unknown, or another app's.
  ///   - boundDevices: all bindings of the licence; unbound ones count for nothing.
  ///   - device: the device's own id first, then the ids it may have had before.
  public static func decide(
    license: License?, isTampered: Bool, boundDevices: [Binding], device: [DeviceID],
    now: Timestamp
  ) -> ActivationDecision {
    decide(
      license: license, isTampered: isTampered, candidates: boundDevices,
      seatsUsed: boundDevices.count(where: \.isBound), device: device, now: now)
  }

  /// For licences with many seats: `candidates` need hold no other bindings than those of `device`.
  public static func decide(
    license: License?, isTampered: Bool, candidates: [Binding], seatsUsed: Int,
    device: [DeviceID], now: Timestamp
  ) -> ActivationDecision {
    switch LicenseGate.check(license, isTampered: isTampered, now: now) {
    case .notFound: .notFound
    case .tampered: .tampered
    case .disabled: .disabled
    case .expired: .expired
    case .open(let license):
      seat(in: license, seatsUsed: seatsUsed, match: .find(device, among: candidates))
    }
  }

  private static func seat(
    in license: License, seatsUsed: Int, match: DeviceMatch?
  ) -> ActivationDecision {
    if let match { return .alreadyBound(match.binding, rekeyTo: match.rekeyTo) }
    return SeatUse(used: seatsUsed, limit: license.allowDevices).hasFreeSeat ? .bind : .noSeat
  }
}
