import Cryptography
import Glibc
import Instants
import TestFiles
import Testing

@testable import countersign

struct KeyCheckTests {
  private func finding(_ check: String, _ change: (inout KeyFacts) -> Void) -> Finding? {
    var facts = HealthyFacts.keys
    change(&facts)
    return KeyCheck.findings(facts, now: HealthyFacts.now).first { $0.check == check }
  }

  @Test func `two keys at once are well, and it says which makes`() {
    #expect(finding("keys.token") { _ in }?.what == "token key 2 and 1; number 2 makes")
  }

  @Test(arguments: ["keys.master", "keys.token", "keys.signing", "keys.set"])
  func `a file that is none is a fault`(check: String) {
    let broken = finding(check) { facts in
      facts.master = .failure(.init(reason: "no"))
      facts.token = .failure(.init(reason: "no"))
      facts.signing = .failure(.init(reason: "no"))
      facts.set = .failure(.init(reason: "no"))
    }
    #expect(broken?.grade == .fault && broken?.what == "no")
  }

  @Test func `a signing key that the set lacks signs what clients refuse`() {
    #expect(finding("keys.set") { $0.signing = .success("y") }?.grade == .fault)
  }

  @Test func `a signing key before its day is a fault`() {
    let early = finding("keys.set") { facts in
      facts.set = .success(
        .init(useFrom: ["x": HealthyFacts.now + 1], expiresAt: HealthyFacts.now + 86_400 * 99))
    }
    #expect(early?.grade == .fault)
  }

  @Test(arguments: [
    (Int64(0), Finding.Grade.fault), (30 * 86_400 - 1, .warning), (30 * 86_400, .ok),
  ])
  func `a set is warned of a month before its end, and at its end it is a fault`(
    secondsLeft: Int64, grade: Finding.Grade
  ) {
    let found = finding("keys.set") { facts in
      facts.set = .success(
        .init(useFrom: ["x": HealthyFacts.now], expiresAt: HealthyFacts.now + secondsLeft))
    }
    #expect(found?.grade == grade)
  }

  @Test func `a root key that did not sign the set is a fault, one that is away is well`() {
    let grades = [KeyFacts.Root.away, .signedTheSet, .isAnother].map { root in
      finding("keys.root") { $0.root = .success(root) }?.grade
    }
    #expect(grades == [.ok, .ok, .fault])
    #expect(finding("keys.root") { _ in } == nil)
  }

  @Test func `whether the root key signed the set is read from both files`() throws {
    let directory = TemporaryFolder()
    let keys = KeyDirectory(path: directory.path)
    _ = try keys.makeMissing(now: HealthyFacts.now)
    let settings = DoctorSettings(
      sources: [["COUNTERSIGN_KEY_SET_FILE": keys.keySetFile]], source: "")
    func root() -> KeyFacts.Root? {
      try? KeyLook(settings: settings, rootFile: keys.rootFile).facts().root?.get()
    }
    #expect(root() == .signedTheSet)
    try Files.write(keys.text(Ed25519PrivateKey.generate().pem()), to: keys.rootFile)
    #expect(root() == .isAnother)
    unlink(keys.rootFile)
    #expect(root() == .away)
  }

  @Test func `what could not be opened is left to the check of files`() {
    #expect(KeyCheck.findings(KeyFacts(), now: HealthyFacts.now) == [])
  }
}
