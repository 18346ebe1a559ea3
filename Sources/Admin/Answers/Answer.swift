import JSON
import LicenseStore

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

  /// A page of a list; `cursor` makes the text that leads on from where it ends.
  static func list<Item>(
    _ page: ListPage<Item>, cursor: (ListPosition) -> String,
    _ write: (Item, inout JSONWriter) -> Void
  ) -> Answer {
    json(200) { writer in
      writer.beginObject()
      writer.name("items")
      writer.beginArray()
      for item in page.items { write(item, &writer) }
      writer.endArray()
      writer.member("next_cursor", page.end.map(cursor))
      writer.name("total")
      writer.integer(page.total)
      writer.endObject()
    }
  }
}
