import Glibc

enum SystemText {
  static func of(errorNumber: Int32) -> String {
    var text = [CChar](repeating: 0, count: 128)
    guard strerror_r(errorNumber, &text, text.count) == 0 else { return "error \(errorNumber)" }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
