import Cryptography
import Encodings
import Glibc

/// The folder of the private stores' data and of all sockets: the home, or, where PostgreSQL's user
/// cannot enter that or a socket's path would be too long, one below /var/tmp that the home names.
struct StorePlace: Hashable {
  /// `sun_path` has 108 bytes with its closing null.
  private static let socketPathLimitBytes = 107
  private static let longestSocketName = "/postgres/.s.PGSQL.5432"

  let path: String

  var postgresDirectory: String { path + "/postgres" }
  var postgresData: String { path + "/postgres/data" }
  var redisDirectory: String { path + "/redis" }
  var redisSocket: String { path + "/redis/s" }
  var busDirectory: String { path + "/bus" }

  var databaseURL: String { url(role: "countersign", database: "countersign") }
  var superuserURL: String { url(role: "postgres", database: "postgres") }
  var redisURL: String { "unix://" + redisSocket }

  private func url(role: String, database: String) -> String {
    "postgresql://\(role)@/\(database)?host=\(StorePlace.percentEncoded(postgresDirectory))"
  }

  /// The place of a home that has one already.
  static func known(to home: ClusterHome) -> StorePlace? {
    if let recorded = Files.text(home.storePlaceFile)?.split(separator: "\n").first {
      return StorePlace(path: String(recorded))
    }
    return Files.isDirectory(home.path) ? StorePlace(path: home.path) : nil
  }

  /// Chooses the place, makes its folders and writes down where it is.
  static func prepare(for home: ClusterHome) throws(CommandFault) -> StorePlace {
    let place = try choose(for: home)
    try Files.makeDirectory(place.redisDirectory)
    try Files.makeDirectory(place.busDirectory)
    try Files.makeDirectory(place.postgresDirectory)
    try PostgresUser.takeOver(place.postgresDirectory)
    return place
  }

  private static func choose(for home: ClusterHome) throws(CommandFault) -> StorePlace {
    if let recorded = known(to: home), recorded.path != home.path {
      try makePrivate(recorded.path)
      return recorded
    }
    if fits(home.path), PostgresUser.canEnter(home.path) { return StorePlace(path: home.path) }
    let digest = Hex.encode(SHA256.hash(Array(home.path.utf8)).prefix(8))
    let place = StorePlace(path: "/var/tmp/countersign-" + digest)
    try makePrivate(place.path)
    try Files.write(place.path + "\n", to: home.storePlaceFile)
    return place
  }

  static func fits(_ path: String) -> Bool {
    path.utf8.count + longestSocketName.utf8.count <= socketPathLimitBytes
  }

  /// Anybody may have made a folder of that name below /var/tmp: it must be ours alone.
  private static func makePrivate(_ path: String) throws(CommandFault) {
    try Files.makeDirectory(path, mode: getuid() == 0 ? 0o711 : 0o700)
    guard Files.target(ofLink: path) == nil else {
      throw CommandFault("\(path) is a link that somebody has put there; remove it first")
    }
    try Files.requireOwn(path)
  }

  private static func percentEncoded(_ path: String) -> String {
    path.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "-"),
        UInt8(ascii: "_"), UInt8(ascii: "."):
        String(UnicodeScalar(byte))
      default: "%" + Hex.encode([byte]).uppercased()
      }
    }.joined()
  }
}
