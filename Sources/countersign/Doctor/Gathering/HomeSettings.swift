/// The settings that a home's own places stand for, as `countersign up` hands them to its processes.
enum HomeSettings {
  private static let fromEnvironmentFile = [
    "COUNTERSIGN_URL", "COUNTERSIGN_OPS_URL", "COUNTERSIGN_PIDS", "COUNTERSIGN_ROOT_KEY",
  ]

  /// Empty where no cluster was ever made.
  static func values(of home: ClusterHome) -> [String: String] {
    guard Files.isDirectory(home.secrets) else { return [:] }
    let keys = KeyDirectory(path: home.keys)
    let running = Files.text(home.environmentFile).map(EnvironmentFile.parse) ?? [:]
    var places = [
      "COUNTERSIGN_MASTER_KEY_FILE": keys.masterFile,
      "COUNTERSIGN_TOKEN_KEY_FILE": keys.tokenFile,
      "COUNTERSIGN_SIGNING_KEY_FILE": keys.signingFile,
      "COUNTERSIGN_KEY_SET_FILE": keys.keySetFile,
      "DATABASE_URL_FILE": home.databaseURLFile,
      "REDIS_URL_FILE": home.redisURLFile,
    ]
    let root = Files.text(keys.rootPublicFile)?.split(whereSeparator: \.isWhitespace).first
    places["COUNTERSIGN_ROOT_KEY"] = root.map(String.init)
    return places.merging(running.filter { fromEnvironmentFile.contains($0.key) }) { $1 }
  }
}
