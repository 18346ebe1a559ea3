import Instants
import Licensing

/// What Redis keeps of a binding (`b:{binding}`): all that judges its tokens.
public struct StoredBinding: Hashable, Sendable {
  public var id: BindingID
  public var licenseID: LicenseID
  public var deviceID: DeviceID
  /// Unbound ones stay, ends and all: a refusal is a value, too.
  public var isUnbound: Bool
  public var token: TokenState
  public var version: Int64
  /// When PostgreSQL said so. Of two values of one version the later counts.
  public var readAt: UnixMilliseconds

  public init(
    id: BindingID, licenseID: LicenseID, deviceID: DeviceID, isUnbound: Bool, token: TokenState,
    version: Int64, readAt: UnixMilliseconds
  ) {
    self.id = id
    self.licenseID = licenseID
    self.deviceID = deviceID
    self.isUnbound = isUnbound
    self.token = token
    self.version = version
    self.readAt = readAt
  }

  public init(_ binding: Binding, token: TokenState, readAt: UnixMilliseconds) {
    self.init(
      id: binding.id, licenseID: binding.licenseID, deviceID: binding.deviceID,
      isUnbound: !binding.isBound, token: token, version: binding.version, readAt: readAt)
  }
}

extension StoredBinding {
  /// What is longer was never written by us. A scalar has at most four bytes.
  private static let longestDeviceBytes = 4 * DeviceID.lengths.upperBound

  /// The form as a pattern of Lua, for the script that compares.
  static let pattern: StaticString =
    "^1 (%d+) (%d+) [a-z2-7]+ [bu] %d+ %d+ %d+ %d+ [%d-]+ .+$"

  var bytes: [UInt8] {
    var writer = StoredValueWriter(byteCount: 112 + deviceID.text.utf8.count)
    writer.number(version)
    writer.number(readAt.value)
    writer.id(licenseID.rawValue)
    writer.letter(isUnbound ? UInt8(ascii: "u") : UInt8(ascii: "b"))
    writer.number(Int64(token.generation))
    writer.number(Int64(token.keyNumber))
    writer.number(token.issuedAt.secondsSinceEpoch)
    writer.number(token.endsAt.secondsSinceEpoch)
    writer.optionalTime(token.previousEndsAt)
    writer.rest(deviceID.text)
    return writer.bytes
  }

  init?(id: BindingID, bytes: [UInt8]) {
    guard var reader = StoredValueReader(bytes),
      let version = reader.number(), let readAt = reader.number(), let license = reader.id(),
      let isUnbound = Self.isUnbound(reader.letter()), let token = Self.token(&reader),
      let device = reader.text(), device.utf8.count <= Self.longestDeviceBytes
    else { return nil }
    self.init(
      id: id, licenseID: LicenseID(rawValue: license), deviceID: DeviceID(text: device),
      isUnbound: isUnbound, token: token, version: version, readAt: UnixMilliseconds(readAt))
  }

  private static func isUnbound(_ letter: UInt8?) -> Bool? {
    switch letter {
    case UInt8(ascii: "u"): true
    case UInt8(ascii: "b"): false
    default: nil
    }
  }

  private static func token(_ reader: inout StoredValueReader) -> TokenState? {
    guard let generation = reader.number(),
      let keyNumber = reader.number().map(UInt8.init(exactly:)),
      let keyNumber, (1...Int64(0xFF_FFFF)).contains(generation),
      let issuedAt = reader.time(), let endsAt = reader.time(),
      let previousEndsAt = reader.optionalTime()
    else { return nil }
    return TokenState(
      generation: UInt32(generation), keyNumber: keyNumber, issuedAt: issuedAt, endsAt: endsAt,
      previousEndsAt: previousEndsAt)
  }
}
