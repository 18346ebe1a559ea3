/// Comparison for `If-None-Match` (RFC 9110 13.1.2): weak, over a list, `*` matches anything.
enum EntityTag {
  static func matches(_ values: [[UInt8]], _ tag: String) -> Bool {
    values.contains { value in
      String(decoding: value, as: UTF8.self).split(separator: ",").contains { item in
        let item = item.drop { $0 == " " || $0 == "\t" }.prefix { $0 != " " && $0 != "\t" }
        return item == "*" || item == tag || item == "W/\(tag)"
      }
    }
  }
}
