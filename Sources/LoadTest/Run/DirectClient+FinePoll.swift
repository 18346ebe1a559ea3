import HTTPLoad
import MessageBus

extension DirectClient {
  /// The client's poll counts in milliseconds. What is due sooner is waited for in such steps, so
  /// that an answer which comes meanwhile is late by no more.
  private static var fineStep: Int64 { 100_000 }

  /// What happened, waiting for it for `nanoseconds` from `now` at most.
  func poll(nanoseconds: Int64, from now: Int64) -> [DirectEvent] {
    let milliseconds = nanoseconds / 1_000_000
    if milliseconds > 0 { return poll(milliseconds: Int32(clamping: milliseconds)) }
    let events = poll(milliseconds: 0)
    guard events.isEmpty, nanoseconds > 0 else { return events }
    Pause.until(now + min(nanoseconds, Self.fineStep))
    return poll(milliseconds: 0)
  }
}
