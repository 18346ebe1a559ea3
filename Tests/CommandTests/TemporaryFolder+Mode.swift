import Glibc
import TestFiles

extension TemporaryFolder {
  func mode(of name: String) -> mode_t {
    var status = stat()
    stat("\(path)/\(name)", &status)
    return status.st_mode & 0o777
  }
}
