import HTTPServer
import Testing

@Suite struct AddressTests {
  @Test(arguments: [
    ("127.0.0.1", "127.0.0.1"), ("::1", "::1"), ("2001:DB8:0:0:0:0:0:1", "2001:db8::1"),
    ("::ffff:10.1.2.3", "10.1.2.3"), ("0.0.0.0", "0.0.0.0"),
  ])
  func `addresses are read and shown in their short form`(text: String, shown: String) {
    #expect(IPAddress(text: text)?.description == shown)
  }

  @Test(arguments: ["", "localhost", "1.2.3", "1.2.3.4.5", "01.2.3.256", "[::1]", "fe80::1%lo"])
  func `names, zones and halves are no addresses`(text: String) {
    #expect(IPAddress(text: text) == nil)
  }

  @Test(arguments: [
    ("10.1.2.3", "10.0.0.0", 8, true), ("11.1.2.3", "10.0.0.0", 8, false),
    ("10.1.2.3", "10.1.2.2", 31, true), ("10.1.2.4", "10.1.2.2", 31, false),
    ("10.1.2.3", "0.0.0.0", 0, true), ("::1", "0.0.0.0", 0, false),
    ("2001:db8::9", "2001:db8::", 64, true), ("2001:db9::9", "2001:db8::", 32, false),
  ])
  func `an address is within a network when the leading bits agree`(
    address: String, network: String, bits: Int, isWithin: Bool
  ) throws {
    let address = try #require(IPAddress(text: address))
    let network = try #require(IPAddress(text: network))
    #expect(address.isWithin(network, bitCount: bits) == isWithin)
  }

  @Test(arguments: ["127.0.0.1:8080", "[::1]:0", "[::]:65535", "0.0.0.0:80"])
  func `addresses to listen on are read and shown alike`(text: String) {
    #expect(ListenAddress(text: text)?.description == text)
  }

  @Test(arguments: [
    "8080", ":8080", "::1:80", "[127.0.0.1]:80", "a:80", "127.0.0.1:65536", "1.2.3.4:",
  ])
  func `other texts are no address to listen on`(text: String) {
    #expect(ListenAddress(text: text) == nil)
  }
}
