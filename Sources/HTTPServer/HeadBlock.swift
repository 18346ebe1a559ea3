import CMicrohttpd

/// The head as it lies in memory, cut into lines by libmicrohttpd: bare LF, NUL and folded lines show only here.
///
/// libmicrohttpd 0.9.75 writes NUL over each CR and LF that end a line, over each first colon and over the blanks of
/// the request line; a bare LF leaves one NUL where CR LF leave two.
struct HeadBlock {
  /// From the first byte of the method to the last of the empty line.
  let bytes: UnsafeBufferPointer<UInt8>

  /// How 0.9.75 works inside is nothing that another version has to keep.
  static let isReadable = UnsafeBufferPointer.cString(MHD_get_version()).elementsEqual(
    "0.9.75".utf8)

  /// Header lines, when each is a name, a colon, a value without NUL, CR and LF; otherwise `nil`.
  /// The request line ends before `start`.
  func lineCount(from start: Int) -> Int? {
    var position = start
    var count = 0
    while !isEnd(position) {
      guard let next = endOfLine(position) else { return nil }
      position = next
      count += 1
    }
    return count
  }

  /// Whether two NULs stand here, as CR LF leaves them.
  func endsLine(at position: Int) -> Bool {
    position >= 0 && position + 1 < bytes.count && bytes[position] == 0 && bytes[position + 1] == 0
  }

  private func isEnd(_ position: Int) -> Bool {
    position + 2 == bytes.count && endsLine(at: position)
  }

  private func endOfLine(_ start: Int) -> Int? {
    guard start < bytes.count, bytes[start] != 0, bytes[start] != 0x20, bytes[start] != 0x09 else {
      return nil
    }
    guard let colon = bytes[start...].firstIndex(of: 0) else { return nil }
    guard let end = bytes[(colon + 1)...].firstIndex(of: 0), endsLine(at: end) else { return nil }
    return end + 2
  }
}
