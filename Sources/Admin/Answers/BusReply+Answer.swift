import Licensing
import MessageBus
import Problems

extension BusReply {
  init(_ answer: Answer) {
    self.init(
      status: answer.status, headers: answer.headers.map { BusHeader($0.name, $0.value) },
      body: answer.body)
  }

  init(_ problem: Problem, to id: RequestID) {
    self.init(
      status: problem.status,
      headers: problem.headers.map { BusHeader($0.name.lowercased(), $0.value) },
      body: problem.body(requestID: id))
  }
}
