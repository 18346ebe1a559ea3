/// An installation, as it names itself in a request.
public struct Device: Sendable {
  /// The `device` of a request.
  public let json: Json
  /// What answers and credentials call it.
  public let id: String

  public init(id: String) {
    self.id = id
    json = ["id": .text(id)]
  }

  public init(idfv: String, model: String, systemVersion: String) {
    json = [
      "components": [
        "idfv": .text(idfv), "model": .text(model), "system_version": .text(systemVersion),
      ]
    ]
    let major = systemVersion.prefix { $0 != "." }
    let parts = [idfv, model, String(major)].map(Self.normal)
    id = Hex.text(TestCrypto.sha256(Array(parts.joined(separator: "|").utf8)))
  }

  /// One that nobody else has.
  public static func fresh(_ name: String = "device") -> Device {
    Device(id: "\(name)-\(Hex.text(TestCrypto.randomBytes(8)))")
  }

  private static func normal(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
  }
}
