import Licensing
import MessageBus
import TestWorkers
import Testing

/// What the suites over the stores begin with: each test has stores and a lane of its own.
class VerificationSuite {
  let bench: VerificationBench
  var workers: WorkerBench { bench.workers }

  init() throws {
    bench = try VerificationBench()
  }

  func config(_ signer: CallSigner) -> BusRequest {
    workers.signed(signer, "GET", "/v1/config")
  }

  /// Asks as an operator; a key that is not known is answered after a look into the store.
  func introspect(_ token: String, _ key: String) throws -> TestAnswer {
    let request = BusRequest.make(
      "POST", "/v1/introspect", #"{"access_token":"\#(token)"}"#,
      headers: [("authorization", "Bearer \(key)")], receivedAt: workers.time.monotonic())
    if let answer = bench.lane.handle([request])[request.id] { return answer }
    workers.time.advance(milliseconds: 50)
    return try #require(bench.lane.tick()[request.id])
  }
}
