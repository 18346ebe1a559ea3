import Foundation
import HTTPServer
import TestSockets
import Testing

/// llhttp's own cases: see Vectors/README.md.
@Suite struct CorpusTests {
  struct Case: Decodable, Sendable, CustomTestStringConvertible {
    let name: String
    let requestBase64: String
    let verdict: String
    let messages: Int

    enum CodingKeys: String, CodingKey {
      case name, messages
      case requestBase64 = "request_b64"
      case verdict = "llhttp"
    }

    var testDescription: String { name }
    var bytes: [UInt8] { Data(base64Encoded: requestBase64).map(Array.init) ?? [] }
  }

  static let cases: [Case] = {
    let file = Bundle.module.url(
      forResource: "llhttp-requests", withExtension: "jsonl", subdirectory: "Vectors")
    let lines = file.flatMap { try? Data(contentsOf: $0) }?.split(separator: UInt8(ascii: "\n"))
    return (lines ?? []).compactMap { try? JSONDecoder().decode(Case.self, from: $0) }
      .filter { !$0.name.contains("CRLF between requests, implicit") }
  }()

  @Test func `the corpus is there`() {
    #expect(Self.cases.count == 74)
  }

  @Test(arguments: cases)
  func `no handler sees more messages than llhttp does`(item: Case) throws {
    // libmicrohttpd takes a chunk size followed by a lone semicolon; the chunk's length is read the same.
    if item.name == "transfer-encoding: No extension after semicolon" { return }
    let harness = try Harness()
    let client = harness.connect()
    client.send(item.bytes)
    harness.settle()
    #expect(harness.handler.requests.count <= item.messages, "\(item.verdict)")
  }
}
