import JSON

/// What a call came to, before it is written into a reply.
struct Answer {
  var status: Int
  var headers: [(name: String, value: String)] = []
  var body: [UInt8] = []

  static let noContent = Answer(status: 204)

  static func json(
    _ status: Int, entityTag: String? = nil, _ write: (inout JSONWriter) -> Void
  ) -> Answer {
    var writer = JSONWriter()
    write(&writer)
    var headers = [(name: "content-type", value: "application/json")]
    if let entityTag { headers.append((name: "etag", value: entityTag)) }
    return Answer(status: status, headers: headers, body: writer.bytes)
  }

  static func license(_ view: LicenseView, status: Int = 200) -> Answer {
    json(status, entityTag: view.entityTag) { view.write(to: &$0) }
  }

  /// A list that is wholly shown, or a page of one.
  static func list<Items: Collection>(
    _ items: Items, nextCursor: String?, total: Int,
    _ write: (Items.Element, inout JSONWriter) -> Void
  ) -> Answer {
    json(200) { writer in
      writer.beginObject()
      writer.name("items")
      writer.beginArray()
      for item in items { write(item, &writer) }
      writer.endArray()
      writer.member("next_cursor", nextCursor)
      writer.name("total")
      writer.integer(total)
      writer.endObject()
    }
  }
}
