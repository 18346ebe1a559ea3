extension String {
  /// The text without ASCII blanks, tabs and line ends at both ends.
  var trimmed: String {
    let isBlank: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0D).contains($0) }
    let tail = utf8.drop(while: isBlank)
    guard let last = tail.lastIndex(where: { !isBlank($0) }) else { return "" }
    return String(self[tail.startIndex...last])
  }
}
