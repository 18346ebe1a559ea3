import TestFiles
import Cryptography
import Encodings
import Glibc
import Instants
import JSON
import LicenseStore
import ServiceKit
import Testing

@testable import countersign

struct KeyDirectoryTests {
  private let directory: TemporaryFolder
  private let keys: KeyDirectory
  private let now = Timestamp(secondsSinceEpoch: 1_796_000_000)

  init() throws {
    directory = TemporaryFolder()
    keys = KeyDirectory(path: directory.path + "/keys")
  }

  private func root() throws -> Ed25519PublicKey {
    try Ed25519PublicKey(raw: #require(Base64URL.decode(keys.rootPublicKey().utf8)))
  }

  @Test func `all keys are made, each in a closed file that its readers take`() throws {
    let made = try keys.makeMissing(now: now)
    #expect(made.count == 4)
    for name in ["root.pem", "signing.pem", "token.keys", "master.keys"] {
      #expect(directory.mode(of: "keys/" + name) == 0o600)
    }
    let token = String(
      decoding: try SecretFile(path: keys.tokenFile).read(), as: UTF8.self)
    let master = String(
      decoding: try SecretFile(path: keys.masterFile).read(), as: UTF8.self)
    #expect(try TokenKeys(fileText: token).current.number == 1)
    #expect(try MasterKeys(fileText: master).current.number == 1)
    #expect(token != master)
  }

  @Test func `a key that is there is never replaced`() throws {
    _ = try keys.makeMissing(now: now)
    let before = try SecretFile(path: keys.signingFile).read()
    #expect(try keys.makeMissing(now: now + 60).isEmpty)
    #expect(try SecretFile(path: keys.signingFile).read() == before)
  }

  @Test func `the key set is what signing.md says, signed by the root key`() throws {
    _ = try keys.makeMissing(now: now)
    let document = try JSON.parse(FileContents.read(keys.keySetFile))
    let signed = try #require(document["signed"]?.string)
    let payload = try #require(JWS.verify(signed, key: root(), type: "countersign-keys+jwt"))
    let claims = try JSON.parse(payload)
    #expect(claims["iat"]?.int64 == now.secondsSinceEpoch)
    #expect((claims["exp"]?.int64 ?? 0) > now.secondsSinceEpoch)
    let key = try #require(document["keys"]?.array?.first)
    let x = try #require(key["x"]?.string.flatMap { Base64URL.decode($0.utf8) })
    #expect(key["kid"]?.string == JWK.thumbprint(x: x))
    #expect(
      [key["kty"], key["crv"], key["alg"], key["use"]].map { $0?.string }
        == ["OKP", "Ed25519", "EdDSA", "sig"])
    #expect(key["use_from"] == nil)
    #expect(claims["keys"]?.array?.first?["use_from"]?.int64 == now.secondsSinceEpoch)
  }

  @Test func `signing anew keeps keys and their days, and moves iat`() throws {
    _ = try keys.makeMissing(now: now)
    _ = try keys.makeMissing(now: now + 86_400)
    let document = try FileContents.read(keys.keySetFile)
    let set = try #require(KeySet(document: document, root: root()))
    #expect(set.entries.map(\.useFrom) == [now])
    let signed = try #require(JSON.parse(document)["signed"]?.string)
    let payload = try #require(JWS.verify(signed, key: root(), type: KeySet.type))
    #expect(try JSON.parse(payload)["iat"]?.int64 == now.secondsSinceEpoch + 86_400)
  }

  @Test func `a set of another root is not taken over`() throws {
    _ = try keys.makeMissing(now: now)
    let other = try Ed25519PrivateKey.generate()
    try Files.write(KeySet().document(root: other, now: now), to: keys.keySetFile)
    #expect(throws: CommandFault.self) { try keys.makeMissing(now: now) }
  }

  // MARK: The root key off the host

  /// Moves the root key away; gives where it is.
  private func takeRootAway() throws -> String {
    let away = directory.path + "/root-away.pem"
    try #require(rename(keys.rootFile, away) == 0)
    return away
  }

