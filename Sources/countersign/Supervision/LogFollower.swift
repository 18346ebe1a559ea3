import Glibc
import ServiceKit

/// Shows what is added to a log from now on, whole lines only.
final class LogFollower {
  private static let limitBytes = 64 * 1024 * 1024
  private let path: String
  private var seenCount: Int
  private var shown = ""

  init(_ path: String) {
    self.path = path
    seenCount = LogFollower.bytes(path).count
  }

  func showNews() {
    let bytes = LogFollower.bytes(path)
    guard bytes.count > seenCount,
      let end = bytes.lastIndex(of: UInt8(ascii: "\n")), end >= seenCount
    else { return }
    let news = Array(bytes[seenCount...end])
    DescriptorLogSink(fileDescriptor: STDOUT_FILENO).write(news)
    shown += String(decoding: news, as: UTF8.self)
    seenCount = end + 1
  }

  func hasShown(_ words: String) -> Bool {
    shown.contains(words)
  }

  private static func bytes(_ path: String) -> [UInt8] {
    (try? FileContents.read(path, limitBytes: limitBytes)) ?? []
  }
}
