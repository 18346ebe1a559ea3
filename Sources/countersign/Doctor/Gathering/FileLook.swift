import Glibc

/// Looks at the files and folders that matter; opens none.
struct FileLook {
  let settings: DoctorSettings
  /// `nil`: the settings are not of a home.
  let home: ClusterHome?

  func facts() -> [FileFacts] {
    named + (home.map(places) ?? [])
  }

  private static let settingsOfFiles: [(setting: String, name: String, kind: FileFacts.Kind)] = [
    ("COUNTERSIGN_MASTER_KEY_FILE", "master", .secretFile),
    ("COUNTERSIGN_TOKEN_KEY_FILE", "token", .secretFile),
    ("COUNTERSIGN_SIGNING_KEY_FILE", "signing", .secretFile),
    ("COUNTERSIGN_KEY_SET_FILE", "key-set", .publicFile),
    ("COUNTERSIGN_DIRECT_KEY_FILE", "direct", .secretFile),
    ("COUNTERSIGN_DIRECT_CLIENTS_FILE", "direct-clients", .publicFile),
    ("COUNTERSIGN_BUS_KEY_FILE", "bus", .secretFile),
    ("COUNTERSIGN_BUS_PEERS_FILE", "bus-peers", .publicFile),
    ("COUNTERSIGN_TLS_KEY_FILE", "tls-key", .secretFile),
    ("DATABASE_URL_FILE", "database-url", .secretFile),
    ("REDIS_URL_FILE", "redis-url", .secretFile),
  ]

  private var named: [FileFacts] {
    Self.settingsOfFiles.compactMap { entry in
      settings[entry.setting].map { Self.look(entry.name, $0, entry.kind) }
    }
  }

  private func places(_ home: ClusterHome) -> [FileFacts] {
    let keys = KeyDirectory(path: home.keys)
    let folders = [
      Self.look("home", home.path, .homeFolder), Self.look("keys", home.keys, .closedFolder),
      Self.look("secrets", home.secrets, .closedFolder), Self.look("log", home.logs, .closedFolder),
    ]
    let curve = [("direct", keys.directFolder), ("bus", keys.busFolder)].flatMap(Self.curveKeys)
    let secrets =
      [
        ("root", keys.rootFile), ("signing-next", keys.nextSigningFile),
        ("env", home.environmentFile), ("operator-key", home.operatorKeyFile),
      ] + KeyKind.allCases.map { ("\($0.rawValue)-past", keys.pastFile(of: $0)) }
    let open = [("root-public", keys.rootPublicFile), ("direct-clients", keys.directClientsFile)]
    let others =
      secrets.map { Self.look($0.0, $0.1, .secretFile) }
      + open.map { Self.look($0.0, $0.1, .publicFile) }
    // These need not be there: the root key belongs off the host, the rest comes with a cluster or
    // a rotation.
    return folders + curve + others.filter { $0.state != .absent }
  }

  private static func curveKeys(_ name: String, _ folder: String) -> [FileFacts] {
    Files.names(in: folder).filter { $0.hasSuffix(".key") }
      .map { look("\(name).\($0.dropLast(4))", "\(folder)/\($0)", .secretFile) }
  }

  static func look(_ name: String, _ path: String, _ kind: FileFacts.Kind) -> FileFacts {
    var folder = stat()
    let knowsFolder = stat(Files.parent(of: Files.absolute(path)), &folder) == 0
    return FileFacts(
      name: name, path: path, kind: kind, state: state(path, kind),
      folderOwner: knowsFolder ? folder.st_uid : nil)
  }

  private static func state(_ path: String, _ kind: FileFacts.Kind) -> FileFacts.State {
    var status = stat()
    guard stat(path, &status) == 0 else {
      return errno == ENOENT ? .absent : .unreadable(errorNumber: errno)
    }
    let isFolder = kind == .closedFolder || kind == .homeFolder
    let isOfKind = status.st_mode & S_IFMT == (isFolder ? S_IFDIR : S_IFREG)
    return .present(mode: status.st_mode & 0o7777, owner: status.st_uid, isOfKind: isOfKind)
  }
}
