import Instants
import Licensing
import Testing

@testable import LicenseStore

@Suite struct StoredValueTests {
  @Test(arguments: ["device-0001", "a b  c", "xxxxxxxx\r\nFLUSHALL", "%s%n%s%n", "ünï🏁\0dé"])
  func `A binding reads as it was written, whatever the device is called`(device: String) {
    let bound = Samples.binding(version: 7, device: device)
    #expect(StoredBinding(id: bound.id, bytes: bound.bytes) == bound)
    let unbound = Samples.binding(
      version: 8, isUnbound: true, device: device, previousEndsAt: Samples.start + 60)
    #expect(StoredBinding(id: unbound.id, bytes: unbound.bytes) == unbound)
  }

  @Test(arguments: Plan.allCases)
  func `A licence reads as it was written, of every plan`(plan: Plan) {
    var license = Samples.license(version: 2)
    license.plan = plan
    #expect(StoredLicense(id: license.id, bytes: license.bytes) == license)
    license.expiresAt = nil
    license.activatedAt = nil
    license.disabledAt = Samples.start
    #expect(StoredLicense(id: license.id, bytes: license.bytes) == license)
  }

  @Test func `A slid end reads as it was written`() {
    let end = SlidEnd(
      bindingID: Samples.bindingID, generation: 0xFF_FFFF, endsAt: Samples.start,
      postgresEndsAt: Samples.start + 21_600)
    #expect(SlidEnd(bindingID: end.bindingID, bytes: end.bytes) == end)
  }

  @Test func `Neither code nor remark nor order leaves PostgreSQL`() {
    let text = String(decoding: Samples.license(version: 1).bytes, as: UTF8.self)
    #expect(!text.contains("A8F3K2Q7XP5N9WCE"))
    #expect(!text.contains("Ada"))
    #expect(Samples.license(version: 1).license.code.canonical.isEmpty)
  }

  @Test(arguments: [
    "", "1", "garbage", "2 1 1", "1  1 1 x", "1 9999999999999999 1 aaaaaaaaaaaaa b 1 1 1 1 - d",
    "1 1 1 aaaaaaaaaaaaa x 1 1 1 1 - d", "1 1 1 aaaaaaaaaaaaa b 0 1 1 1 - d",
    "1 1 1 aaaaaaaaaaaaa b 16777216 1 1 1 - d", "1 1 1 aaaaaaaaaaaaa b 1 256 1 1 - d",
    "1 1 1 aaaaaaaaaaaaa b 1 1 1 1 - ", "1 1 1 aaaaaaaaaaaaa b 1 1 1 1", "1 -1 1 aaaaaaaaaaaaa b",
    "1 1 1 AAAAAAAAAAAAA b 1 1 1 1 - d", "1 1 1 aaaaaaaaaaaab b 1 1 1 1 - d",
  ])
  func `A binding of another form cannot be read`(text: String) {
    #expect(StoredBinding(id: Samples.bindingID, bytes: Array(text.utf8)) == nil)
  }

  @Test(arguments: [
    "", "1 1 1 aaaaaaaaaaaaa x - - - {}", "1 1 1 aaaaaaaaaaaaa y - - - ",
    "1 1 1 aaaaaaaaaaaaa y - - - []", "1 1 1 aaaaaaaaaaaaa y - - {}",
    "0 1 1 aaaaaaaaaaaaa y - - - {}",
  ])
  func `A licence of another form cannot be read`(text: String) {
    #expect(StoredLicense(id: Samples.licenseID, bytes: Array(text.utf8)) == nil)
  }

  @Test(arguments: ["", "1 1 1", "1 1 1 1 ", "1 1 1 1 1", "1 4294967296 1 1", "1 x 1 1"])
  func `A slid end of another form cannot be read`(text: String) {
    #expect(SlidEnd(bindingID: Samples.bindingID, bytes: Array(text.utf8)) == nil)
  }

  @Test func `A device id that is longer than any cannot be read`() {
    let longest = Samples.binding(version: 1, device: String(repeating: "🏁", count: 128))
    #expect(StoredBinding(id: longest.id, bytes: longest.bytes) == longest)
    #expect(StoredBinding(id: longest.id, bytes: longest.bytes + [0x39]) == nil)
  }

  @Test func `A device id that is no UTF-8 cannot be read`() {
    let bytes = Array("1 1 1 aaaaaaaaaaaaa b 1 1 1 1 - ".utf8) + [0xFF, 0xFE]
    #expect(StoredBinding(id: Samples.bindingID, bytes: bytes) == nil)
  }

  @Test func `A licence is fresh for six hours`() {
    let license = Samples.license(version: 1, readAt: 0)
    #expect(license.isFresh(at: UnixMilliseconds(6 * 3_600_000 - 1)))
    #expect(!license.isFresh(at: UnixMilliseconds(6 * 3_600_000)))
  }
}
