import Cryptography
import Encodings
import JSON
import Licensing

/// A device as a request names it: by its id, or by the components that an id is made from.
public struct DeviceInput: Hashable, Sendable {
  /// Stored with a binding, so that a changed formula can re-key it in place.
  public static let formulaVersion = 1

  /// The id that was asked with; answers and credentials carry it.
  public var id: DeviceID
  /// Ids under which the same device may have been bound by an earlier major version of its system.
  public var earlierIDs: [DeviceID]

  /// Which formula made the id; `nil`: the app sent it as it is.
  public var fingerprintVersion: Int?

  public init(id: DeviceID, earlierIDs: [DeviceID] = [], fingerprintVersion: Int? = nil) {
    self.id = id
    self.earlierIDs = earlierIDs
    self.fingerprintVersion = fingerprintVersion
  }

  public init(components: DeviceComponents) {
    let ids = components.canonicalTexts.map { text in
      DeviceID(text: Hex.encode(SHA256.hash(Array(text.utf8))))
    }
    self.init(
      id: ids[0], earlierIDs: Array(ids.dropFirst()), fingerprintVersion: Self.formulaVersion)
  }

  /// All ids that may name this device, its own first.
  public var candidates: [DeviceID] { [id] + earlierIDs }
}

extension FieldReader {
  /// `device`: exactly one of `id` and `components`.
  func device(_ name: String) -> Field<DeviceInput> {
    nested(name).compactMap { fields in
      switch (fields.object["id"], fields.object["components"]) {
      case (_?, nil): fields.deviceID()
      case (nil, _?): fields.deviceComponents()
      default: fields.fault("must have exactly one of id and components")
      }
    }
  }

  private func deviceID() -> DeviceInput? {
    required("id", text("id", DeviceID.lengths)).map { DeviceInput(id: DeviceID(text: $0)) }
  }

  private func deviceComponents() -> DeviceInput? {
    guard let fields = required("components", nested("components")) else { return nil }
    let idfv = fields.required("idfv", fields.anyText("idfv"))
    let model = fields.required("model", fields.anyText("model"))
    let version = fields.required("system_version", fields.anyText("system_version"))
    guard let idfv, let model, let version else { return nil }
    do throws(DeviceComponents.Fault) {
      return DeviceInput(
        components: try DeviceComponents(idfv: idfv, model: model, systemVersion: version))
    } catch {
      fields.malformed(error.part.rawValue, error.reason)
      return nil
    }
  }

  private func fault(_ detail: String) -> DeviceInput? {
    findings.malformed(pointer, detail)
    return nil
  }
}

extension DeviceComponents.Fault {
  fileprivate var part: DeviceComponents.Part {
    switch self {
    case .length(let part), .separator(let part), .blank(let part): part
    }
  }

  fileprivate var reason: String {
    switch self {
    case .length: "must be a text of 1 to 128 characters"
    case .separator: "must not contain |"
    case .blank: "must not be blank"
    }
  }
}
