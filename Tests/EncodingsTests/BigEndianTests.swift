import Encodings
import Testing

@Suite struct BigEndianTests {
  @Test func `the most significant byte stands first, and comes back`() {
    var bytes: [UInt8] = [9]
    bytes.append(bigEndian: 0x0102_0304_0506_0708)
    #expect(bytes == [9, 1, 2, 3, 4, 5, 6, 7, 8])
    #expect(UInt64(bigEndian: bytes[1...]) == 0x0102_0304_0506_0708)
  }

  @Test func `fewer bytes are the lowest`() {
    var bytes: [UInt8] = []
    bytes.append(bigEndian: 0xFF01_0203, byteCount: 3)
    #expect(bytes == [1, 2, 3])
    #expect(UInt64(bigEndian: bytes[...]) == 0x01_0203)
  }
}
