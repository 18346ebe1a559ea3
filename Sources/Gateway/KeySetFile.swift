import Instants
import ServiceKit

#if canImport(Glibc)
  import Glibc
#endif

/// The signed key set as it lies on disk, read again when the file has changed. One thread only.
final class KeySetFile {
  /// How often the file is looked at.
  private static let lookMilliseconds: Int64 = 1_000
  private static let limitBytes = 64 * 1024

  /// What tells one state of a file from another.
  private struct Mark: Equatable {
    let inode: UInt
    let bytes: Int
    let seconds: Int
    let nanoseconds: Int
  }

  private let path: String
  private let log: Logger
  private var mark: Mark?
  private var nextLook = MonotonicTime(nanoseconds: .min)
  private(set) var contents: [UInt8]?
  /// Quoted, over the contents.
  private(set) var entityTag = ""

  init(path: String, log: Logger) {
    self.path = path
    self.log = log
  }

  /// Looks at the file if that is due. Without a readable file `contents` is what was read last.
  func refresh(at now: MonotonicTime) {
    guard now >= nextLook else { return }
    nextLook = now + Self.lookMilliseconds
    let seen = currentMark()
    guard seen == nil || seen != mark else { return }
    do {
      let read = try FileContents.read(path, limitBytes: Self.limitBytes)
      mark = seen
      contents = read
      entityTag = Self.entityTag(of: read)
    } catch {
      log.warning("The key set file cannot be read.", [LogField("reason", "\(error)")])
    }
  }

  private func currentMark() -> Mark? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return Mark(
      inode: UInt(status.st_ino), bytes: Int(status.st_size), seconds: status.st_mtim.tv_sec,
      nanoseconds: status.st_mtim.tv_nsec)
  }

  /// FNV-1a: the file is the operator's own, nobody makes it collide.
  private static func entityTag(of bytes: [UInt8]) -> String {
    let hash = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    return "\"\(String(hash, radix: 16))\""
  }
}
