import Glibc
import Instants

/// Waits on a condition that nothing announces.
enum Waiting {
  /// Looks every 20 ms, at most for `milliseconds`; says whether the condition holds.
  static func until(milliseconds: Int64, _ condition: () throws -> Bool) rethrows -> Bool {
    let time = SystemTimeSource()
    let deadline = time.monotonic() + milliseconds
    while true {
      if try condition() { return true }
      guard time.monotonic() < deadline else { return false }
      poll(nil, 0, 20)
    }
  }
}
