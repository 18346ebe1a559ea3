import Licensing

/// What the work thread says about one request.
package struct LaneAnswer: Sendable {
  package enum Content: Sendable {
    case reply(BusReply)
    /// Its deadline had passed before work on it began.
    case tooLate
  }

  package let id: RequestID
  package let content: Content
}
