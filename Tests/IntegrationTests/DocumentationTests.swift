import TestFiles
import Foundation
import TestClient
import TestCluster
import Testing

/// docs/http-api.md is tried, not only read: its examples run as they stand there.
@Suite struct DocumentationTests {
  static let page: String = {
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    return TextFile.read("/\(root)/docs/http-api.md")
  }()

  /// The page's blocks of that language, in order.
  static func blocks(_ language: String) -> [String] {
    page.components(separatedBy: "```\(language)\n").dropFirst().map {
      $0.components(separatedBy: "\n```")[0]
    }
  }

  @Test func `the shell examples run and end with valid claims`() throws {
    let cluster = try SharedCluster.get()
    let folder = TemporaryFolder()
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/.run", withDestinationPath: cluster.home)
    let script = "set -eu\ncd '\(folder.path)'\n" + Self.blocks("sh").joined(separator: "\n")
    let done = try ChildProcess.run(
      "/bin/bash", ["-c", script], environment: ["PATH": "/usr/bin:/bin"])
    #expect(done.status == 0, "\(done.errors)")
    let end = try #require(done.output.firstRange(of: #"{"iss""#)?.lowerBound)
    let claims = try JsonReader.read(Array(done.output[end...].utf8))
    #expect(claims["code"] == "VALID")
    #expect(claims["device"] == "my-first-device")
  }

  @Test func `the worked signature is right`() throws {
    var signer = RequestSigner(id: "app_aaaaaaaaaaaaa", secret: "cak_")
    signer.secret += String(repeating: "A", count: 43)
    let body = #"{"code":"A8F3-K2Q7-XP5N-9WCE","device":{"id":"device-0001"}}"#
    let sig = signer.signature(
      method: "POST", target: "/v1/activate", ts: "1767225600", nonce: "0123456789abcdef",
      body: Array(body.utf8))
    #expect(sig == "yEHcc8LJcLUuliPU8RmXFmAISeWZOmfkXjqBgxXhvCs")
    #expect(Self.page.contains("sig     \(sig)"))
    #expect(Self.page.contains("body    \(body)"))
  }
}
