import JSON
import Problems

/// The form of a body, before anything in it is looked at.
enum RequestBody {
  /// The object that the body is; `{}` for an empty one where no field is required.
  static func read(_ request: AdminRequest, allowingEmpty: Bool) throws(Problem) -> JSONObject {
    try checkMediaType(request)
    if request.body.isEmpty && allowingEmpty { return JSONObject() }
    guard let value = try? JSON.parse(request.body) else {
      throw .malformed("The body is not JSON.")
    }
    guard case .object(let object) = value else {
      throw .malformed("The body is not an object.")
    }
    return object
  }

  private static func checkMediaType(_ request: AdminRequest) throws(Problem) {
    if try request.header("content-encoding") != nil {
      throw Problem(.mediaTypeUnsupported, detail: "A body must come without a content coding.")
    }
    guard let type = try request.header("content-type") else { return }
    let essence = type.prefix { $0 != ";" }.filter { $0 != " " && $0 != "\t" }
    guard essence.lowercased() == "application/json" else {
      throw Problem(.mediaTypeUnsupported, detail: "A body must be application/json.")
    }
  }
}
