import ServiceKit
import ZeroMQ

/// The peers that may connect to a listener, by their CURVE keys. A line is
///
///     <public key, Z85> <name> <right>… [in-flight=N]
///
/// and a right is `announce=<service>[,<service>…]` (a worker, to a gateway), `hear=hints` (a worker,
/// to administration) or `call=verification` (a direct client, to verification); each word once.
/// Empty lines and lines that begin with `# ` say nothing. `in-flight` is 1 to 65,536.
struct AllowList: Hashable, Sendable {
  struct Peer: Hashable, Sendable {
    /// For logs.
    let name: String
    var announces: Set<String> = []
    var hearsHints = false
    var callsVerification = false
    /// `nil`: the listener's own standard.
    var inFlightCap: Int?

    func has(_ right: PeerRight) -> Bool {
      switch right {
      case .announce: !announces.isEmpty
      case .hearHints: hearsHints
      case .callVerification: callsVerification
      }
    }
  }

  private(set) var peers: [CurvePublicKey: Peer] = [:]

  init() {}

  init(text: String) throws(CurveConfigurationFault) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() { try add(line, number: index + 1) }
  }

  init(bytes: [UInt8], of path: String) throws(CurveConfigurationFault) {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .file(FileFault(path: path, reason: .notText))
    }
    try self.init(text: text)
  }

  private mutating func add(
    _ line: Substring, number: Int
  ) throws(CurveConfigurationFault) {
    let words = line.split { $0 == " " || $0 == "\t" || $0 == "\r" }
    guard !words.isEmpty, words[0] != "#" else { return }
    guard words.count >= 3, let key = CurvePublicKey(text: String(words[0])) else {
      throw .badLine(number, "does not begin with a public key, a name and what it may do")
    }
    guard words[1].utf8.count <= CurveRules.nameBytes, !words[1].contains("=") else {
      throw .badLine(number, "has no name behind its key")
    }
    guard peers[key] == nil else { throw .badLine(number, "names a key that was named before") }
    var peer = Peer(name: String(words[1]))
    for word in words.dropFirst(2) { try Self.add(word, to: &peer, number) }
    guard [PeerRight.announce, .hearHints, .callVerification].contains(where: peer.has) else {
      throw .badLine(number, "does not say what its key may do")
    }
    peers[key] = peer
  }

  private static func add(
    _ word: Substring, to peer: inout Peer, _ number: Int
  ) throws(CurveConfigurationFault) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let value = parts.count == 2 ? parts[1] : ""
    switch (parts[0], value) {
    case ("call", "verification") where !peer.callsVerification: peer.callsVerification = true
    case ("hear", "hints") where !peer.hearsHints: peer.hearsHints = true
    case ("announce", _) where peer.announces.isEmpty:
      peer.announces = try services(value, number)
    case ("in-flight", _) where peer.inFlightCap == nil:
      peer.inFlightCap = try cap(value, number)
    default:
      throw .badLine(
        number, "has a word that is none of announce=, hear=hints, call=verification, in-flight=")
    }
  }

  private static func services(
    _ value: Substring, _ number: Int
  ) throws(CurveConfigurationFault) -> Set<String> {
    let names = value.split(separator: ",", omittingEmptySubsequences: false)
    guard names.allSatisfy(isServiceName) else {
      throw .badLine(number, "announces something that is no service's name")
    }
    return Set(names.map(String.init))
  }

  private static func isServiceName(_ name: Substring) -> Bool {
    (1...CurveRules.serviceNameBytes).contains(name.utf8.count)
      && name.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
  }

  private static func cap(
    _ value: Substring, _ number: Int
  ) throws(CurveConfigurationFault) -> Int {
    guard let cap = Int(value), (1...CurveRules.inFlightLimit).contains(cap) else {
      throw .badLine(number, "has an in-flight that is not 1 to \(CurveRules.inFlightLimit)")
    }
    return cap
  }
}
