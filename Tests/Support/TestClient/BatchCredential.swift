/// What stands in place of a credential's text for a client that asked for batch proofs
/// (signing.md, "Batch proof"), decoded and not yet believed.
public struct BatchCredential: Sendable {
  public let type: Json
  public let keyID: Json
  public let payload: [UInt8]
  public let size: Int64
  public let index: Int64
  public let path: [[UInt8]]
  public let signature: [UInt8]

  public init?(_ proof: Json) {
    guard let payload = proof["payload"].string.flatMap(Base64URL.bytes),
      let size = proof["size"].integer, let index = proof["index"].integer,
      let signature = proof["signature"].string.flatMap(Base64URL.bytes),
      case .list(let steps) = proof["path"]
    else { return nil }
    let path = steps.compactMap { $0.string.flatMap(Base64URL.bytes) }
    guard path.count == steps.count, path.allSatisfy({ $0.count == 32 }) else { return nil }
    self.payload = payload
    self.size = size
    self.index = index
    self.path = path
    self.signature = signature
    type = proof["typ"]
    keyID = proof["kid"]
  }

  public var claims: Json? { try? JsonReader.read(payload) }

  public func isSigned(by publicKey: [UInt8]) -> Bool {
    guard (0..<size).contains(index), size <= Int64(UInt32.max),
      let root = root(from: TestCrypto.sha256([0] + payload), index, size, path[...])
    else { return false }
    let count = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: size >> $0) }
    let signed = Array("countersign-batch".utf8) + [0] + count + root
    return TestCrypto.isValid(signature: signature, of: signed, by: publicKey)
  }

  /// From the root down, as RFC 9162 section 2.1.1 builds the tree: the left part holds the largest
  /// power of two below `size`.
  private func root(
    from leaf: [UInt8], _ index: Int64, _ size: Int64, _ path: ArraySlice<[UInt8]>
  ) -> [UInt8]? {
    if size == 1 { return path.isEmpty ? leaf : nil }
    guard let last = path.last else { return nil }
    var left: Int64 = 1
    while left * 2 < size { left *= 2 }
    let rest = path.dropLast()
    if index < left {
      return root(from: leaf, index, left, rest).map { TestCrypto.sha256([1] + $0 + last) }
    }
    return root(from: leaf, index - left, size - left, rest).map {
      TestCrypto.sha256([1] + last + $0)
    }
  }
}
