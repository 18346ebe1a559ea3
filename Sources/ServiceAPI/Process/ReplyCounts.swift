/// How a lane's replies went, as counters that only grow.
public struct ReplyCounts {
  private let service: String
  private var done: UInt64 = 0
  private var refused: UInt64 = 0
  private var failed: UInt64 = 0

  public init(service: String) { self.service = service }

  /// By the reply's status: below 400 it did what was asked, below 500 it was refused for cause.
  public mutating func add(_ status: Int) {
    switch status {
    case ..<400: done += 1
    case ..<500: refused += 1
    default: failed += 1
    }
  }

  public var counters: [(name: String, value: UInt64)] {
    [
      ("\(service)_done", done),
      ("\(service)_refused", refused),
      ("\(service)_failed", failed),
    ]
  }
}
