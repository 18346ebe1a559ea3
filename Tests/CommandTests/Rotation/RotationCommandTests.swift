import TestFiles
import Instants
import LicenseStore
import ServiceKit
import Testing

@testable import countersign

/// Rotation of files, as the command does it.
struct RotationCommandTests {
  private let directory: TemporaryFolder
  private let keys: KeyDirectory

  init() throws {
    directory = TemporaryFolder()
    keys = KeyDirectory(path: directory.path + "/keys")
    _ = try keys.makeMissing(now: Timestamp(secondsSinceEpoch: 1_796_000_000))
  }

  private func rotate(_ words: String...) throws {
    #expect(try KeysRotateCommand.run(words + ["--dir", keys.path]) == 0)
  }

  @Test(arguments: ["token", "master"])
  func `the file has both keys, closed, and the old one makes until --use`(kind: String) throws {
    let keyKind = try #require(KeyKind(rawValue: kind))
    let before = try #require(keys.entries(of: keyKind).first)
    try rotate(kind)
    let added = try keys.entries(of: keyKind)
    #expect(added.map(\.key.number) == [1, 2] && added.map(\.isLater) == [false, true])
    #expect(added[0].key.secret.bytes == before.key.secret.bytes)
    #expect(directory.mode(of: "keys/\(kind).keys") == 0o600)
    #expect(throws: CommandFault.self, "no process is seen") { try rotate(kind, "--use") }
    #expect(try keys.entries(of: keyKind).map(\.isLater) == [false, true])
    try rotate(kind, "--use", "--restarted")
    #expect(try keys.entries(of: keyKind).map(\.key.number) == [2, 1])
    #expect(throws: CommandFault.self) { try rotate(kind, "--use", "--restarted") }
    #expect(throws: CommandFault.self) { try rotate(kind) }
  }

  @Test func `one kind is rotated, and one that exists`() {
    for words in [[], ["token", "master"], ["root"]] {
      #expect(throws: UsageFault.self) { try KeysRotateCommand.run(words) }
    }
  }

  private func retireToken() throws {
    #expect(
      try KeysRetireCommand.run(["token", "--force", "--restarted", "--dir", keys.path]) == 0)
  }

  @Test func `a token key that was forced out is kept beside, closed, and can be put back`() throws
  {
    let first = try #require(Files.text(keys.tokenFile))
    try rotate("token")
    try rotate("token", "--use", "--restarted")
    #expect(throws: CommandFault.self, "no process is seen") {
      try KeysRetireCommand.run(["token", "--force", "--dir", keys.path])
    }
    try retireToken()
    #expect(try keys.entries(of: .token).map(\.key.number) == [2])
    #expect(Files.text(keys.pastFile(of: .token)) == first)
    #expect(directory.mode(of: "keys/token-past.keys") == 0o600)
    let second = try #require(Files.text(keys.tokenFile))
    try Files.write(second + first, to: keys.tokenFile)
    #expect(try keys.entries(of: .token).map(\.key.number) == [2, 1])
    try retireToken()
    #expect(Files.text(keys.pastFile(of: .token)) == first, "each line once")
    try rotate("token")
    try rotate("token", "--use", "--restarted")
    try retireToken()
    #expect(Files.text(keys.pastFile(of: .token)) == first + second)
  }
}
