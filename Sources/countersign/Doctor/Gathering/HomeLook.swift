import Glibc

/// Looks whether a home's cluster runs, and how much room its disks have.
struct HomeLook {
  let home: ClusterHome

  func facts() -> HomeFacts {
    HomeFacts(path: home.path, isRunning: HomeLock.holder(home) != nil, disks: disks)
  }

  /// The stores' data may lie elsewhere.
  private var disks: [HomeFacts.Disk] {
    let paths = [home.path, StorePlace.known(to: home)?.path].compactMap { $0 }
    var known: Set<dev_t> = []
    return paths.compactMap { path in
      var status = stat()
      guard stat(path, &status) == 0, known.insert(status.st_dev).inserted else { return nil }
      return Self.disk(path)
    }
  }

  private static func disk(_ path: String) -> HomeFacts.Disk? {
    var figures = statvfs()
    guard statvfs(path, &figures) == 0 else { return nil }
    let block = Int64(clamping: figures.f_frsize)
    return HomeFacts.Disk(
      path: path, freeBytes: product(Int64(clamping: figures.f_bavail), block),
      totalBytes: product(Int64(clamping: figures.f_blocks), block))
  }

  /// File systems of networks may say anything.
  private static func product(_ blocks: Int64, _ size: Int64) -> Int64 {
    let (bytes, isTooMuch) = blocks.multipliedReportingOverflow(by: size)
    return isTooMuch ? .max : bytes
  }
}
