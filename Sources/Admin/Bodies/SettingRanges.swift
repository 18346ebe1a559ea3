/// What an app's settings may be. The lower ends keep a credential and a token usable at all, the
/// upper ends keep a mistyped number from switching a safeguard off for good.
enum SettingRanges {
  /// Never 0: a credential that ends when it is made is how a refusal is written.
  static let offlineGraceSeconds = 1...31_536_000
  static let verifyIntervalSeconds = 1...31_536_000
  static let tokenTTLSeconds = 1...31_536_000
  /// 0 forbids it.
  static let selfUnbindPer30Days = 0...1000
  /// Never 0, which would shut everybody out; `null` lifts a limit.
  static let rateLimit = 1...1_000_000
  /// 0 ends the old key at once.
  static let keyOverlapSeconds = 0...2_592_000
}
