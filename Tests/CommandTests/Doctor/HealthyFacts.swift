import Instants
import LicenseStore

@testable import countersign

/// Facts of a cluster to which nothing is to be done; each test breaks one of them.
enum HealthyFacts {
  static let now = Timestamp(secondsSinceEpoch: 1_796_000_000)
  static let runID = String(repeating: "a", count: 40)
  static let clock = ClockFacts(theirs: 1_000_001, sentAt: 1_000_000, receivedAt: 1_000_002)
  static let url = "http://127.0.0.1:9090"

  static let values = [
    "DATABASE_URL_FILE": "/k/database-url", "REDIS_URL_FILE": "/k/redis-url",
    "COUNTERSIGN_MASTER_KEY_FILE": "/k/master.keys",
    "COUNTERSIGN_TOKEN_KEY_FILE": "/k/token.keys",
    "COUNTERSIGN_SIGNING_KEY_FILE": "/k/signing.pem",
    "COUNTERSIGN_KEY_SET_FILE": "/k/key-set.json", "COUNTERSIGN_OPS_URL": url,
    "COUNTERSIGN_URL": "http://127.0.0.1:8080",
  ]

  static var settings: DoctorSettings { DoctorSettings(sources: [values], source: "a test") }

  static func file(
    mode: UInt32 = 0o600, owner: UInt32 = 7, kind: FileFacts.Kind = .secretFile
  ) -> FileFacts {
    FileFacts(
      name: "master", path: "/k/master.keys", kind: kind,
      state: .present(mode: mode, owner: owner, isOfKind: true), folderOwner: 7)
  }

  static var keys: KeyFacts {
    KeyFacts(
      master: .success(.init(numbers: [1])), token: .success(.init(numbers: [2, 1])),
      signing: .success("x"),
      set: .success(.init(useFrom: ["x": now], expiresAt: now + 400 * 86_400)))
  }

  static var postgres: PostgresFacts {
    PostgresFacts(
      versionNumber: 150_008, schemaVersion: 9, requiredSchemaVersion: 9, fsync: "on",
      synchronousCommit: "on", fullPageWrites: "on", maxConnections: 100, reservedConnections: 3,
      isInRecovery: false, isSuperuser: false, clock: clock, tables: tables)
  }

  static func epoch(_ runID: String) -> EpochInspection {
    let row = EpochRow(
      epoch: 5, runID: runID, systemIdentifier: "1", timeline: 1, ageSeconds: 60, isFirst: true)
    return EpochInspection(row: row, isOfThisServer: true)
  }

  static var tables: PostgresFacts.TableFacts {
    PostgresFacts.TableFacts(
      epoch: epoch(runID), isLogGuarded: true,
      oldestOutboxSeconds: nil, unopenableApps: 0)
  }

  static var redis: RedisFacts {
    RedisFacts(
      version: "7.0.15", runID: runID, isPrimary: true, policy: "noeviction",
      maxMemoryBytes: 256 << 20, usedMemoryBytes: 1 << 20, systemMemoryBytes: 4 << 30,
      hasFailedToSave: false, keepsAppendOnlyFile: false, clock: clock, mark: runID)
  }

  static var gateway: GatewayFacts {
    GatewayFacts(
      url: url,
      workers: GatewayCheck.services.map { .init(service: $0, instance: $0, isAble: true) })
  }

  static var home: HomeFacts {
    HomeFacts(
      path: "/h", isRunning: true,
      disks: [.init(path: "/h", freeBytes: 100 << 30, totalBytes: 200 << 30)])
  }

  static var all: DoctorFacts {
    DoctorFacts(
      settings: settings, now: now, user: 7, home: home, files: [file()], keys: keys,
      postgres: .value(postgres), redis: .value(redis), gateways: [gateway],
      workerClocks: [WorkerClockFacts(service: "renewal", clock: .value(clock))],
      processes: [OpenFilesFacts(process: "gateway-1", limit: 65_536)])
  }
}
