import TestFiles
import Cryptography
import Encodings
import Glibc
import Instants
import LicenseStore
import ServiceKit
import Testing

@testable import countersign

/// A signing key is shown a day before it signs, and stays in the set while its credentials live.
struct SigningRotationTests {
  private let directory: TemporaryFolder
  private let keys: KeyDirectory
  private let now = Timestamp(secondsSinceEpoch: 1_796_000_000)
  private let day: Int64 = 86_400

  init() throws {
    directory = TemporaryFolder()
    keys = KeyDirectory(path: directory.path + "/keys")
    _ = try keys.makeMissing(now: now)
  }

  private func shown() throws -> [[UInt8]: Timestamp] {
    let root = try Ed25519PrivateKey(pem: SecretFile(path: keys.rootFile).read()).publicKey
    let set = try #require(KeySet(document: FileContents.read(keys.keySetFile), root: root))
    return Dictionary(uniqueKeysWithValues: set.entries.map { ($0.x, $0.useFrom) })
  }

  private func use(at now: Timestamp, graceSeconds: Int64? = 0) throws {
    try keys.useSigningKey(now: now, graceSeconds: graceSeconds)
  }

  private func publicHalf(_ file: String) throws -> [UInt8] {
    try Ed25519PrivateKey(pem: SecretFile(path: file).read()).publicKey.raw
  }

  @Test func `a new key is shown a day before it signs, and takes over then`() throws {
    let old = try publicHalf(keys.signingFile)
    let added = try keys.addSigningKey(now: now)
    #expect(added.useFrom == now + day && added.isNew)
    let new = try publicHalf(keys.nextSigningFile)
    #expect(try shown() == [old: now, new: now + day])
    #expect(try publicHalf(keys.signingFile) == old)
    #expect(throws: CommandFault.self) { try use(at: now + day - 1) }
    try use(at: now + day)
    #expect(try publicHalf(keys.signingFile) == new)
    #expect(directory.mode(of: "keys/signing.pem") == 0o600)
    #expect(!Files.exists(keys.nextSigningFile))
    #expect(try shown().keys.contains(old), "its credentials live on")
  }

  @Test func `adding twice is one key, whose day stays`() throws {
    _ = try keys.addSigningKey(now: now)
    let first = try publicHalf(keys.nextSigningFile)
    let again = try keys.addSigningKey(now: now + 60)
    #expect(again.useFrom == now + day && !again.isNew)
    #expect(try publicHalf(keys.nextSigningFile) == first)
  }

  @Test func `to take over, a key must wait, and be shown`() throws {
    #expect(throws: CommandFault.self) { try use(at: now) }
    let stranger = try Ed25519PrivateKey.generate().pem()
    try Files.write(String(decoding: stranger.bytes, as: UTF8.self), to: keys.nextSigningFile)
    #expect(throws: CommandFault.self) { try use(at: now + 9 * day) }
  }

  @Test func `the old key leaves the set when no credential of it can be alive`() throws {
    let old = try publicHalf(keys.signingFile)
    _ = try keys.addSigningKey(now: now)
    try use(at: now + day)
    // A day for restarts, two of offline grace.
    let end = now + 4 * day
    #expect(throws: CommandFault.self) {
      try keys.retireSigningKeys(now: end - 1, graceSeconds: 2 * day)
    }
    #expect(try shown().keys.contains(old))
    #expect(try keys.retireSigningKeys(now: end, graceSeconds: 2 * day) == 1)
    #expect(try shown().keys.sorted { $0[0] < $1[0] } == [publicHalf(keys.signingFile)])
    #expect(throws: CommandFault.self) {
      try keys.retireSigningKeys(now: end, graceSeconds: 2 * day)
    }
  }

  /// When the key of a run that ended between its two files may be taken for a past one.
  @Test func `the key that signs stays in the set, whatever is noted of it`() throws {
    let signing = try publicHalf(keys.signingFile)
    let past = PastKeys([.init(x: signing, replacedAt: now, graceSeconds: 0)])
    try Files.write(past.text, to: keys.pastSigningFile)
    #expect(throws: CommandFault.self) {
      try keys.retireSigningKeys(now: now + 400 * day, graceSeconds: 0)
    }
    #expect(try shown().keys.contains(signing))
    _ = try keys.addSigningKey(now: now)
    try use(at: now + day)
    #expect(throws: CommandFault.self, "its time counts from when it was replaced") {
      try keys.retireSigningKeys(now: now + 2 * day - 1, graceSeconds: 0)
    }
    #expect(try keys.retireSigningKeys(now: now + 2 * day, graceSeconds: 0) == 1)
  }

  @Test(arguments: [(Int64?.some(3), Int64(4)), (nil, 366)])
  func `a grace that was shortened since, or was not known, still counts`(
    noted: Int64?, days: Int64
  ) throws {
    _ = try keys.addSigningKey(now: now)
    try use(at: now + day, graceSeconds: noted.map { $0 * day })
    let end = now + day + days * day
    #expect(throws: CommandFault.self) {
      try keys.retireSigningKeys(now: end - 1, graceSeconds: day)
    }
    #expect(try keys.retireSigningKeys(now: end, graceSeconds: day) == 1)
  }

  @Test func `a start in between keeps the keys that are shown`() throws {
    _ = try keys.addSigningKey(now: now)
    let before = try shown()
    _ = try keys.makeMissing(now: now + 60)
    #expect(try shown() == before)
  }

  @Test func `without the root key nothing is added, and it says to bring it`() throws {
    try #require(rename(keys.rootFile, directory.path + "/away") == 0)
    let fault = #expect(throws: CommandFault.self) { try keys.addSigningKey(now: now) }
    #expect(fault?.description.hasPrefix("root.pem is off the host: bring it here") == true)
    try Files.write("", to: keys.rootFile)
    #expect(throws: (any Error).self) { try keys.addSigningKey(now: now) }
    #expect(!Files.exists(keys.nextSigningFile))
  }

  @Test func `past keys are read as they were written, and nothing else is`() throws {
    let key = Array(repeating: UInt8(7), count: 32)
    for grace in [nil, 60] as [Int64?] {
      let past = PastKeys([.init(x: key, replacedAt: now, graceSeconds: grace)])
      #expect(PastKeys(text: past.text) == past)
    }
    let past = PastKeys([.init(x: key, replacedAt: now)])
    let line = past.text.dropLast()
    for text in [
      "x", "AAAA 1\n", past.text + " \n", "\(past.text)1 2 3\n", "\(line) -1\n", "\(line) x\n",
      "\(line) 99999999999\n", "\(line) 1 1\n",
    ] {
      #expect(PastKeys(text: text) == nil)
    }
  }
}
