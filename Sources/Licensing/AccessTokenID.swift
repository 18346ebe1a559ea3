import Encodings

/// What an access token's public part (`cst_` + 32 characters) says, so that nothing need be looked
/// up to check a signature made with it.
public struct AccessTokenID: Hashable, Sendable {
  public static let prefix = "cst_"
  static let byteCount = 20

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
    guard text.hasPrefix(Self.prefix) else { return nil }
    let digits = text.utf8.dropFirst(Self.prefix.utf8.count)
    guard let bytes = Base32.decode(digits, byteCount: Self.byteCount) else { return nil }
    bindingID = BindingID(rawValue: Self.integer(bytes[0..<8]))
    licenseID = LicenseID(rawValue: Self.integer(bytes[8..<16]))
    keyNumber = bytes[16]
    generation = UInt32(Self.integer(bytes[17..<20]))
  }

  public var text: String { Self.prefix + Base32.encode(bytes) }

  public var description: String { text }

  /// What the token's secret is the HMAC of, under the token key.
  public var secretMessage: [UInt8] { Array("countersign-token\n\(text)".utf8) }

  private var bytes: [UInt8] {
    let generationBytes = [16, 8, 0].map { UInt8(truncatingIfNeeded: generation >> $0) }
    return bindingID.bytes + licenseID.bytes + [keyNumber] + generationBytes
  }

  private static func integer(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }
}
