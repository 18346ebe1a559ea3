import Glibc

/// Whether a file or folder is there, closed to others and its owner's.
enum FileCheck {
  /// - Parameter user: who asks. Root may look at what belongs to the service's user: then a file
  ///   belongs to the owner of its folder.
  static func finding(_ facts: FileFacts, user: uid_t) -> Finding {
    let check = "files.\(facts.name)"
    switch facts.state {
    case .absent: return .fault(check, "\(facts.path) is not there", do: absence(facts.kind))
    case .unreadable(let number):
      return .fault(
        check, "\(facts.path) cannot be looked at (\(String(cString: strerror(number))))",
        do: "let the service's user pass its folders, and ask as that user")
    case .present(let mode, let owner, let isOfKind):
      guard isOfKind else {
        return .fault(
          check, "\(facts.path) is not a \(word(facts.kind))", do: "put a plain one in its place")
      }
      return finding(check, facts, mode, owner, user)
    }
  }

  private static func finding(
    _ check: String, _ facts: FileFacts, _ mode: mode_t, _ owner: uid_t, _ user: uid_t
  ) -> Finding {
    if mode & forbidden(facts.kind) != 0 {
      return .fault(
        check, "\(facts.path) has mode \(octal(mode)), open to others",
        do: "chmod \(octal(wanted(facts.kind))) \(facts.path)\(consequence(facts.kind))")
    }
    if facts.kind == .homeFolder, mode & 0o044 != 0 {
      return .warning(
        check, "\(facts.path) has mode \(octal(mode)): others see what is in it, and open none",
        do: "chmod \(octal(wanted(facts.kind))) \(facts.path)")
    }
    let expected = user == 0 ? (facts.folderOwner ?? 0) : user
    if owner != expected && facts.kind != .publicFile {
      return .fault(
        check, "\(facts.path) belongs to user \(owner), not to \(expected)",
        do: "chown \(expected) \(facts.path)")
    }
    return .ok(check, "\(facts.path), mode \(octal(mode))")
  }

  private static func forbidden(_ kind: FileFacts.Kind) -> mode_t {
    switch kind {
    case .secretFile, .closedFolder: 0o077
    case .publicFile: 0o022
    case .homeFolder: 0o022
    }
  }

  private static func wanted(_ kind: FileFacts.Kind) -> mode_t {
    switch kind {
    case .secretFile: 0o600
    case .publicFile: 0o644
    case .closedFolder: 0o700
    case .homeFolder: 0o711
    }
  }

  private static func consequence(_ kind: FileFacts.Kind) -> String {
    switch kind {
    case .secretFile: ", and change the secret if others may have read it"
    case .publicFile: ", and see that it says what you wrote"
    case .closedFolder, .homeFolder: ""
    }
  }

  private static func word(_ kind: FileFacts.Kind) -> String {
    switch kind {
    case .secretFile, .publicFile: "regular file"
    case .closedFolder, .homeFolder: "folder"
    }
  }

  private static func absence(_ kind: FileFacts.Kind) -> String {
    switch kind {
    case .secretFile:
      "restore it from your backup; countersign keys makes new ones for a new service"
    case .publicFile: "countersign keys signs it, where the root key is"
    case .closedFolder, .homeFolder: "countersign up makes it"
    }
  }

  private static func octal(_ mode: mode_t) -> String {
    "0" + String(mode & 0o7777, radix: 8)
  }
}
