import Glibc
import Instants
import ServiceKit

/// One look at everything, in the order in which one thing tells of the next.
struct Examination {
  let settings: DoctorSettings
  /// `nil`: the settings are not of a home.
  let home: ClusterHome?
  let time: any TimeSource

  func facts() -> DoctorFacts {
    let keys = KeyLook(
      settings: settings, rootFile: home.map { KeyDirectory(path: $0.keys).rootFile })
    let postgres = url("DATABASE_URL").map {
      PostgresLook(url: $0, masterKeys: keys.masterKeys, time: time).facts()
    }
    let redis = url("REDIS_URL").map {
      RedisLook(url: $0, epoch: epoch(postgres), time: time).facts()
    }
    return DoctorFacts(
      settings: settings, now: time.now(), user: geteuid(),
      home: home.map { HomeLook(home: $0).facts() },
      files: FileLook(settings: settings, home: home).facts(), keys: keys.facts(),
      postgres: postgres ?? .notNamed, redis: redis ?? .notNamed,
      gateways: settings.opsURLs.map { GatewayLook(url: $0).facts() },
      workerClocks: workerClocks,
      processes: OpenFilesLook(pidFile: settings["COUNTERSIGN_PIDS"]).facts())
  }

  private var workerClocks: [WorkerClockFacts] {
    let urls: [String?] = settings.appURLs.isEmpty ? [nil] : settings.appURLs
    return urls.flatMap { WorkerClockLook(url: $0, time: time).facts() }
  }

  private func epoch(_ answer: DoctorFacts.Answer<PostgresFacts>?) -> Int64? {
    guard case .value(let facts) = answer else { return nil }
    return facts.tables?.epoch.row.epoch
  }

  /// Open to others or not: that is a finding, and no reason to look no further.
  private func url(_ name: String) -> SecretText? {
    if let path = settings[name + "_FILE"] {
      let bytes = try? FileContents.read(path, limitBytes: SecretFile.limitBytes)
      let text = bytes.map { String(decoding: $0, as: UTF8.self) }
      return text.map { SecretText(String($0.split(whereSeparator: \.isWhitespace).first ?? "")) }
    }
    return settings[name].map { SecretText($0) }
  }
}
