import Testing

@testable import ServiceKit

struct ProcessEnvironmentTests {
  @Test func `entries are read, and what is none is left out`() {
    let bytes = Array("A=1\0B=x=y\0=bad\0none\0A=2\0E=\0".utf8) + [0xFF, UInt8(ascii: "=")]
    #expect(ProcessEnvironment.parse(bytes) == ["A": "1", "B": "x=y", "E": ""])
  }

  @Test func `this process has an environment`() {
    #expect(ProcessEnvironment.current()["PATH"] != nil)
  }
}
