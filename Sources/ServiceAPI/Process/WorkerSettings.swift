import Cryptography
import Instants
import LicenseStore
import MessageBus
import Postgres
import Redis
import ServiceKit

/// The configuration that all worker processes share. Faults are said all at once, with exit 78.
public struct WorkerSettings: Sendable {
  public let service: String
  public let log: Logger
  public let time: any TimeSource
  public let bus: WorkerConfiguration
  public let masterKeys: MasterKeys

  let database: PostgresConfiguration
  let redis: RedisConfiguration
  /// One for all lanes, like the watch over the clock.
  let apps: AppDirectory
  let clocks: ClockWatch

  /// Reads what the worker `service` needs; `more` declares what it needs beside, and gives `nil`
  /// where it put down a fault.
  ///
  /// Does not return where something is missing or wrong, or where `--help` was asked for.
  ///
  /// - Parameters:
  ///   - lanes: how many there are unless `COUNTERSIGN_LANES` says another number.
  ///   - canDoWithoutPostgres: waits for it briefly only, and answers from Redis.
  public static func load<Extra>(
    service: String, summary: String, lanes: Int = 1, publishesHints: Bool = false,
    servesDirectClients: Bool = false, canDoWithoutPostgres: Bool = false,
    more: (inout Settings) -> Extra?
  ) -> (WorkerSettings, Extra) {
    var settings = Settings(process: "countersign-\(service)", summary: summary)
    return load(
      service: service, lanes: lanes, publishesHints: publishesHints,
      servesDirectClients: servesDirectClients, canDoWithoutPostgres: canDoWithoutPostgres,
      from: &settings, more: more)
  }

  /// As above, from settings that come from elsewhere than this process' environment.
  static func load<Extra>(
    service: String, lanes: Int = 1, publishesHints: Bool, servesDirectClients: Bool,
    canDoWithoutPostgres: Bool = false, from settings: inout Settings,
    more: (inout Settings) -> Extra?
  ) -> (WorkerSettings, Extra) {
    let level = settings.logLevel()
    var bus = busConfiguration(
      service, lanes: lanes, publishesHints: publishesHints, &settings)
    if servesDirectClients, let lanes = bus?.lanes {
      bus?.direct = DirectSettings.declare(in: &settings, lanes: lanes)
    }
    let url = settings.storeURL("DATABASE_URL", help: "PostgreSQL: postgresql://user@host/name.")
    let redis = redisConfiguration(&settings)
    let masterKeys = settings.keyFile(
      "COUNTERSIGN_MASTER_KEY_FILE", help: "The file of master keys.", MasterKeys.init(fileText:))
    let extra = more(&settings)
    settings.finishOrExit()
    guard let bus, let redis, let masterKeys, let extra else {
      preconditionFailure("A setting that is missing without a fault.")
    }
    var database = PostgresConfiguration(
      url: url.value, applicationName: "countersign-\(service)")
    // Administration lists and counts; the others look up one row at a time.
    database.avoidsTableScans = !publishesHints
    if canDoWithoutPostgres { database.waitBriefly() }
    let log = Logger(process: service, level: level)
    let time = SystemTimeSource()
    let worker = WorkerSettings(
      service: service, log: log, time: time, bus: bus, masterKeys: masterKeys,
      database: database, redis: redis, apps: AppDirectory(time: time, log: log),
      clocks: ClockWatch(time: time, log: log))
    return (worker, extra)
  }

  /// Of those who write.
  public static let writerLanes = LaneNumbers.ofWriters

  /// The stores of one lane; to be made on its work thread.
  public func makeSession() -> StoreSession {
    StoreSession(
      postgres: PostgresStore(database, keys: masterKeys, time: time, log: log),
      redis: RedisStore(configuration: redis, time: time, log: log), directory: apps,
      clocks: clocks, time: time, log: log)
  }

  /// Brings the database's schema up to what this program needs, when it is started.
  public var schema: any Service { SchemaService(database: database, log: log) }

  /// Runs the worker until it is told to stop, after `first` has started.
  public func run(
    after first: [any Service] = [],
    _ makeHandler: @escaping @Sendable (_ lane: Int) throws -> any LaneHandler
  ) -> Never {
    let worker = Worker(bus, time: time, log: log, makeHandler: makeHandler)
    ServiceProcess.run(name: service, log: log, services: first + [worker])
  }

  // MARK: Parts

  private static func busConfiguration(
    _ service: String, lanes: Int, publishesHints: Bool, _ settings: inout Settings
  ) -> WorkerConfiguration? {
    let gateways = settings.list(
      "COUNTERSIGN_GATEWAYS", help: "Endpoints of the gateways' lanes, parted by commas.")
    let lanes = settings.integer(
      "COUNTERSIGN_LANES", default: lanes, in: 1...LaneNumbers.limit,
      help: "Independent lanes, each with threads and connections of its own.")
    let capacity = settings.integer(
      "COUNTERSIGN_CAPACITY", default: 1024, in: 1...65_536,
      help: "Requests in hand per lane; more are refused.")
    let hints = settings.list(
      "COUNTERSIGN_HINTS", default: [], help: "Endpoints where admin processes publish hints.")
    let endpoint =
      publishesHints
      ? settings.optionalText("COUNTERSIGN_HINT_ENDPOINT", help: "Where hints are published.")
      : nil
    var bus = WorkerConfiguration(
      service: service, gateways: gateways, lanes: lanes, capacity: capacity, hintSources: hints,
      hintEndpoint: endpoint)
    bus.curve = CurveSettings.declare(in: &settings, publishesHints: publishesHints, for: bus)
    return bus
  }

  private static func redisConfiguration(_ settings: inout Settings) -> RedisConfiguration? {
    let url = settings.storeURL(
      "REDIS_URL", help: "Redis: redis://host:port/number or unix:///path.")
    // Without a URL the fault is put down already.
    guard !url.value.isEmpty else { return nil }
    do throws(RedisError) {
      return try RedisConfiguration(url: url.value)
    } catch {
      settings.refuse("REDIS_URL", "cannot be understood: \(error)")
      return nil
    }
  }
}

extension Settings {
  /// A file of keys, read and understood at once.
  public mutating func keyFile<Keys, Fault: Error>(
    _ name: String, help: String, _ parse: (String) throws(Fault) -> Keys
  ) -> Keys? {
    let file = secretFile(name, help: help)
    // A file that cannot be read is a fault that `secretFile` has put down.
    guard let text = try? file.readText() else { return nil }
    do throws(Fault) {
      return try parse(text.value)
    } catch {
      refuse(name, "cannot be understood: \(error)")
      return nil
    }
  }
}
