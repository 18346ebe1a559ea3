import TestFiles

extension TemporaryFolder {
  func endpoint(_ name: String) -> String { "ipc://\(path)/\(name)" }
}
