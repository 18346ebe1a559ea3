import Instants

public enum TokenJudgement: Hashable, Sendable {
  /// Slides with each valid verdict.
  case current(endsAt: Timestamp)
  /// Replaced, and still alive for a little; its end never moves.
  case previous(endsAt: Timestamp)
  case refused(TokenRefusal)
  /// Newer than what is known here: read PostgreSQL before it is refused.
  case unknownNewer
}
