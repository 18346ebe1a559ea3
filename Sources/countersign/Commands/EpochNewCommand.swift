import Cryptography
import Instants
import LicenseStore
import Postgres
import ServiceKit

/// `countersign epoch new`
enum EpochNewCommand: Subcommand {
  static let name = "epoch new"
  static let summary = "Makes what Redis holds count no more, and takes up the Redis in use."
  static let usage = ""
  static let help = """
    For after a restore of PostgreSQL that kept its system identifier and timeline: Redis may know
    a later state than the database. And for when the epoch names a Redis that is not in use, because
    a process was told of another one for a while: the next epoch names none, and the Redis of the
    first worker that comes is taken up. See first that all workers name the same one. Otherwise the
    service sees to epochs itself.
    """

  static func run(_ arguments: [String]) throws -> Int32 {
    try Arguments(arguments).refuseWords()
    let environment = ProcessEnvironment.current()
    let home = ClusterHome(environment: environment)
    let url = try DatabaseAccess.database(environment: environment, home: home)
    // The store only says that PostgreSQL is away; this says why.
    try DatabaseAccess.connect(url).close()
    let store = PostgresStore(
      PostgresConfiguration(url: url.value), keys: try noKeys(), time: SystemTimeSource(),
      log: Logger(process: "countersign", level: .error))
    let row = try store.redisEpoch()
    // No run id: each worker makes the next epoch for a Redis that no row names (data.md, rule 3).
    let next = try store.raiseEpoch(from: row.epoch, runID: "")
    Console.say("the epoch is \(next.epoch)")
    return 0
  }

  /// An epoch has nothing to do with the keys of rows; the store takes some all the same.
  private static func noKeys() throws -> MasterKeys {
    let secret = SecretBytes(RandomBytes.make(count: NumberedSecret.byteCount))
    guard let key = NumberedSecret(number: 0, secret: secret) else {
      preconditionFailure("A key of the right length is a key.")
    }
    return MasterKeys(current: key)
  }
}
