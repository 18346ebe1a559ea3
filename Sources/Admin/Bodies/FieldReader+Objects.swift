import JSON
import Licensing

extension FieldReader {
  /// Any JSON object whose compact text is at most 16 KiB.
  func features(_ name: String) -> Field<Features> {
    anyObject(name).compactMap { object in
      let text = JSONValue.object(object).compactText
      if text.utf8.count <= Features.byteLimit { return Features(json: text) }
      refused(name, "must not be larger than \(Features.byteLimit) bytes")
      return nil
    }
  }

  /// A reader for the fields of an object within this one.
  func nested(_ name: String) -> Field<FieldReader> {
    anyObject(name).compactMap { object in
      FieldReader(object, at: pointer(to: name), findings: findings)
    }
  }

  private func anyObject(_ name: String) -> Field<JSONObject> {
    read(name, "an object") { value in
      guard case .object(let object) = value else { return nil }
      return object
    }
  }
}