  @Test func `without the root key all goes on as the set stands, and no other root is made`()
    throws
  {
    _ = try keys.makeMissing(now: now)
    let (root, set) = (try keys.rootPublicKey(), Files.text(keys.keySetFile))
    let away = try takeRootAway()
    unlink(keys.tokenFile)
    #expect(try keys.makeMissing(now: now + 60) == [keys.tokenFile])
    #expect(!Files.exists(keys.rootFile) && Files.text(keys.keySetFile) == set)
    #expect(try keys.rootPublicKey() == root)
    try #require(rename(away, keys.rootFile) == 0)
    #expect(try keys.makeMissing(now: now + 60) == [])
    #expect(Files.text(keys.keySetFile) != set)
  }

  @Test func `what needs a signature is refused without the root key, and nothing is made`() throws
  {
    _ = try keys.makeMissing(now: now)
    _ = try takeRootAway()
    for file in [keys.signingFile, keys.keySetFile] {
      let text = try #require(Files.text(file))
      unlink(file)
      let fault = #expect(throws: CommandFault.self) { try keys.makeMissing(now: now) }
      #expect(fault?.description.hasPrefix("root.pem is off the host: bring it here") == true)
      #expect(!Files.exists(keys.rootFile) && !Files.exists(file))
      try Files.write(text, to: file)
    }
    let stranger = try Ed25519PrivateKey.generate().pem()
    try Files.write(keys.text(stranger), to: keys.signingFile)
    #expect(throws: CommandFault.self) { try keys.makeMissing(now: now) }
  }

  @Test func `a set of another root is seen without the root key, too`() throws {
    _ = try keys.makeMissing(now: now)
    let set = try keys.keySet(signedBy: nil)
    let other = try Ed25519PrivateKey.generate()
    _ = try takeRootAway()
    try Files.write(set.document(root: other, now: now), to: keys.keySetFile)
    #expect(throws: CommandFault.self) { try keys.makeMissing(now: now) }
    unlink(keys.rootPublicFile)
    #expect(try keys.makeMissing(now: now) == [], "nothing tells which root it was")
    #expect(throws: CommandFault.self) { try keys.rootPublicKey() }
  }

  @Test func `a key file that is open to others is refused`() throws {
    _ = try keys.makeMissing(now: now)
    try Files.write("x", to: keys.rootFile, mode: 0o644)
    #expect(throws: (any Error).self) { try keys.makeMissing(now: now) }
  }

  @Test func `a direct client's key pair is two files, the secret one closed, and stays`() throws {
    #expect(try keys.makeMissingDirectKeys(of: "billing").count == 2)
    #expect(directory.mode(of: "keys/direct/billing.key") == 0o600)
    let file = keys.directPublicFile(of: "billing")
    let text = String(decoding: try FileContents.read(file), as: UTF8.self)
    #expect(try text == keys.directPublicKey(of: "billing") + "\n")
    #expect(try keys.makeMissingDirectKeys(of: "billing").isEmpty)
  }

  @Test func `the bus key pair of a process is two files, the secret one closed, and stays`() throws
  {
    #expect(try keys.makeMissingBusKeys(of: "gateway-1").count == 2)
    #expect(directory.mode(of: "keys/bus/gateway-1.key") == 0o600)
    let file = directory.path + "/keys/bus/gateway-1.pub"
    let text = String(decoding: try FileContents.read(file), as: UTF8.self)
    #expect(try text == keys.busPublicKey(of: "gateway-1") + "\n")
    #expect(try keys.makeMissingBusKeys(of: "gateway-1").isEmpty)
  }

  @Test func `a worker's line for the list is told by its name`() {
    #expect(
      KeysCommand.busRights(of: "verification-2") == "announce=verification hear=hints")
    #expect(KeysCommand.busRights(of: "admin-1") == "announce=admin")
    #expect(KeysCommand.busRights(of: "gateway-1") == nil)
    #expect(KeysCommand.busRights(of: "billing") == nil)
  }

  @Test func `a list of direct clients that is there is its owner's`() throws {
    for name in ["a", "b"] { _ = try keys.makeMissingDirectKeys(of: name) }
    #expect(try keys.makeMissingDirectClients(allowing: "a").count == 1)
    #expect(try keys.makeMissingDirectClients(allowing: "b").isEmpty)
    let list = String(decoding: try FileContents.read(keys.directClientsFile), as: UTF8.self)
    #expect(try list.contains(keys.directPublicKey(of: "a") + " a call=verification"))
    #expect(try !list.contains(keys.directPublicKey(of: "b")))
  }
}
