import JSON
import Licensing
import ServiceAPI

extension FieldReader {
  /// Any JSON object whose compact text is at most 16 KiB.
  func features(_ name: String) -> Field<Features> {
    read(name, "an object", \.object).compactMap { object in
      let text = JSONValue.object(object).compactText
      if text.utf8.count <= Features.byteLimit { return Features(json: text) }
      refused(name, "must not be larger than \(Features.byteLimit) bytes")
      return nil
    }
  }
}
