import Encodings

/// What an access token's public part (`cst_` + 32 characters) says, so that nothing need be looked
/// up to check a signature made with it.
public struct AccessTokenID: Hashable, Sendable {
  public static let prefix = "cst_"
  static let byteCount = 20
  static let characterCount = 36

  public var bindingID: BindingID
  public var licenseID: LicenseID
  public var keyNumber: UInt8
  /// 24 bits.
  public var generation: UInt32

  public init(bindingID: BindingID, licenseID: LicenseID, keyNumber: UInt8, generation: UInt32) {
    self.bindingID = bindingID
    self.licenseID = licenseID
    self.keyNumber = keyNumber
    self.generation = generation
  }
}

extension AccessTokenID: CustomStringConvertible {
  /// `nil` for another form.
  public init?(text: some StringProtocol) {
    self.init(characters: Array(text.utf8)[...])
  }

  /// From the text as ASCII bytes; `nil` for another form.
  public init?(characters: ArraySlice<UInt8>) {
    guard characters.starts(with: Self.prefix.utf8),
      let bytes = Base32.decode(
        characters.dropFirst(Self.prefix.utf8.count), byteCount: Self.byteCount)
    else { return nil }
    bindingID = BindingID(rawValue: UInt64(bigEndian: bytes[0..<8]))
    licenseID = LicenseID(rawValue: UInt64(bigEndian: bytes[8..<16]))
    keyNumber = bytes[16]
    generation = UInt32(UInt64(bigEndian: bytes[17..<20]))
  }

  public var text: String {
    var characters: [UInt8] = []
    append(to: &characters)
    return String(decoding: characters, as: UTF8.self)
  }

  public var description: String { text }

  /// Puts the text behind what is there, as ASCII bytes.
  public func append(to characters: inout [UInt8]) {
    characters.append(contentsOf: Self.prefix.utf8)
    Base32.append(bytes, to: &characters)
  }

  /// What the token's secret is the HMAC of, under the token key.
  public var secretMessage: [UInt8] {
    var message: [UInt8] = []
    message.reserveCapacity(54)
    message.append(contentsOf: "countersign-token\n".utf8)
    append(to: &message)
    return message
  }

  private var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.byteCount)
    bytes.append(bigEndian: bindingID.rawValue)
    bytes.append(bigEndian: licenseID.rawValue)
    bytes.append(keyNumber)
    bytes.append(bigEndian: UInt64(generation), byteCount: 3)
    return bytes
  }
}
