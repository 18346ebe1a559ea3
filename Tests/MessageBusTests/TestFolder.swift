import Glibc
import TestFiles
import Testing

/// A folder of mode 0700 with files of a test, which go with it.
final class TestFolder {
  private let folder = TemporaryFolder()

  var path: String { folder.path }

  /// Replaces the file as a whole; gives its path.
  @discardableResult
  func write(_ text: String, to name: String, mode: mode_t = 0o600) -> String {
    let (file, draft) = ("\(path)/\(name)", "\(path)/\(name).new")
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_TRUNC, mode)
    let bytes = Array(text.utf8)
    #expect(Glibc.write(descriptor, bytes, bytes.count) == bytes.count)
    fchmod(descriptor, mode)
    close(descriptor)
    #expect(rename(draft, file) == 0)
    return file
  }
}
