import Glibc
import ServiceKit
import ZeroMQ

/// Where a worker's lanes listen for clients of their own, and whom they let in.
public struct DirectConfiguration: Sendable {
  /// What CURVE needs: this process' key, and who may come.
  struct Curve: Sendable {
    let secretKey: CurveSecretKey
    let listPath: String
    let list: DirectAllowList
  }

  /// Lane `i` serves endpoint `i`; lanes beyond their number serve none.
  let endpoints: [String]
  /// `nil`: whoever can reach the socket file is let in.
  let curve: Curve?

  /// - Parameters:
  ///   - endpoints: `tcp://` (with CURVE only) or `ipc://`.
  ///   - keyFile: this process' secret key in Z85, of mode 0600.
  ///   - clientsFile: the list of allowed clients, read anew each second.
  public init(
    endpoints: [String], keyFile: String?, clientsFile: String?, lanes: Int
  ) throws(DirectConfigurationFault) {
    guard endpoints.count <= lanes else { throw .moreEndpointsThanLanes }
    guard (keyFile == nil) == (clientsFile == nil) else { throw .keyWithoutList }
    var curve: Curve?
    if let keyFile, let clientsFile {
      curve = Curve(
        secretKey: try Self.secretKey(keyFile), listPath: clientsFile,
        list: try Self.list(clientsFile))
    }
    for endpoint in endpoints { try Self.check(endpoint, hasCurve: curve != nil) }
    self.endpoints = endpoints
    self.curve = curve
  }

  func endpoint(ofLane number: Int) -> String? {
    number < endpoints.count ? endpoints[number] : nil
  }

  static func secretKey(_ path: String) throws(DirectConfigurationFault) -> CurveSecretKey {
    let text: SecretText
    do {
      text = try SecretFile(path: path).readText()
    } catch {
      throw .file(error)
    }
    guard let key = CurveSecretKey(text: text.value) else { throw .badKey(path: path) }
    return key
  }

  static func list(_ path: String) throws(DirectConfigurationFault) -> DirectAllowList {
    let bytes: [UInt8]
    do {
      bytes = try FileContents.read(path, limitBytes: DirectRules.listBytes)
    } catch {
      throw .file(error)
    }
    return try DirectAllowList(bytes: bytes, of: path)
  }

  private static func check(
    _ endpoint: String, hasCurve: Bool
  ) throws(DirectConfigurationFault) {
    if endpoint.hasPrefix("tcp://") {
      guard hasCurve else { throw .tcpWithoutCurve(endpoint) }
    } else if endpoint.hasPrefix("ipc:///") {
      let path = endpoint.dropFirst("ipc://".count)
      let directory = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
      guard hasCurve || isClosed(directory) else { throw .openDirectory(directory) }
    } else {
      throw .badEndpoint(endpoint)
    }
  }

  private static func isClosed(_ directory: String) -> Bool {
    var status = stat()
    return stat(directory, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
      && status.st_mode & 0o077 == 0 && status.st_uid == geteuid()
  }
}
