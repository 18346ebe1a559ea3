import Instants
import MessageBus
import ServiceAPI

/// What a question is answered with: at once, or when the claims of its verdict are signed.
enum Answer {
  case reply(BusReply)
  case verdict(UnsignedVerdict)
}

struct UnsignedVerdict {
  let statement: Statement
  let answer: VerdictAnswer
  /// The end to which a valid verdict slid the current token.
  let slidEnd: Timestamp?

  /// `credential` is the signed statement, as a JSON value.
  func reply(_ credential: [UInt8]) -> BusReply { .json(answer.body(credential: credential)) }
}
