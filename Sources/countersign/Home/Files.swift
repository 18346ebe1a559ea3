import Glibc
import ServiceKit

/// Files and folders that the command makes.
enum Files {
  /// Makes the folder with exactly this mode; one that exists is left as it is.
  static func makeDirectory(_ path: String, mode: mode_t = 0o700) throws(CommandFault) {
    if mkdir(path, mode) == 0 {
      // The process' umask may have taken bits away.
      chmod(path, mode)
    } else if errno != EEXIST || !isDirectory(path) {
      throw CommandFault("the folder \(path) cannot be made: \(reason)")
    }
  }

  /// Whoever owns a folder, or may write into it, chooses what is found there: keys among it.
  static func requireOwn(_ path: String) throws(CommandFault) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR,
      status.st_uid == geteuid(), status.st_mode & 0o022 == 0
    else {
      throw CommandFault(
        "\(path) belongs to another user, or others may write into it: make it yours alone "
          + "(chown, chmod go-w) once you know what is in it, or name another folder")
    }
  }

  /// Makes the folder and those above it.
  static func makeDirectories(_ path: String, mode: mode_t = 0o700) throws(CommandFault) {
    guard !isDirectory(path) else { return }
    let parent = parent(of: path)
    if parent != path { try makeDirectories(parent, mode: 0o755) }
    try makeDirectory(path, mode: mode)
  }

  /// Replaces the file as a whole: a reader sees the old contents or the new, never a part.
  static func write(_ text: String, to path: String, mode: mode_t = 0o600) throws(CommandFault) {
    let draft = "\(path).\(getpid()).new"
    unlink(draft)
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw CommandFault("\(path) cannot be written: \(reason)") }
    let isWritten = writeAll(Array(text.utf8), descriptor) && fsync(descriptor) == 0
    close(descriptor)
    guard isWritten, rename(draft, path) == 0 else {
      let fault = CommandFault("\(path) cannot be written: \(reason)")
      unlink(draft)
      throw fault
    }
  }

  /// The text of a small file, or `nil` where there is none that can be read.
  static func text(_ path: String) -> String? {
    (try? FileContents.read(path)).map { String(decoding: $0, as: UTF8.self) }
  }

  static func exists(_ path: String) -> Bool {
    access(path, F_OK) == 0
  }

  static func isDirectory(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  static func names(in directory: String) -> [String] {
    guard let stream = opendir(directory) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// Where a symbolic link leads; the kernel's links below /proc, too.
  static func target(ofLink path: String) -> String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &buffer, buffer.count)
    guard count > 0 else { return nil }
    return String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
    return String(path[..<slash])
  }

  /// The path without `.`, `..` and doubled slashes, from the root on.
  static func absolute(_ path: String) -> String {
    let full = path.hasPrefix("/") ? path : currentDirectory + "/" + path
    var parts: [Substring] = []
    for part in full.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }

  private static var currentDirectory: String {
    guard let pointer = getcwd(nil, 0) else { return "/" }
    defer { free(pointer) }
    return String(cString: pointer)
  }

  private static var reason: String {
    String(cString: strerror(errno))
  }

  private static func writeAll(_ bytes: [UInt8], _ descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if written < 0 && errno == EINTR { continue }
      guard written > 0 else { return false }
      rest = rest.dropFirst(written)
    }
    return true
  }
}
