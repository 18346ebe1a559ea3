import Glibc
import Instants
import LicenseStore
import Postgres
import ServiceKit

/// The stores of one cluster: those that its caller named, else its own.
struct ClusterStores {
  private static let schemaMilliseconds: Int64 = 30_000

  let databaseURL: SecretText
  let redisURL: SecretText
  private let home: ClusterHome
  private let place: StorePlace
  private let hasOwnDatabase: Bool
  private let hasOwnRedis: Bool

  /// URLs of the home's own stores, as a shell has them that has read its `env`, name no others.
  init(home: ClusterHome, place: StorePlace, environment: [String: String]) throws {
    self.home = home
    self.place = place
    let named = try StoreAddresses(environment: environment)
    let ownDatabase = SecretText(place.databaseURL)
    let ownRedis = SecretText(place.redisURL)
    databaseURL = named.databaseURL ?? ownDatabase
    redisURL = named.redisURL ?? ownRedis
    hasOwnDatabase = databaseURL == ownDatabase
    hasOwnRedis = redisURL == ownRedis
  }

  /// Starts what is the cluster's own and brings the schema to where it has to be.
  func start(_ supervisor: Supervisor) throws {
    try Files.write(databaseURL.value + "\n", to: home.databaseURLFile)
    try Files.write(redisURL.value + "\n", to: home.redisURLFile)
    if hasOwnRedis { try startRedis(supervisor) } else { try NamedRedis.check(redisURL) }
    if hasOwnDatabase { try startPostgres(supervisor) }
    let connection = try DatabaseAccess.connect(databaseURL)
    let steps = try Migrator.migrate(connection)
    for step in steps { Console.say("applied migration \(step.version), \(step.name)") }
  }

  private func startPostgres(_ supervisor: Supervisor) throws {
    let postgres = PrivatePostgres(place: place)
    try postgres.prepare()
    let log = home.log(of: "postgres-1")
    let process = try supervisor.start(
      ProcessPlan(
        name: "postgres-1", stage: .stores,
        command: try postgres.command(log: log), stopSignal: SIGINT, saysWhenReady: false))
    do {
      try postgres.finish(while: { !process.isGone })
    } catch {
      throw CommandFault("\(error); \(LogTail.hint(log))")
    }
    Console.say("postgres-1 is ready (pid \(process.pid ?? 0))")
  }

  private func startRedis(_ supervisor: Supervisor) throws {
    let redis = PrivateRedis(place: place)
    let log = home.log(of: "redis-1")
    let process = try supervisor.start(
      ProcessPlan(
        name: "redis-1", stage: .stores,
        command: try redis.command(log: log), saysWhenReady: false))
    do {
      try redis.waitUntilItAnswers(while: { !process.isGone })
    } catch {
      throw CommandFault("\(error); \(LogTail.hint(log))")
    }
    Console.say("redis-1 is ready (pid \(process.pid ?? 0))")
  }

  /// The home's operator key with all scopes; made anew where the database does not know it.
  func operatorKey(now: Timestamp) throws -> SecretText {
    let repository = OperatorKeyRepository(try DatabaseAccess.connect(databaseURL))
    if let known = try knownOperatorKey(repository, now) { return known }
    guard let draft = OperatorKeyDraft(name: "cluster", scopes: Set(OperatorScope.allCases)) else {
      preconditionFailure("The draft of the cluster's own key is sound.")
    }
    let made = try repository.add(draft, by: LogAuthor(operatorName: "cluster", at: now))
    try Files.write(made.secret.text + "\n", to: home.operatorKeyFile)
    return SecretText(made.secret.text)
  }

  private func knownOperatorKey(
    _ repository: OperatorKeyRepository, _ now: Timestamp
  ) throws -> SecretText? {
    guard let text = try? SecretFile(path: home.operatorKeyFile).readText(),
      let secret = OperatorSecret(text: text.value), let key = try repository.find(secret),
      key.isUsable(at: now), key.appID == nil, key.scopes == Set(OperatorScope.allCases)
    else { return nil }
    return text
  }
}
