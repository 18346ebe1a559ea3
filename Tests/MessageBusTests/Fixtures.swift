import Instants
import Licensing
import Wire

@testable import MessageBus

/// Made-up values with only what a test cares about.
enum Fixtures {
  static let wallStart: Int64 = 1_800_000_000_000

  /// The moment that many milliseconds after the start.
  static func time(_ milliseconds: Int64) -> BusTime {
    BusTime(
      wall: UnixMilliseconds(wallStart + milliseconds), monotonic: monotonic(milliseconds))
  }

  static func monotonic(_ milliseconds: Int64) -> MonotonicTime {
    MonotonicTime(nanoseconds: 0) + milliseconds
  }

  static func wall(_ milliseconds: Int64) -> UnixMilliseconds {
    UnixMilliseconds(wallStart + milliseconds)
  }

  static func id(_ number: Int) -> RequestID {
    let bytes = (0..<16).map { UInt8(truncatingIfNeeded: number >> (8 * (15 - $0))) }
    return RequestID(bytes: bytes) ?? .random()
  }

  static func request(
    _ number: Int, service: String = "verification", deadline: Int64 = 5000,
    body: [UInt8] = [1]
  ) -> OutgoingRequest {
    OutgoingRequest(
      id: id(number), service: service, method: "POST", target: Array("/v1/verify".utf8),
      headers: [], clientAddress: "192.0.2.1", deadline: wall(deadline), traceID: "", body: body)
  }

  static func reply(_ number: Int, status: UInt32 = 200) -> Envelope {
    .reply(ReplyHead(id: id(number).bytes, status: status, headers: []))
  }

  static func heartbeat(isAble: Bool = true, clock: UInt64 = 0) -> Envelope {
    .heartbeat(Heartbeat(clockUnixMilliseconds: clock, isAble: isAble))
  }
}
