import Instants
import Licensing
import Testing

/// Every state of a licence and a device, against each of the three operations.
@Suite struct DecisionTests {
  enum LicenseCase: CaseIterable, Sendable {
    case missing, tampered, tamperedAndDisabled, disabled, disabledAndExpired, expired
    case expiredBeforeUse, unactivated, active

    var license: License? {
      let ended = Sample.now
      return switch self {
      case .missing: nil
      case .tampered, .active: Sample.active()
      case .tamperedAndDisabled, .disabled: Sample.license(disabledAt: Sample.now)
      case .disabledAndExpired: Sample.license(expiresAt: ended, disabledAt: Sample.now)
      case .expired: Sample.license(expiresAt: ended, activatedAt: ended - Sample.day)
      case .expiredBeforeUse: Sample.license(expiresAt: ended)
      case .unactivated: Sample.license()
      }
    }

    var isTampered: Bool { self == .tampered || self == .tamperedAndDisabled }

    /// What all operations answer, whatever the device; `nil` where that decides.
    var refusal: (ActivationDecision, RenewalDecision)? {
      switch self {
      case .missing: (.notFound, .notFound)
      case .tampered, .tamperedAndDisabled: (.tampered, .tampered)
      case .disabled, .disabledAndExpired: (.disabled, .disabled)
      case .expired, .expiredBeforeUse: (.expired, .expired)
      case .unactivated, .active: nil
      }
    }
  }

  enum DeviceCase: CaseIterable, Sendable {
    case nobody, itself, itselfUnbound, itselfByEarlierID, another, anotherUnbound

    var bindings: [Binding] {
      switch self {
      case .nobody: []
      case .itself: [Sample.binding()]
      case .itselfUnbound: [Sample.binding(unboundAt: Sample.now)]
      case .itselfByEarlierID: [Sample.binding(DeviceID(text: "earlier-two"))]
      case .another: [Sample.binding(Sample.otherDevice)]
      case .anotherUnbound: [Sample.binding(Sample.otherDevice, unboundAt: Sample.now)]
      }
    }

    /// With one seat in all.
    var activation: ActivationDecision {
      switch self {
      case .nobody, .itselfUnbound, .anotherUnbound: .bind
      case .itself: .alreadyBound(bindings[0], rekeyTo: nil)
      case .itselfByEarlierID: .alreadyBound(bindings[0], rekeyTo: Sample.device)
      case .another: .noSeat
      }
    }

    var renewal: RenewalDecision {
      switch self {
      case .itself: .renew(bindings[0], rekeyTo: nil)
      case .itselfByEarlierID: .renew(bindings[0], rekeyTo: Sample.device)
      case .nobody, .itselfUnbound, .another, .anotherUnbound: .notBound
      }
    }
  }

  private let device = [
    Sample.device, DeviceID(text: "earlier-one"), DeviceID(text: "earlier-two"),
  ]

  @Test(arguments: LicenseCase.allCases, DeviceCase.allCases)
  func `activation answers the first that holds`(_ license: LicenseCase, _ bound: DeviceCase) {
    let decision = ActivationDecision.decide(
      license: license.license, isTampered: license.isTampered, boundDevices: bound.bindings,
      device: device, now: Sample.now)
    #expect(decision == license.refusal?.0 ?? bound.activation)
  }

  @Test(arguments: LicenseCase.allCases, DeviceCase.allCases)
  func `renewal answers the first that holds and never binds`(
    _ license: LicenseCase, _ bound: DeviceCase
  ) {
    let decision = RenewalDecision.decide(
      license: license.license, isTampered: license.isTampered, boundDevices: bound.bindings,
      device: device, now: Sample.now)
    #expect(decision == license.refusal?.1 ?? bound.renewal)
  }

  @Test(
    arguments: LicenseCase.allCases.filter { $0 != .missing },
    [(true, true), (true, false), (false, true), (false, false)])
  func `verification answers the first that holds`(
    _ state: LicenseCase, _ binding: (isBound: Bool, isSameDevice: Bool)
  ) throws {
    let (isBound, isSameDevice) = binding
    let license = try #require(state.license)
    let verdict = VerificationDecision.decide(
      license: license, isTampered: state.isTampered,
      binding: Sample.binding(unboundAt: isBound ? nil : Sample.now),
      device: isSameDevice ? device : [Sample.otherDevice], now: Sample.now)
    #expect(verdict == expected(state, isBound: isBound, isSameDevice: isSameDevice))
  }

  private func expected(_ state: LicenseCase, isBound: Bool, isSameDevice: Bool) -> Verdict {
    if state.isTampered { return .licenseTampered }
    if !isBound { return .deviceUnbound }
    if !isSameDevice { return .deviceMismatch }
    return switch state {
    case .missing, .tampered, .tamperedAndDisabled: .licenseTampered
    case .disabled, .disabledAndExpired: .licenseDisabled
    case .expired, .expiredBeforeUse: .licenseExpired
    case .unactivated, .active: .valid
    }
  }

  @Test func `verification compares no device where the request names none`() {
    let verdict = VerificationDecision.decide(
      license: Sample.active(), isTampered: false, binding: Sample.binding(), device: [],
      now: Sample.now)
    #expect(verdict == .valid)
  }

  @Test func `a device that is bound by its own id is not re-keyed to it`() {
    let bindings = [Sample.binding(DeviceID(text: "earlier-one"), id: 4), Sample.binding()]
    let decision = ActivationDecision.decide(
      license: Sample.active(allowDevices: 2), isTampered: false, boundDevices: bindings,
      device: device, now: Sample.now)
    #expect(decision == .alreadyBound(bindings[1], rekeyTo: nil))
  }

  // ACT-02
  @Test func `the holder of the only seat comes back without taking another`() {
    let decision = ActivationDecision.decide(
      license: Sample.active(), isTampered: false, boundDevices: [Sample.binding()],
      device: [Sample.device], now: Sample.now)
    #expect(decision == .alreadyBound(Sample.binding(), rekeyTo: nil))
  }

  @Test(
    arguments: [
      (nil, 1_000_000, .bind), (3, 2, .bind), (3, 3, .noSeat), (1, 3, .noSeat),
    ] as [(Int?, Int, ActivationDecision)])
  func `a new device gets in while a seat is left`(
    _ limit: Int?, _ used: Int, _ expected: ActivationDecision
  ) {
    let decision = ActivationDecision.decide(
      license: Sample.active(allowDevices: limit), isTampered: false, candidates: [],
      seatsUsed: used, device: [Sample.device], now: Sample.now)
    #expect(decision == expected)
  }
}
