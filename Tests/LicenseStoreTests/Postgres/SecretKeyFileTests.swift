import Cryptography
import Licensing
import Testing

@testable import LicenseStore

@Suite struct SecretKeyFileTests {
  private func line(_ number: UInt8) throws -> String {
    SecretKeyFile.line(for: try SeatFixture.key(number: number))
  }

  @Test func `the newest number makes, both check`() throws {
    let keys = try SecretKeyFile.parse(line(3) + line(12))
    #expect(keys.map(\.number) == [12, 3])
    #expect(keys[1].secret.bytes == Array(repeating: 3, count: 32))
    #expect(try MasterKeys(fileText: line(1) + line(2)).current.number == 2)
  }

  @Test func `anything but one or two whole lines is refused, and not quoted`() throws {
    let one = try line(1)
    let broken: [(String, SecretKeyFault)] = [
      ("", .keyCount), (try one + line(2) + line(3), .keyCount), (one + one, .doubledNumber),
      ("1 abc\n", .unreadableLine), ("256 " + one.dropFirst(2), .unreadableLine),
      ("01 " + one.dropFirst(2), .unreadableLine), (" " + one, .unreadableLine),
      (one.dropLast() + "=\n", .unreadableLine), (one.dropLast() + " \n", .unreadableLine),
    ]
    for (text, fault) in broken {
      #expect(throws: fault) { try SecretKeyFile.parse(text) }
    }
  }

  @Test func `a token's secret follows from its key and public part, and is never shown`() throws {
    let keys = try TokenKeys(fileText: line(1) + line(2))
    var id = AccessTokenID(
      bindingID: BindingID(rawValue: 1), licenseID: LicenseID(rawValue: 2), keyNumber: 2,
      generation: 3)
    let secret = try #require(keys.secret(of: id))
    #expect(secret.count == 43)
    #expect(keys.secret(of: id) == secret)
    id.keyNumber = 1
    #expect(keys.secret(of: id) != secret)
    id.keyNumber = 9
    #expect(keys.secret(of: id) == nil)
    #expect(!"\(keys)".contains("1, 1, 1"))
  }
}
