/// What the host says of a home.
struct HomeFacts {
  struct Disk: Hashable {
    /// A folder on it.
    let path: String
    /// For who is not root.
    let freeBytes: Int64
    let totalBytes: Int64
  }

  let path: String
  let isRunning: Bool
  /// Each file system once on which the home keeps something.
  let disks: [Disk]
}
