import JSON
import MessageBus
import Problems

/// From the octets of a request to the JSON object that they spell.
public enum RequestBody {
  /// Throws 415 for another media type or any content coding, 400 for what is no JSON object. An
  /// empty body is `{}` where the call needs no field; a call that does names what is missing.
  public static func object(of request: BusRequest, isEmptyAllowed: Bool) throws(Problem)
    -> JSONObject
  {
    try checkMediaType(request)
    if request.body.isEmpty {
      guard isEmptyAllowed else { throw .malformed("The body is empty.") }
      return JSONObject()
    }
    guard let object = try parse(request.body).object else {
      throw .malformed("The body must be a JSON object.")
    }
    return object
  }

  private static func parse(_ bytes: [UInt8]) throws(Problem) -> JSONValue {
    do {
      return try JSON.parse(bytes)
    } catch {
      throw .malformed("The body is not JSON: \(error).")
    }
  }

  private static func checkMediaType(_ request: BusRequest) throws(Problem) {
    var typeCount = 0
    for header in request.headers {
      if header.name == "content-encoding" {
        throw Problem(.mediaTypeUnsupported, "A body must not be encoded.")
      }
      guard header.name == "content-type" else { continue }
      typeCount += 1
      guard typeCount == 1, isJSON(header.value) else {
        throw Problem(.mediaTypeUnsupported, "A body must be application/json.")
      }
    }
  }

  private static let plainType = Array("application/json".utf8)

  /// Parameters are ignored, and blanks around the type; one within it makes it another.
  private static func isJSON(_ value: [UInt8]) -> Bool {
    if value == plainType { return true }
    let type = value.prefix { $0 != UInt8(ascii: ";") }
    let text = String(decoding: type, as: UTF8.self).lowercased()
    let words = text.split { $0 == " " || $0 == "\t" }
    return words.count == 1 && words[0] == "application/json"
  }
}
