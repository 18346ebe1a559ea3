import Glibc

/// The folder of one cluster: what is where below `COUNTERSIGN_HOME`.
struct ClusterHome: Hashable {
  static let variable = "COUNTERSIGN_HOME"
  static let standardPath = ".run"

  let path: String

  init(path: String) {
    self.path = Files.absolute(path)
  }

  /// The home that the environment names, else `.run` in the current folder.
  init(environment: [String: String]) {
    let named = environment[ClusterHome.variable] ?? ""
    self.init(path: named.isEmpty ? ClusterHome.standardPath : named)
  }

  var environmentFile: String { path + "/env" }
  var pidFile: String { path + "/pids" }
  /// What the options of the running cluster came to.
  var optionsFile: String { path + "/options" }
  var lockFile: String { path + "/lock" }
  var logs: String { path + "/log" }
  var keys: String { path + "/keys" }
  var secrets: String { path + "/secrets" }
  var databaseURLFile: String { secrets + "/database-url" }
  var redisURLFile: String { secrets + "/redis-url" }
  var operatorKeyFile: String { secrets + "/operator-key" }
  /// Names the folder of the stores where that is not the home itself.
  var storePlaceFile: String { path + "/stores" }

  func log(of process: String) -> String {
    "\(logs)/\(process).log"
  }

  /// Makes the folders, or takes those that nobody else could have filled. The home itself can be entered, not listed, by others, since PostgreSQL's
  /// user may need to pass; everything in it is closed.
  func prepare() throws(CommandFault) {
    try Files.makeDirectories(path, mode: getuid() == 0 ? 0o711 : 0o700)
    try Files.requireOwn(path)
    for directory in [logs, keys, secrets] {
      try Files.makeDirectory(directory)
      try Files.requireOwn(directory)
    }
  }
}
