/// How codes are made: 80 random bits of the operating system, each character from five of them.
extension LicenseCode {
  public static func generate(prefix: CodePrefix? = nil) -> LicenseCode {
    var generator = SystemRandomNumberGenerator()
    return generate(prefix: prefix, using: &generator)
  }

  public static func generate(
    prefix: CodePrefix?, using generator: inout some RandomNumberGenerator
  ) -> LicenseCode {
    var characters = Array((prefix?.text ?? "").utf8)
    for _ in 0..<bodyLength {
      // 32 characters, so that the lowest five bits choose without bias.
      characters.append(alphabet[Int(generator.next() & 31 as UInt64)])
    }
    return LicenseCode(stored: String(decoding: characters, as: UTF8.self))
  }

  /// Exactly `count` codes, all different; `nil` from a generator that repeats itself.
  public static func batch(count: Int, prefix: CodePrefix?) -> [LicenseCode]? {
    var generator = SystemRandomNumberGenerator()
    return batch(count: count, prefix: prefix, using: &generator)
  }

  public static func batch(
    count: Int, prefix: CodePrefix?, using generator: inout some RandomNumberGenerator
  ) -> [LicenseCode]? {
    var codes: Set<LicenseCode> = []
    for _ in 0..<2 * count where codes.count < count {
      codes.insert(generate(prefix: prefix, using: &generator))
    }
    return codes.count == count ? Array(codes) : nil
  }
}
