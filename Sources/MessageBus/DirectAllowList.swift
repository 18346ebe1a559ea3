import ServiceKit
import ZeroMQ

/// The direct clients that may connect, by their CURVE keys. A line is
///
///     <public key, Z85> <name> call=verification [in-flight=N]
///
/// Empty lines and lines that begin with `# ` say nothing. `in-flight` is 1 to 65,536, and 256 where
/// it is not named.
struct DirectAllowList: Hashable, Sendable {
  struct Client: Hashable, Sendable {
    /// For logs.
    let name: String
    let inFlightCap: Int
  }

  private(set) var clients: [CurvePublicKey: Client] = [:]

  init() {}

  init(text: String) throws(DirectConfigurationFault) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() { try add(line, number: index + 1) }
  }

  init(bytes: [UInt8], of path: String) throws(DirectConfigurationFault) {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .file(FileFault(path: path, reason: .notText))
    }
    try self.init(text: text)
  }

  private mutating func add(
    _ line: Substring, number: Int
  ) throws(DirectConfigurationFault) {
    let words = line.split { $0 == " " || $0 == "\t" || $0 == "\r" }
    guard !words.isEmpty, words[0] != "#" else { return }
    guard words.count >= 3, let key = CurvePublicKey(text: String(words[0])) else {
      throw .badLine(number, "does not begin with a public key, a name and call=verification")
    }
    guard words[1].utf8.count <= DirectRules.nameBytes, !words[1].contains("=") else {
      throw .badLine(number, "has no name behind its key")
    }
    guard words[2] == "call=verification" else {
      throw .badLine(number, "does not say call=verification")
    }
    guard clients[key] == nil else { throw .badLine(number, "names a key that was named before") }
    clients[key] = Client(
      name: String(words[1]), inFlightCap: try Self.cap(words.dropFirst(3), number))
  }

  private static func cap(
    _ words: ArraySlice<Substring>, _ number: Int
  ) throws(DirectConfigurationFault) -> Int {
    guard let word = words.first else { return DirectRules.inFlight }
    let parts = word.split(separator: "=", omittingEmptySubsequences: false)
    guard words.count == 1, parts.count == 2, parts[0] == "in-flight", let cap = Int(parts[1]),
      (1...DirectRules.inFlightLimit).contains(cap)
    else {
      throw .badLine(
        number, "has something other than in-flight=1 to \(DirectRules.inFlightLimit) at its end")
    }
    return cap
  }
}
