import Glibc

/// A file that goes with the object.
public final class TemporaryFile {
  public let path: String
  private let folder = TemporaryFolder()

  public init(_ text: String, mode: mode_t = 0o600) {
    path = "\(folder.path)/file"
    let descriptor = open(path, O_WRONLY | O_CREAT, mode)
    precondition(descriptor >= 0, "a test may make a file in its folder")
    let bytes = Array(text.utf8)
    precondition(write(descriptor, bytes, bytes.count) == bytes.count, "a test's file is written")
    fchmod(descriptor, mode)
    close(descriptor)
  }
}
