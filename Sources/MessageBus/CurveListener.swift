import Glibc
import ServiceKit
import ZeroMQ

/// What a process needs that lets peers in by CURVE: its own key, and who may come.
public struct CurveListener: Sendable {
  let secretKey: CurveSecretKey
  let listPath: String
  let list: AllowList

  /// `nil`: neither is named.
  ///
  /// - Parameters:
  ///   - keyFile: this process' secret key in Z85, of mode 0600.
  ///   - listFile: the list of allowed keys, read anew each second.
  public static func read(
    keyFile: String?, listFile: String?
  ) throws(CurveConfigurationFault) -> CurveListener? {
    guard (keyFile == nil) == (listFile == nil) else { throw .keyWithoutList }
    guard let keyFile, let listFile else { return nil }
    return CurveListener(
      secretKey: try secretKey(keyFile), listPath: listFile, list: try list(listFile))
  }

  /// Over a network everybody is a stranger, and so is whoever reaches a socket file that is not
  /// in a folder of this user's own.
  public static func check(
    _ endpoint: String, hasCurve: Bool
  ) throws(CurveConfigurationFault) {
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

  static func secretKey(_ path: String) throws(CurveConfigurationFault) -> CurveSecretKey {
    let text: SecretText
    do {
      text = try SecretFile(path: path).readText()
    } catch {
      throw .file(error)
    }
    guard let key = CurveSecretKey(text: text.value) else { throw .badKey(path: path) }
    return key
  }

  static func keyPair(_ path: String) throws(CurveConfigurationFault) -> CurveKeyPair {
    let secretKey = try secretKey(path)
    guard let pair = try? CurveKeyPair(secretKey) else { throw .badKey(path: path) }
    return pair
  }

  static func list(_ path: String) throws(CurveConfigurationFault) -> AllowList {
    let bytes: [UInt8]
    do {
      bytes = try FileContents.read(path, limitBytes: CurveRules.listBytes)
    } catch {
      throw .file(error)
    }
    return try AllowList(bytes: bytes, of: path)
  }

  private static func isClosed(_ directory: String) -> Bool {
    var status = stat()
    return stat(directory, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
      && status.st_mode & 0o077 == 0 && status.st_uid == geteuid()
  }
}
