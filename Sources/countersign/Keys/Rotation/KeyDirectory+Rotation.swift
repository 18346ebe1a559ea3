import Glibc
import LicenseStore
import ServiceKit

/// Token and master keys, and how files of keys are replaced.
extension KeyDirectory {
  var pastSigningFile: String { pastFile(of: .signing) }

  func file(of kind: KeyKind) -> String {
    switch kind {
    case .token: tokenFile
    case .master: masterFile
    case .signing: signingFile
    }
  }

  /// What was in use before; no service reads it.
  func pastFile(of kind: KeyKind) -> String { "\(path)/\(kind.rawValue)-past.keys" }

  func entries(of kind: KeyKind) throws -> [SecretKeyFile.Entry] {
    let file = file(of: kind)
    let text = try SecretFile(path: file).readText()
    do throws(SecretKeyFault) {
      return try SecretKeyFile.entries(text.value)
    } catch {
      throw CommandFault("\(file): \(error)")
    }
  }

  func write(_ entries: [SecretKeyFile.Entry], of kind: KeyKind) throws {
    try Self.replace(file(of: kind), with: entries.map(\.line).joined())
  }

  /// Takes the key that may go out of its file, and keeps its line beside it: where something
  /// still rests on it after all, the line can be put back.
  func retire(_ entries: [SecretKeyFile.Entry], of kind: KeyKind) throws {
    let staying = try NumberedRotation.retiring(entries)
    let gone = entries.filter { entry in
      !staying.contains { $0.key.number == entry.key.number }
    }
    let past = pastFile(of: kind)
    let text = Files.exists(past) ? try SecretFile(path: past).readText().value : ""
    var lines = text.split(separator: "\n").map { "\($0)\n" }
    lines += gone.map { SecretKeyFile.line(for: $0.key) }.filter { !lines.contains($0) }
    try Self.replace(past, with: lines.joined(), like: file(of: kind))
    try write(staying, of: kind)
  }

  /// The new file belongs to whom the old one belonged to: root may do this for the service's user.
  static func replace(_ file: String, with text: String, like old: String? = nil) throws {
    var status = stat()
    let isKnown = stat(old ?? file, &status) == 0
    try Files.write(text, to: file)
    guard isKnown, status.st_uid != geteuid() else { return }
    guard chown(file, status.st_uid, status.st_gid) == 0 else {
      throw CommandFault("\(file) cannot be given to user \(status.st_uid), whom it belonged to")
    }
  }
}
