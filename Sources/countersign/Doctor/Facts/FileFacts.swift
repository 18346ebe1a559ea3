import Glibc

/// What the kernel says of one file or folder that matters.
struct FileFacts: Hashable {
  enum Kind: Hashable {
    /// Of mode 0600 or less.
    case secretFile
    /// Anybody may read it, nobody else may write it.
    case publicFile
    /// Of mode 0700 or less.
    case closedFolder
    /// Others may pass, should not list and may not write.
    case homeFolder
  }

  enum State: Hashable {
    case absent
    case unreadable(errorNumber: Int32)
    case present(mode: mode_t, owner: uid_t, isOfKind: Bool)
  }

  /// The check's name behind `files.`.
  let name: String
  let path: String
  let kind: Kind
  let state: State
  /// Of the folder that it lies in; secrets belong to the user the service runs as.
  let folderOwner: uid_t?
}
