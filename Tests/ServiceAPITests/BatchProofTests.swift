import ChildProcesses
import Cryptography
import Encodings
import Foundation
import Instants
import JSON
import Licensing
import ServiceAPI
import Testing

/// Batch proofs beside an implementation by another hand: `proto/golden/batch_proof.py`.
@Suite struct `A batch proof` {
  private static let golden = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "proto/golden")

  private func issuer(_ seed: [UInt8]) throws -> CredentialIssuer {
    CredentialIssuer(issuer: "me", key: try Ed25519PrivateKey(seed: SecretBytes(seed)))
  }

  private func batch(_ payloads: [[UInt8]]) -> [Statement] {
    payloads.map { Statement(payload: $0, form: .batch) }
  }

  @Test func `is byte for byte the golden one`() throws {
    let file = try Data(contentsOf: Self.golden.appending(path: "batch_proof.json"))
    let vectors = try JSON.parse([UInt8](file), limits: JSONLimits(depth: 16))
    let issuer = try issuer(Array(0..<32))
    let batches = try #require(vectors["batches"]?.array)
    #expect(batches.count == 9)
    for batch in batches {
      let payloads = (batch["payloads"]?.array ?? []).compactMap {
        Base64URL.decode(($0.string ?? "").utf8)
      }
      let proofs = issuer.seal(self.batch(payloads)).map { String(decoding: $0, as: UTF8.self) }
      #expect(proofs == batch["proofs"]?.array?.map(\.compactText))
    }
  }

  @Test func `of any size holds for the other implementation`() throws {
    let seed = RandomBytes.make(count: 32)
    let issuer = try issuer(seed)
    let key = try Ed25519PrivateKey(seed: SecretBytes(seed)).publicKey
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("public", Base64URL.encode(key.raw))
    writer.name("batches")
    writer.beginArray()
    for size in [1, 2, 6, 17, 64, 100, 255, 256, 257, 300] { write(size, issuer, to: &writer) }
    writer.endArray()
    writer.endObject()
    let output = try check(writer.bytes)
    #expect(output == "1258 proofs hold\n")
  }

  private func write(_ size: Int, _ issuer: CredentialIssuer, to writer: inout JSONWriter) {
    let payloads = (0..<size).map { _ in RandomBytes.make(count: .random(in: 0...200)) }
    writer.beginObject()
    writer.name("payloads")
    writer.beginArray()
    for payload in payloads { writer.string(Base64URL.encode(payload)) }
    writer.endArray()
    writer.name("proofs")
    writer.beginArray()
    for proof in issuer.seal(batch(payloads)) { writer.raw(proof) }
    writer.endArray()
    writer.endObject()
  }

  private func check(_ vectors: [UInt8]) throws -> String {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
    try Data(vectors).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let script = Self.golden.appending(path: "batch_proof.py").path
    return try ChildRun.output(
      of: ChildCommand("/usr/bin/python3", [script, "check", file.path]))
  }

  @Test func `stands beside signatures of their own, each in its place`() throws {
    let issuer = try issuer(Array(0..<32))
    let forms: [Statement.ProofForm] = [.jws, .batch, .batch, .jws, .batch]
    let sealed = try issuer.seal(
      forms.enumerated().map { Statement(payload: Array("{\"n\":\($0)}".utf8), form: $1) }
    ).map { try JSON.parse($0) }
    #expect(sealed.map { $0.string != nil } == [true, false, false, true, false])
    #expect(sealed.map { $0["size"]?.int64 } == [nil, 3, 3, nil, 3])
    #expect(sealed.map { $0["index"]?.int64 } == [nil, 0, 1, nil, 2])
    #expect(
      sealed.map { $0["payload"]?.string }
        == [nil, "eyJuIjoxfQ", "eyJuIjoyfQ", nil, "eyJuIjo0fQ"])
  }
}
