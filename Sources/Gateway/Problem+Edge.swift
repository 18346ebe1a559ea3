import HTTPServer
import Licensing
import MessageBus
import Problems

extension Problem {
  /// Nothing was sent to a worker.
  init(refusal: SubmitRefusal) {
    switch refusal {
    case .noWorker, .full: self.init(unavailableFor: 1)
    case .tooLarge: self.init(.bodyTooLarge)
    }
  }

  /// It was sent, and no answer came back.
  init(failure: GatewayEvent.FailureReason) {
    switch failure {
    case .deadlineExceeded, .rejected(code: .tooLate, retryAfterMs: _):
      self.init(.deadlineExceeded)
    case .unavailable:
      self.init(unavailableFor: 1)
    case .rejected(code: _, let retryAfterMs):
      self.init(unavailableFor: max(1, (Int(retryAfterMs) + 999) / 1_000))
    }
  }

  private init(unavailableFor seconds: Int) {
    self.init(.serviceUnavailable)
    retryAfterSeconds = seconds
  }
}

extension HTTPResponse {
  /// Not to be kept by caches, which would keep a 404 or 405 without being told.
  init(_ problem: Problem, _ id: RequestID) {
    self.init(
      status: problem.status,
      headers: problem.headers.map { Header($0.name, $0.value) }
        + [Header("Cache-Control", "no-store")],
      body: problem.body(requestID: id))
  }
}
