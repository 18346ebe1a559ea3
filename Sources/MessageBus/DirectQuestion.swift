/// What a direct client asks.
public struct DirectQuestion: Hashable, Sendable {
  let target: [UInt8]
  /// Lower-case names.
  public var headers: [BusHeader]
  public var body: [UInt8]
  /// How long an answer is of use.
  public var timeoutMilliseconds: Int64

  /// Whether a token counts: `POST /v1/introspect` of the HTTP API, without its header.
  ///
  /// - Parameter body: `{"access_token":"cst_…"}`
  public static func introspect(
    _ body: [UInt8], timeoutMilliseconds: Int64 = 5000
  ) -> DirectQuestion {
    DirectQuestion(
      target: DirectCall.introspectTarget, headers: [], body: body,
      timeoutMilliseconds: timeoutMilliseconds)
  }

  /// A device's own request, passed on: `POST /v1/verify` of the HTTP API.
  ///
  /// - Parameter headers: those that count, `authorization` among them.
  public static func verify(
    _ headers: [BusHeader], _ body: [UInt8], timeoutMilliseconds: Int64 = 5000
  ) -> DirectQuestion {
    DirectQuestion(
      target: DirectCall.verifyTarget, headers: headers, body: body,
      timeoutMilliseconds: timeoutMilliseconds)
  }
}
