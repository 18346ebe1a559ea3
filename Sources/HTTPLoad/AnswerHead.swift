/// Status line and header block, as far as a load test needs them.
struct AnswerHead: Equatable {
  let status: Int
  /// With the empty line behind it.
  let headByteCount: Int
  let bodyByteCount: Int
  /// `Connection: close`.
  let closes: Bool

  var byteCount: Int { headByteCount + bodyByteCount }
}
