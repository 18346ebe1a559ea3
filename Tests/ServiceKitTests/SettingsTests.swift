import ServiceKit
import TestFiles
import Testing

struct SettingsTests {
  private func settings(
    _ arguments: [String] = [], _ environment: [String: String] = [:]
  ) -> Settings {
    Settings(process: "countersign-test", arguments: arguments, environment: environment)
  }

  private func faults(_ settings: Settings) -> [String] {
    do {
      try settings.finish()
      return []
    } catch {
      return error.faults
    }
  }

  @Test
  func `an option goes before the environment, that before the file, that before the default`()
    throws
  {
    let file = TemporaryFile("COUNTERSIGN_LANES=3\n")
    func lanes(_ arguments: [String], _ environment: [String: String]) -> Int {
      var settings = settings(arguments, environment)
      return settings.integer("COUNTERSIGN_LANES", default: 1, in: 1...9, help: "Lanes.")
    }
    let config = ["COUNTERSIGN_CONFIG": file.path]
    let both = config.merging(["COUNTERSIGN_LANES": "4"]) { $1 }
    #expect(lanes(["--lanes", "5"], both) == 5)
    #expect(lanes(["--lanes=5"], both) == 5)
    #expect(lanes([], both) == 4)
    #expect(lanes([], config) == 3)
    #expect(lanes(["--config", file.path], [:]) == 3)
    #expect(lanes([], [:]) == 1)
  }

  @Test func `a shorter option is as good as the long one, and the help has both`() {
    var settings = settings(["--cert", "a.pem"])
    let value = settings.optionalText("COUNTERSIGN_CERT_FILE", alias: "--cert", help: "A file.")
    #expect(value == "a.pem")
    #expect(faults(settings).isEmpty)
    #expect(settings.helpText.contains("--cert-file, --cert  (COUNTERSIGN_CERT_FILE)"))
  }

