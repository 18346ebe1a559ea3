import Glibc

/// Reads small files whole.
public enum FileContents {
  /// - Parameters:
  ///   - limitBytes: a larger file is refused.
  ///   - secret: refuses a file that its group or others may read or write, and one that is neither
  ///     this user's nor root's.
  public static func read(
    _ path: String, limitBytes: Int = 1024 * 1024, secret: Bool = false
  ) throws(FileFault) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw unreadable(path) }
    defer { close(descriptor) }
    try check(descriptor, path, secret: secret)
    return try readAll(descriptor, path, limitBytes: limitBytes)
  }

  private static func check(
    _ descriptor: Int32, _ path: String, secret: Bool
  ) throws(FileFault) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw unreadable(path) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw FileFault(path: path, reason: .notARegularFile)
    }
    guard secret else { return }
    guard status.st_mode & 0o077 == 0 else { throw FileFault(path: path, reason: .openToOthers) }
    guard status.st_uid == geteuid() || status.st_uid == 0 else {
      throw FileFault(path: path, reason: .ownedByAnother)
    }
  }

  private static func readAll(
    _ descriptor: Int32, _ path: String, limitBytes: Int
  ) throws(FileFault) -> [UInt8] {
    var contents: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 16 * 1024)
    while true {
      let count = Glibc.read(descriptor, &piece, piece.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw unreadable(path) }
      guard count > 0 else { return contents }
      contents.append(contentsOf: piece[..<count])
      guard contents.count <= limitBytes else {
        throw FileFault(path: path, reason: .tooLarge(limitBytes: limitBytes))
      }
    }
  }

  private static func unreadable(_ path: String) -> FileFault {
    FileFault(path: path, reason: .unreadable(errorNumber: errno))
  }
}
