/// How far another clock is from this host's, as one question and its answer tell.
struct ClockFacts: Hashable {
  /// Theirs less ours, at the middle of the round trip.
  let differenceMilliseconds: Int64
  /// Half of the round trip, and half of what the answer was cut to.
  let uncertaintyMilliseconds: Int64

  /// - Parameters:
  ///   - theirs: what they answered.
  ///   - sentAt: our clock before the question.
  ///   - receivedAt: our clock after the answer.
  ///   - resolutionMilliseconds: what the answer is cut to.
  init(theirs: Int64, sentAt: Int64, receivedAt: Int64, resolutionMilliseconds: Int64 = 1) {
    let middle = sentAt + (receivedAt - sentAt) / 2
    differenceMilliseconds = theirs + resolutionMilliseconds / 2 - middle
    uncertaintyMilliseconds = (receivedAt - sentAt) / 2 + (resolutionMilliseconds + 1) / 2
  }

  /// What of the difference is certain.
  var certainMilliseconds: Int64 {
    max(0, abs(differenceMilliseconds) - uncertaintyMilliseconds)
  }
}
