import Cryptography
import Instants
import LicenseStore
import Licensing
import Testing

@testable import countersign

/// The steps by which a token or master key follows another, as values.
struct NumberedRotationTests {
  private func entry(_ number: UInt8, isLater: Bool = false) throws -> SecretKeyFile.Entry {
    SecretKeyFile.Entry(key: try secret(number), isLater: isLater)
  }

  private func secret(_ number: UInt8) throws -> NumberedSecret {
    let bytes = SecretBytes(Array(repeating: number, count: NumberedSecret.byteCount))
    return try #require(NumberedSecret(number: number, secret: bytes))
  }

  private func state(_ entries: [SecretKeyFile.Entry]) -> [String] {
    entries.map { "\($0.key.number)\($0.isLater ? " later" : "")" }
  }

  @Test func `a key is added and makes nothing, then makes, then the one before goes`() throws {
    let second = try secret(2)
    let added = try NumberedRotation.adding({ _ in second }, to: [entry(1)])
    #expect(state(added) == ["1", "2 later"])
    let used = try NumberedRotation.using(added)
    #expect(state(used) == ["2", "1"])
    #expect(try NumberedRotation.retirable(used) == 1)
    #expect(try state(NumberedRotation.retiring(used)) == ["2"])
  }

  @Test func `after each step the file is one that processes read`() throws {
    let second = try secret(2)
    var entries = [try entry(1)]
    var makers: [UInt8] = []
    for step in [
      { try NumberedRotation.adding({ _ in second }, to: $0) }, NumberedRotation.using,
      NumberedRotation.retiring,
    ] as [([SecretKeyFile.Entry]) throws -> [SecretKeyFile.Entry]] {
      entries = try step(entries)
      makers.append(try TokenKeys(fileText: entries.map(\.line).joined()).current.number)
    }
    #expect(makers == [1, 2, 2])
  }

  @Test func `no step is taken twice or out of turn`() throws {
    let one = [try entry(1)]
    let waiting = [try entry(1), try entry(2, isLater: true)]
    let both = [try entry(2), try entry(1)]
    let third = try secret(3)
    for entries in [waiting, both] {
      #expect(throws: CommandFault.self) {
        try NumberedRotation.adding({ _ in third }, to: entries)
      }
    }
    for entries in [one, both] {
      #expect(throws: CommandFault.self) { try NumberedRotation.using(entries) }
    }
    for entries in [one, waiting] {
      #expect(throws: CommandFault.self) { try NumberedRotation.retiring(entries) }
    }
  }

  @Test func `the numbers of keys end`() throws {
    let last = [try entry(255)]
    let any = try secret(0)
    #expect(throws: CommandFault.self) { try NumberedRotation.adding({ _ in any }, to: last) }
  }

  @Test func `what to do next names who reads the key, and no secret`() throws {
    let added = RotationAdvice.added(.token, number: 2, file: "/k/token.keys")
    #expect(added[1].hasSuffix("restart all of activation, renewal and verification"))
    #expect(added[2] == "then: countersign keys rotate token --use")
    let used = RotationAdvice.used(.master, number: 2, old: 1, file: "/k/master.keys")
    #expect(used[1].contains("admin, activation, renewal and verification"))
    #expect(used[2].contains("countersign keys retire master"))
    let retired = RotationAdvice.retired(.token, number: 1, file: "/k/a.keys", past: "/k/b.keys")
    #expect(retired[0] == "moved token key 1 from /k/a.keys to /k/b.keys, which no service reads")
  }

  @Test func `what could not be sealed anew is told apart, licences and apps`() throws {
    var result = MasterKeyChange.Result()
    #expect(RotationAdvice.sealedAnew(result) == ["sealed 0 licences and 0 apps anew"])
    result.tampered = 2
    result.unopenableApps = [try #require(AppID(text: "app_aaaaaaaaaaaaa"))]
    let lines = RotationAdvice.sealedAnew(result)
    #expect(lines[1].hasPrefix("2 licences") && lines[1].contains("license reseal"))
    #expect(lines[2].contains("1 apps") && lines[2].contains("rotate-key"))
    #expect(lines[2].contains("app_aaaaaaaaaaaaa"))
  }

  @Test func `it says whether a signing key was made or waited`() {
    let now = Timestamp(secondsSinceEpoch: 1_796_000_000)
    let words = [true, false].map {
      RotationAdvice.signingAdded(isNew: $0, file: "/n", useFrom: now, set: "/s")[0]
    }
    #expect(words[0].hasPrefix("made a new signing key, /n"))
    #expect(words[1].hasPrefix("took up the signing key that waits, /n"))
  }
}
