import Cryptography
import Instants
import LicenseStore
import Postgres
import ServiceKit

/// `countersign epoch new`
enum EpochNewCommand: Subcommand {
  static let name = "epoch new"
  static let summary = "Makes everything that Redis holds count no more."
  static let usage = ""
  static let help = """
    For after a restore of PostgreSQL that kept its system identifier and timeline: Redis may know
    a later state than the database. Otherwise the service sees to epochs itself.
    """

  static func run(_ arguments: [String]) throws -> Int32 {
    try Arguments(arguments).refuseWords()
    let environment = ProcessEnvironment.current()
    let home = ClusterHome(environment: environment)
    let url = try StoreAddresses.database(environment: environment, home: home)
    let store = PostgresStore(
      PostgresConfiguration(url: url.value), keys: try noKeys(), time: SystemTimeSource(),
      log: Logger(process: "countersign", level: .error))
    let row = try store.redisEpoch()
    let next = try store.raiseEpoch(from: row.epoch, runID: row.runID)
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
