import Cryptography
import Encodings
import Instants
import JSON
import Licensing
import MessageBus
import ServiceAPI

/// What config answers: settings and features, under an entity tag that is the same on every node.
struct ConfigAnswer {
  let settings: ClientSettings
  let features: Features

  /// 200, or 304 where the client has just that.
  func reply(to request: BusRequest, now: Timestamp) -> BusReply {
    let tag = entityTag
    let header = BusHeader("etag", tag)
    if request.values(of: "if-none-match").contains(where: { Self.names(tag, in: $0) }) {
      return BusReply(status: 304, headers: [header])
    }
    var reply = BusReply.json(body(now))
    reply.headers.append(header)
    return reply
  }

  private var entityTag: String {
    var writer = JSONWriter(capacity: 256)
    settings.write(to: &writer)
    writer.raw(features.json)
    return "\"\(Hex.encode(SHA256.hash(writer.bytes).prefix(16)))\""
  }

  private func body(_ now: Timestamp) -> [UInt8] {
    var writer = JSONWriter(capacity: 512)
    writer.beginObject()
    writer.name("settings")
    settings.write(to: &writer)
    writer.name("features")
    writer.raw(features.json)
    writer.member("server_time", now)
    writer.endObject()
    return writer.bytes
  }

  /// RFC 9110 section 13.1.2, by weak comparison. Our tags hold no comma.
  private static func names(_ tag: String, in header: [UInt8]) -> Bool {
    let items = String(decoding: header, as: UTF8.self).split(separator: ",")
    return items.contains { item in
      let text = item.trimmingBlanks
      return text == "*" || text == tag || text == "W/\(tag)"
    }
  }
}

extension Substring {
  fileprivate var trimmingBlanks: Substring {
    let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
    let start = drop(while: isBlank)
    return start.lastIndex { !isBlank($0) }.map { start[...$0] } ?? ""
  }
}
