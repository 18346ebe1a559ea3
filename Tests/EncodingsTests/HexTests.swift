import Encodings
import Testing

@Suite struct HexTests {
  @Test func `hex is of two digits a byte, in lower case`() {
    #expect(Hex.encode([0x00, 0x0F, 0xA5, 0xFF]) == "000fa5ff")
    #expect(Hex.encode([]) == "")
  }
}
