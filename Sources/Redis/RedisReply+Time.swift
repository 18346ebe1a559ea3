import Instants

extension RedisReply {
  /// What `TIME` answers: seconds, and microseconds of the next one. `nil`: that is no time.
  public var time: UnixMilliseconds? {
    let numbers = (array ?? []).map { part in
      part.bytes.flatMap { Int64(String(decoding: $0, as: UTF8.self)) }
    }
    guard numbers.count == 2, let seconds = numbers[0], let microseconds = numbers[1],
      seconds >= 0, (0..<1_000_000).contains(microseconds)
    else { return nil }
    let whole = seconds.multipliedReportingOverflow(by: 1000)
    let sum = whole.partialValue.addingReportingOverflow(microseconds / 1000)
    return whole.overflow || sum.overflow ? nil : UnixMilliseconds(sum.partialValue)
  }
}