  @Test func `all faults are told at once`() {
    var settings = settings(
      ["--lanes", "many", "--nonsense", "1", "stray"], ["COUNTERSIGN_GATEWAYS": "a,,b"])
    _ = settings.text("COUNTERSIGN_BUS", help: "Bus.")
    _ = settings.integer("COUNTERSIGN_LANES", default: 1, in: 1...9, help: "Lanes.")
    _ = settings.list("COUNTERSIGN_GATEWAYS", help: "Gateways.")
    _ = settings.secretFile("COUNTERSIGN_MASTER_KEY_FILE", help: "Master.")
    #expect(
      faults(settings) == [
        "an argument is not understood: options look like --name value",
        "COUNTERSIGN_BUS is required (option --bus)",
        "COUNTERSIGN_LANES must be a whole number from 1 to 9 (option --lanes)",
        "COUNTERSIGN_GATEWAYS has an empty item between its commas (option --gateways)",
        "COUNTERSIGN_MASTER_KEY_FILE is required (option --master-key-file)",
        "--nonsense is not an option",
      ])
  }

  @Test(arguments: ["0", "10", "1.5", "", " 2", "0x2", "99999999999999999999"])
  func `a number outside its range is refused, an empty one is absent`(text: String) {
    var settings = settings([], ["COUNTERSIGN_LANES": text])
    _ = settings.integer("COUNTERSIGN_LANES", default: 1, in: 1...9, help: "Lanes.")
    #expect(faults(settings).count == (text.isEmpty ? 0 : 1))
  }

  @Test func `a list is parted by commas, blanks around them cut`() {
    var settings = settings(["--gateways", "ipc:///a, tcp://b:1"])
    #expect(
      settings.list("COUNTERSIGN_GATEWAYS", help: "Gateways.") == ["ipc:///a", "tcp://b:1"])
    #expect(settings.list("COUNTERSIGN_HINTS", default: [], help: "Hints.") == [])
    #expect(faults(settings).isEmpty)
  }

  @Test func `a secret comes by a closed file only`() throws {
    let closed = TemporaryFile("1 key\n")
    let open = TemporaryFile("1 key\n", mode: 0o640)
    func check(_ environment: [String: String]) -> [String] {
      var settings = settings([], environment)
      _ = settings.secretFile("COUNTERSIGN_MASTER_KEY_FILE", help: "Master.")
      return faults(settings)
    }
    #expect(check(["COUNTERSIGN_MASTER_KEY_FILE": closed.path]).isEmpty)
    #expect(
      check(["COUNTERSIGN_MASTER_KEY_FILE": open.path]) == [
        "COUNTERSIGN_MASTER_KEY_FILE \(open.path) can be read by others than its owner; "
          + "set its mode to 0600 (option --master-key-file)"
      ])
    #expect(check(["COUNTERSIGN_MASTER_KEY_FILE": "/nowhere"]).count == 1)
    #expect(check(["COUNTERSIGN_MASTER_KEY_FILE": "/tmp"]).count == 1)
  }

  @Test func `a secret given by value is refused without being shown`() throws {
    let closed = TemporaryFile("1 key\n")
    var settings = settings(
      [], ["COUNTERSIGN_MASTER_KEY": "hunter2", "COUNTERSIGN_MASTER_KEY_FILE": closed.path])
    _ = settings.secretFile("COUNTERSIGN_MASTER_KEY_FILE", help: "Master.")
    let all = faults(settings)
    #expect(all.count == 1)
    #expect(all.first?.contains("COUNTERSIGN_MASTER_KEY_FILE") == true)
    #expect(all.first?.contains("hunter2") == false)
  }

  @Test(arguments: [
    "postgresql://user:hunter2@host/db", "postgresql://host/db?password=hunter2",
    "host=h password=hunter2", "redis://:hunter2@host:6379/0", "unix://u:hunter2@/run/s",
    "postgresql://user:hunter2@[::1]:5432/db?sslmode=require",
  ])
  func `a store's URL with a password comes by file only`(url: String) throws {
    var direct = settings([], ["DATABASE_URL": url])
    _ = direct.storeURL("DATABASE_URL", help: "PostgreSQL.")
    #expect(faults(direct).count == 1)
    #expect(faults(direct).first?.contains("DATABASE_URL_FILE") == true)
    #expect(faults(direct).first?.contains("hunter2") == false)

    let file = TemporaryFile(url + "\n")
    var byFile = settings([], ["DATABASE_URL_FILE": file.path])
    let secret = byFile.storeURL("DATABASE_URL", help: "PostgreSQL.")
    #expect(faults(byFile).isEmpty)
    #expect(secret.value == url)
    #expect("\(secret)" == "<secret>" && String(reflecting: secret) == "<secret>")
  }

  @Test(arguments: [
    "postgresql://countersign@/countersign?host=/var/tmp/a:b@c", "redis://127.0.0.1:6379/0",
    "unix:///run/redis/s", "postgresql://user:@host/db", "host=h passfile=/p dbname=d",
  ])
  func `a store's URL without a password may stand in the environment`(url: String) {
    var settings = settings([], ["DATABASE_URL": url])
    #expect(settings.storeURL("DATABASE_URL", help: "PostgreSQL.").value == url)
    #expect(faults(settings).isEmpty)
  }

  @Test func `a store's URL is required, and only one of its two settings`() throws {
    var none = settings()
    _ = none.storeURL("REDIS_URL", help: "Redis.")
    #expect(faults(none) == ["REDIS_URL is required, or REDIS_URL_FILE (option --redis-url)"])
    let file = TemporaryFile("redis://a")
    var both = settings([], ["REDIS_URL": "redis://b", "REDIS_URL_FILE": file.path])
    _ = both.storeURL("REDIS_URL", help: "Redis.")
    #expect(faults(both).count == 1)
  }

  @Test func `a file has comments, quotes and blanks, and tells its faults by line`() throws {
    let file = TemporaryFile(
      "# a comment\n\n COUNTERSIGN_ISSUER = 'my server' \nCOUNTERSIGN_BUS=\"ipc:///b\"\n"
        + "nonsense\nCOUNTERSIGN_BUS=again\nLANES=2\n")
    var settings = settings([], ["COUNTERSIGN_CONFIG": file.path])
    #expect(settings.text("COUNTERSIGN_ISSUER", help: "Issuer.") == "my server")
    _ = settings.text("COUNTERSIGN_BUS", help: "Bus.")
    #expect(
      faults(settings) == [
        "\(file.path) line 5 is not NAME=value",
        "\(file.path) line 6 sets COUNTERSIGN_BUS a second time",
        "LANES in the file of settings is not a setting",
      ])
  }

  @Test func `a name in the file that no process reads is warned of, another process' is not`() {
    let file = TemporaryFile(
      "COUNTERSIGN_LANE=2\nCOUNTERSIGN_TOKEN_KEY_FILE=/t\nDATABASE_URI=x\nCOUNTERSIGN_OWN=1\n")
    var settings = settings([], ["COUNTERSIGN_CONFIG": file.path])
    _ = settings.optionalText("COUNTERSIGN_OWN", help: "Declared.")
    #expect(settings.strangers == ["COUNTERSIGN_LANE", "DATABASE_URI"])
    #expect(faults(settings) == [])
    let sink = CollectingSink()
    settings.warnOfStrangers(sink)
    #expect(sink.text.contains("COUNTERSIGN_LANE, DATABASE_URI"))
  }

  @Test func `a file of settings that cannot be read is a fault`() {
    #expect(faults(settings(["--config", "/nowhere/at/all"])).count == 1)
  }

  @Test func `an option is given once and with a value`() {
    var settings = settings(["--lanes", "1", "--lanes", "2", "--bus"])
    _ = settings.integer("COUNTERSIGN_LANES", default: 1, in: 1...9, help: "Lanes.")
    _ = settings.text("COUNTERSIGN_BUS", default: "b", help: "Bus.")
    #expect(faults(settings) == ["--lanes is given twice", "--bus needs a value"])
  }

  @Test func `a choice is one of its words`() {
    var settings = settings(["--log-level", "loud"])
    #expect(settings.logLevel() == .info)
    #expect(
      faults(settings) == [
        "COUNTERSIGN_LOG_LEVEL must be one of: debug, info, warning, error (option --log-level)"
      ])
  }

  @Test func `help lists every setting with its option, name and default`() {
    var settings = settings(["--help"])
    _ = settings.integer("COUNTERSIGN_LANES", default: 1, in: 1...9, help: "Lanes.")
    _ = settings.storeURL("DATABASE_URL", help: "PostgreSQL.")
    #expect(settings.isHelpWanted)
    for words in [
      "--lanes  (COUNTERSIGN_LANES)", "Lanes. 1 to 9. Default: 1.", "--database-url",
      "--database-url-file", "--config",
    ] {
      #expect(settings.helpText.contains(words))
    }
  }
}
