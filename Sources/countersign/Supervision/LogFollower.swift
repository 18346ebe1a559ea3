import Glibc
import ServiceKit

/// Shows what is added to a log from now on, whole lines only.
final class LogFollower {
  private static let limitBytes = 64 * 1024 * 1024
  private let path: String
  private var seenCount: Int

  init(_ path: String) {
    self.path = path
    seenCount = LogFollower.bytes(path).count
  }

  func showNews() {
    let bytes = LogFollower.bytes(path)
    guard bytes.count > seenCount,
      let end = bytes.lastIndex(of: UInt8(ascii: "\n")), end >= seenCount
    else { return }
    DescriptorLogSink(fileDescriptor: STDOUT_FILENO).write(Array(bytes[seenCount...end]))
    seenCount = end + 1
  }

  private static func bytes(_ path: String) -> [UInt8] {
    (try? FileContents.read(path, limitBytes: limitBytes)) ?? []
  }
}
