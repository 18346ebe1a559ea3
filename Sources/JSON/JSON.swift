/// Reads JSON texts (RFC 8259), strictly and within limits.
public enum JSON {
  /// The value that `bytes` are, and nothing behind it but white space.
  ///
  /// Refused beside what the grammar refuses: bad UTF-8, a byte order mark, lone surrogates, U+0000,
  /// nesting deeper than the limit and numbers beyond a double.
  public static func parse(
    _ bytes: [UInt8], limits: JSONLimits = .default
  ) throws(JSONFault) -> JSONValue {
    var parser = JSONParser(bytes, limits: limits)
    return try parser.document()
  }
}
