import Licensing

/// What the work thread says about one request.
struct LaneAnswer: Sendable {
  enum Content: Sendable {
    case reply(BusReply)
    /// Its deadline had passed before work on it began.
    case tooLate
  }

  let id: RequestID
  let content: Content
}
