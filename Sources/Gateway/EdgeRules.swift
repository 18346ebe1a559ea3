/// What a lane goes by.
struct EdgeRules: Sendable {
  var requestTimeoutMilliseconds: Int64 = 5_000
  var trustedProxies = TrustedProxies()
}
