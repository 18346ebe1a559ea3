import Glibc
import Instants
import LicenseStore
import ServiceKit
import Testing

@testable import ServiceAPI

/// A lane in the midst of reading the apps, until it is told to end.
final class SlowReading: Sendable {
  private static let limitMilliseconds: Int32 = 10_000

  private let thread: OSThread
  private let mayEnd: WakeDescriptor

  /// Returns when the lane has begun to read.
  init(_ directory: AppDirectory, _ comparison: AppComparison, fails: Bool = false) throws {
    let hasBegun = try WakeDescriptor()
    let mayEnd = try WakeDescriptor()
    self.mayEnd = mayEnd
    thread = try OSThread.start(name: "reading") {
      _ = try? directory.compare(comparison) { _ throws(StoreError) in
        hasBegun.wake()
        _ = mayEnd.wait(milliseconds: Self.limitMilliseconds)
        if fails { throw .away }
        return AppSamples.catalogue(revision: comparison.revision)
      }
    }
    try #require(hasBegun.wait(milliseconds: Self.limitMilliseconds))
  }

  /// Goes on reading until `condition` holds, or for too long.
  func holdUntil(_ condition: () -> Bool) throws -> Bool {
    let limit = SystemTimeSource().monotonic() + Int64(Self.limitMilliseconds)
    while !condition() {
      guard SystemTimeSource().monotonic() < limit else { return false }
      poll(nil, 0, 1)
    }
    return true
  }

  func end() throws {
    mayEnd.wake()
    let limit = SystemTimeSource().monotonic() + Int64(Self.limitMilliseconds)
    try #require(thread.join(until: limit))
  }
}
