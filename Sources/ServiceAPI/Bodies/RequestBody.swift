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
    guard request.values(of: "content-encoding").isEmpty else {
      throw Problem(.mediaTypeUnsupported, "A body must not be encoded.")
    }
    let types = request.values(of: "content-type")
    guard types.allSatisfy(isJSON), types.count <= 1 else {
      throw Problem(.mediaTypeUnsupported, "A body must be application/json.")
    }
  }

  /// Parameters are ignored, and blanks around the type; one within it makes it another.
  private static func isJSON(_ value: [UInt8]) -> Bool {
    let type = value.prefix { $0 != UInt8(ascii: ";") }
    let text = String(decoding: type, as: UTF8.self).lowercased()
    let words = text.split { $0 == " " || $0 == "\t" }
    return words.count == 1 && words[0] == "application/json"
  }
}
