import Foundation

/// Where the build put the programs.
public enum Binaries {
  /// `COUNTERSIGN_BIN_DIR`, else beside the running test program.
  public static let folder: String = {
    if let named = ProcessInfo.processInfo.environment["COUNTERSIGN_BIN_DIR"] { return named }
    let candidates = [executableFolder] + CommandLine.arguments.map(folder(of:))
    return candidates.first { FileManager.default.isExecutableFile(atPath: $0 + "/countersign") }
      ?? executableFolder
  }()

  public static var countersign: String { folder + "/countersign" }

  private static var executableFolder: String {
    let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return folder(of: path ?? "")
  }

  private static func folder(of path: String) -> String {
    var parts = path.split(separator: "/", omittingEmptySubsequences: false)
    _ = parts.popLast()
    return parts.joined(separator: "/")
  }
}
