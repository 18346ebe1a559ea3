/// Finds the members of a JSON text that hold secrets, without reading the rest of it.
enum SecretMembers {
  /// Of longer answers, pages of ten thousand licences, the beginning will do.
  static let byteLimit = 65_536

  private static let names: [(name: [UInt8], kind: SecretKind)] = [
    (Array("\"access_token".utf8), .tokenSecret), (Array("\"client_key".utf8), .clientKey),
    (Array("\"credential".utf8), .credential), (Array("\"code".utf8), .licenseCode),
  ]

  /// Members with a text for their value. No secret has a byte that JSON would escape.
  static func read(_ body: [UInt8]) -> [(kind: SecretKind, value: String)] {
    var found: [(kind: SecretKind, value: String)] = []
    var offset = 0
    let end = min(body.count, byteLimit) - 2
    while offset < end {
      defer { offset += 1 }
      guard body[offset] == 0x22, body[offset + 1] == 0x3A, body[offset + 2] == 0x22,
        let kind = kind(body[..<offset])
      else { continue }
      let value = body[(offset + 3)...].prefix { $0 != 0x22 }
      found.append((kind, String(decoding: value, as: UTF8.self)))
    }
    return found
  }

  private static func kind(_ before: ArraySlice<UInt8>) -> SecretKind? {
    names.first { before.suffix($0.name.count).elementsEqual($0.name) }?.kind
  }
}
