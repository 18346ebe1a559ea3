import Cryptography
import Encodings
import JSON
import Testing

@testable import LoadTest

func base64(_ bytes: [UInt8]) -> String { Base64URL.encode(bytes) }

@Suite struct BatchProofTests {
  private let server: ProofFixture

  init() throws { server = try ProofFixture() }

  /// Claims of others, and one's own at `index`.
  private func entries(_ count: Int, own index: Int) -> [[UInt8]] {
    (0..<count).map { number in
      number == index ? server.claims() : server.claims(["jti": .string("\(number)")])
    }
  }

  private func flaw(_ proof: JSONObject) -> ProofFlaw? {
    var checker = ProofChecker(server.keys)
    do throws(ProofFlaw) {
      try checker.check(server.answer(.object(proof)), server.expected)
      return nil
    } catch {
      return error
    }
  }

  @Test func `every place in trees of every small size leads to the root`() throws {
    for size in 1...40 {
      let entries = (0..<size).map { [UInt8($0)] }
      let tree = SmallTree(entries)
      for index in 0..<size {
        let leaf = MerklePath.leaf(entries[index])
        let path = tree.path(to: index)
        #expect(
          MerklePath.root(leaf: leaf, index: index, size: size, path: path) == tree.root)
      }
    }
  }

  @Test func `a path of another length leads nowhere`() {
    for size in 1...17 {
      let entries = (0..<size).map { [UInt8($0)] }
      let tree = SmallTree(entries)
      for index in 0..<size {
        let leaf = MerklePath.leaf(entries[index])
        let path = tree.path(to: index)
        let longer = path + [SHA256.hash([])]
        #expect(MerklePath.root(leaf: leaf, index: index, size: size, path: longer) == nil)
        guard !path.isEmpty else { continue }
        let shorter = Array(path.dropLast())
        #expect(MerklePath.root(leaf: leaf, index: index, size: size, path: shorter) == nil)
      }
    }
  }

  @Test(arguments: [(1, 0), (2, 1), (3, 2), (57, 12), (64, 63)])
  func `a true proof counts`(_ size: Int, _ index: Int) throws {
    let proofs = try server.batch(entries(size, own: index))
    #expect(flaw(proofs[index]) == nil)
  }

  @Test func `a batch costs one check of its signature`() throws {
    let proofs = try server.batch((0..<20).map { _ in server.claims() })
    var checker = ProofChecker(server.keys)
    for proof in proofs { try checker.check(server.answer(.object(proof)), server.expected) }
    #expect(checker.tally.batch == 20)
    #expect(checker.tally.signatures == 1)
    let single = try server.compact(server.claims())
    try checker.check(server.answer(single), server.expected)
    #expect(checker.tally.jws == 1)
    #expect(checker.tally.signatures == 2)
  }

  @Test func `a flipped bit of any node of the path does not count`() throws {
    let proof = try server.batch(entries(9, own: 3))[3]
    let path = try #require(proof["path"]?.array)
    #expect(path.count == 4)
    for place in path.indices {
      var node = try #require(path[place].string.flatMap { Base64URL.decode($0.utf8) })
      node[17] ^= 4
      var changed = path
      changed[place] = .string(base64(node))
      var forged = proof
      forged["path"] = .array(changed)
      #expect(flaw(forged) == .signature)
    }
  }

  @Test func `claims, place, size and signature are all bound`() throws {
    let proof = try server.batch(entries(9, own: 3))[3]
    let signature = try #require(proof["signature"]?.string.flatMap { Base64URL.decode($0.utf8) })
    var other = signature
    other[3] ^= 1
    let changes: [(String, JSONValue, ProofFlaw)] = [
      ("payload", .string(base64(server.claims(["plan": .string("lifetime")]))), .signature),
      ("index", .number(JSONNumber(2)), .signature),
      ("index", .number(JSONNumber(9)), .batchSize),
      ("index", .number(JSONNumber(-1)), .batchSize),
      ("size", .number(JSONNumber(0)), .batchSize),
      ("size", .number(JSONNumber(10)), .signature),
      ("size", .number(JSONNumber(17)), .pathLength),
      ("signature", .string(base64(other)), .signature),
      ("signature", .string("AAAA"), .signature),
      ("kid", .string("another"), .unknownKey),
      ("typ", .string("countersign+jwt"), .header),
      ("path", .array([.string("AAAA")]), .form),
      ("path", .array(Array(repeating: .string(""), count: 33)), .pathLength),
    ]
    for (name, value, wanted) in changes {
      var forged = proof
      forged[name] = value
      #expect(flaw(forged) == wanted, "\(name)")
    }
  }

  @Test func `a forged signature over a known root is checked anew`() throws {
    let proofs = try server.batch(entries(4, own: 0))
    var checker = ProofChecker(server.keys)
    try checker.check(server.answer(.object(proofs[0])), server.expected)
    var forged = proofs[0]
    forged["signature"] = .string(base64([UInt8](repeating: 7, count: 64)))
    let body = server.answer(.object(forged))
    #expect(throws: ProofFlaw.signature) { try checker.check(body, server.expected) }
  }

  @Test func `another's claims in the same batch do not count`() throws {
    let claims = [server.claims(), server.claims(["nonce": .string("another-nonce-xx")])]
    let proofs = try server.batch(claims)
    #expect(flaw(proofs[0]) == nil)
    #expect(flaw(proofs[1]) == .nonce)
  }

  @Test func `the memory of roots is bounded`() {
    var memory = RootMemory(limit: 3)
    let entries = (0..<5).map {
      RootMemory.Entry(keyID: "k", signedBytes: [UInt8($0)], signature: [])
    }
    for entry in entries { memory.insert(entry) }
    #expect(entries.map(memory.contains) == [false, false, true, true, true])
  }
}
