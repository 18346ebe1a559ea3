import Instants
import Licensing

/// What Redis keeps of a licence (`l:{licence}`): all that a verdict and its answer need.
///
/// What a tampered row says is never stored.
public struct StoredLicense: Hashable, Sendable {
  /// Older than this it is read anew from PostgreSQL, unless PostgreSQL is away.
  public static let freshMilliseconds: Int64 = 6 * 3_600_000

  public var id: LicenseID
  public var appID: AppID
  public var plan: Plan
  public var expiresAt: Timestamp?
  public var activatedAt: Timestamp?
  public var disabledAt: Timestamp?
  /// The licence's own, without the app's.
  public var features: Features
  public var version: Int64
  /// When PostgreSQL said so. Of two values of one version the later counts.
  public var readAt: UnixMilliseconds

  public init(_ license: License, readAt: UnixMilliseconds) {
    id = license.id
    appID = license.appID
    plan = license.plan
    expiresAt = license.expiresAt
    activatedAt = license.activatedAt
    disabledAt = license.disabledAt
    features = license.features
    version = license.version
    self.readAt = readAt
  }

  /// As the rules take it. What Redis does not keep (code, days, seats, reason, remark, order) is
  /// empty, for no verdict reads it.
  public var license: License {
    License(
      id: id, appID: appID, code: LicenseCode(stored: ""), plan: plan, durationDays: nil,
      expiresAt: expiresAt, allowDevices: nil, activatedAt: activatedAt, disabledAt: disabledAt,
      disabledReason: nil, features: features, remark: nil, orderID: nil, version: version,
      createdAt: Timestamp(secondsSinceEpoch: 0))
  }

  public func isFresh(at now: UnixMilliseconds) -> Bool {
    now.value - readAt.value < Self.freshMilliseconds
  }
}

extension StoredLicense {
  /// The form as a pattern of Lua, for the script that compares.
  static let pattern: StaticString =
    "^1 (%d+) (%d+) [a-z2-7]+ [tmyl] [%d-]+ [%d-]+ [%d-]+ {.*}$"

  var bytes: [UInt8] {
    var writer = StoredValueWriter(byteCount: 96 + features.json.utf8.count)
    writer.number(version)
    writer.number(readAt.value)
    writer.id(appID.rawValue)
    writer.letter(Self.letter(of: plan))
    writer.optionalTime(expiresAt)
    writer.optionalTime(activatedAt)
    writer.optionalTime(disabledAt)
    writer.rest(features.json)
    return writer.bytes
  }

  init?(id: LicenseID, bytes: [UInt8]) {
    guard var reader = StoredValueReader(bytes),
      let version = reader.number(), let readAt = reader.number(), let app = reader.id(),
      let plan = Self.plan(reader.letter()), let expiresAt = reader.optionalTime(),
      let activatedAt = reader.optionalTime(), let disabledAt = reader.optionalTime(),
      let features = reader.text(), features.utf8.first == UInt8(ascii: "{"),
      features.utf8.last == UInt8(ascii: "}")
    else { return nil }
    self.id = id
    appID = AppID(rawValue: app)
    self.plan = plan
    self.expiresAt = expiresAt
    self.activatedAt = activatedAt
    self.disabledAt = disabledAt
    self.features = Features(json: features)
    self.version = version
    self.readAt = UnixMilliseconds(readAt)
  }

  private static func letter(of plan: Plan) -> UInt8 {
    switch plan {
    case .trial: UInt8(ascii: "t")
    case .monthly: UInt8(ascii: "m")
    case .yearly: UInt8(ascii: "y")
    case .lifetime: UInt8(ascii: "l")
    }
  }

  private static func plan(_ letter: UInt8?) -> Plan? {
    Plan.allCases.first { Self.letter(of: $0) == letter }
  }
}
