import Encodings
import Testing

@Suite struct DecimalDigitsTests {
  @Test(arguments: [0, 7, -1, 10, 99_999, Int64.max, Int64.min])
  func `digits are those that Swift writes`(number: Int64) {
    var bytes: [UInt8] = []
    DecimalDigits(number).append(to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == String(number))
    #expect(DecimalDigits(number).count == bytes.count)
  }
}
