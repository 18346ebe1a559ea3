/// How long Redis keeps what it holds. Every write sets it in the same step.
enum ValueLife {
  static let licenseMilliseconds: Int64 = 24 * 3_600_000

  /// Of a binding and its slid end: 24 h, or 1.5 token lives where that is longer, so that an end
  /// outlasts the token it belongs to.
  static func milliseconds(tokenTTLSeconds: Int) -> Int64 {
    max(24 * 3_600_000, Int64(tokenTTLSeconds) * 1500)
  }
}
