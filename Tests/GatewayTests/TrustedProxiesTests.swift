import HTTPServer
import Testing

@testable import Gateway

@Suite struct TrustedProxiesTests {
  // LIM-03
  @Test(arguments: [
    ("203.0.113.5", [], "203.0.113.5"),
    ("203.0.113.5", ["198.51.100.1"], "203.0.113.5"),
    ("10.0.0.1", [], "10.0.0.1"),
    ("10.0.0.1", ["198.51.100.1"], "198.51.100.1"),
    ("10.0.0.1", ["1.1.1.1, 198.51.100.1,10.0.0.9"], "198.51.100.1"),
    ("10.0.0.1", ["1.1.1.1", "198.51.100.1"], "198.51.100.1"),
    ("10.0.0.1", ["10.0.0.7, 10.0.0.8"], "10.0.0.7"),
    ("10.0.0.1", ["198.51.100.1:4711"], "198.51.100.1"),
    ("10.0.0.1", ["[2001:db8::9]:4711"], "2001:db8::9"),
    ("10.0.0.1", ["[2001:db8::9]"], "2001:db8::9"),
    ("10.0.0.1", ["198.51.100.1, , 10.0.0.9"], "198.51.100.1"),
    ("10.0.0.1", ["198.51.100.1, 198.51.100.2:port"], "10.0.0.1"),
    ("10.0.0.1", ["198.51.100.1, [198.51.100.2"], "10.0.0.1"),
    ("10.0.0.1", ["198.51.100.1, unknown"], "10.0.0.1"),
    ("10.0.0.1", ["198.51.100.1, unknown, 10.0.0.2"], "10.0.0.2"),
    ("2001:db8::1", ["2001:db8:ffff::7"], "2001:db8:ffff::7"),
  ])
  func `the client is the last hop that no trusted proxy vouches for`(
    peer: String, forwarded: [String], expected: String
  ) throws {
    let proxies = try #require(TrustedProxies(texts: ["10.0.0.0/8", "2001:db8::1"]))
    let client = proxies.client(
      peer: IPAddress(text: peer), forwardedFor: forwarded.map { Array($0.utf8) })
    #expect(client?.description == expected)
  }

  @Test func `by default nobody is trusted`() {
    let client = TrustedProxies().client(
      peer: IPAddress(text: "127.0.0.1"), forwardedFor: [Array("1.2.3.4".utf8)])
    #expect(client?.description == "127.0.0.1")
  }

  @Test(arguments: [
    "", "proxy", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/", "::/129", "1.2.3.4/8/8",
  ])
  func `what is no network is refused`(text: String) {
    #expect(TrustedProxies(texts: [text]) == nil)
  }

  @Test func `the worker hears the client's address, not the header`() throws {
    var rules = EdgeRules()
    rules.trustedProxies = try #require(TrustedProxies(texts: ["192.0.2.1"]))
    let desk = Desk(rules: rules)
    _ = desk.send(.post, "/v1/verify", fields: [("x-forwarded-for", "198.51.100.1")])
    #expect(desk.bus.submitted.first?.clientAddress == "198.51.100.1")
    #expect(desk.bus.submitted.first?.headers.isEmpty == true)
  }
}
