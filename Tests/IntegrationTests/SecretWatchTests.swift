import Foundation
import TestClient
import TestCluster
import Testing

/// What finds leaks is itself tried out: a search that finds nothing would look just like a clean run.
@Suite struct SecretWatchTests {
  static let key = Base64URL.text(TestCrypto.randomBytes(32))

  static func found(_ text: String, _ watch: SecretWatch) -> [SecretKind] {
    watch.findings(in: Array(text.utf8)).map(\.kind)
  }

  @Test(arguments: ["", "{\"key\":\"", "a b c ", "1234567"])
  func `a secret is found wherever it stands`(before: String) {
    let watch = SecretWatch()
    watch.remember(Self.key, .clientKey)
    let text = before + Self.key + "\"} and more"
    #expect(
      watch.findings(in: Array(text.utf8)).first
        == SecretFinding(kind: .clientKey, offset: before.utf8.count))
    #expect(Self.found(before + "nothing of it", watch) == [])
  }

  @Test func `one that was cut short is found by what is left of either end`() {
    let watch = SecretWatch()
    watch.remember(Self.key, .tokenSecret)
    #expect(Self.found(String(Self.key.prefix(16)) + "…", watch) == [.tokenSecret])
    #expect(Self.found("…" + String(Self.key.suffix(16)), watch) == [.tokenSecret])
    #expect(Self.found(String(Self.key.prefix(15)), watch) == [])
  }

  @Test func `a code is found as people see it and in its canonical form`() {
    let watch = SecretWatch()
    watch.remember(code: "SUMMER-A8F3-K2Q7-XP5N-9WCE")
    #expect(Self.found("code=A8F3-K2Q7-XP5N-9WCE", watch) == [.licenseCode])
    #expect(Self.found("code=SUMMERA8F3K2Q7XP5N9WCE", watch) == [.licenseCode])
    #expect(Self.found("code=A8F3-…", watch) == [])
  }

  @Test func `a short password is found, and what is too short for one is not looked for`() {
    let watch = SecretWatch()
    watch.remember("hunter22", .password)
    watch.remember("abc", .password)
    #expect(Self.found("postgres://a:hunter22@b/abc", watch) == [.password])
  }

  @Test func `two thousand secrets are told apart from half a million random bytes`() {
    let watch = SecretWatch()
    let secrets = (0..<2000).map { _ in Base64URL.text(TestCrypto.randomBytes(32)) }
    for secret in secrets { watch.remember(secret, .operatorKey) }
    #expect(watch.count == 4000)
    let noise = Base64URL.text(TestCrypto.randomBytes(375_000))
    #expect(Self.found(noise, watch) == [])
    #expect(Self.found(noise + secrets[1234] + noise, watch) == [.operatorKey, .operatorKey])
  }

  @Test func `what a cluster's log says is searched, for what was read from its key files too`()
    throws
  {
    let cluster = try SharedCluster.get()
    let scene = try Scene(in: cluster)
    let keys = try String(contentsOfFile: cluster.home + "/keys/token.keys", encoding: .utf8)
    let planted = cluster.home + "/log/planted.log"
    try Data("first\n\(scene.code)\n\(scene.app.clientKey) \(scene.token)\n\(keys)".utf8).write(
      to: URL(fileURLWithPath: planted))
    let leaks = cluster.leaks()
    try FileManager.default.removeItem(atPath: planted)
    let kinds: [(Int, SecretKind)] = [
      (2, .licenseCode), (3, .clientKey), (3, .tokenSecret), (4, .keyFile),
    ]
    for (line, kind) in kinds {
      #expect(leaks.contains("\(planted), line \(line), holds \(kind.rawValue)"))
    }
    #expect(leaks.allSatisfy { $0.hasPrefix(planted) }, "\(leaks)")
  }

  @Test func `beyond its limit it says how many it does not look for`() {
    let watch = SecretWatch()
    for number in 0..<70 { watch.remember("short-\(number)-x", .password) }
    #expect(watch.count == 64 && watch.dropped == 6)
  }
}
