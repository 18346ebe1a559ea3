import MessageBus

extension BusReply {
  init(_ answer: Answer) {
    self.init(
      status: answer.status, headers: answer.headers.map { BusHeader($0.name, $0.value) },
      body: answer.body)
  }
}
