import Foundation
import TestFiles

/// A home without a cluster, for who calls `countersign up` in ways of their own. Whatever runs in it
/// is taken down with the object, or with this test run.
public final class LoneHome: Sendable {
  public let path: String
  private let folder: TemporaryFolder
  private let guardian: Guardian
  private let settings: [String: String]

  /// - Parameter environment: what each call finds beside `PATH` and `COUNTERSIGN_HOME`.
  public init(_ environment: [String: String] = [:]) throws {
    folder = TemporaryFolder()
    path = folder.path + "/home"
    let inherited = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    settings = environment.merging(["PATH": inherited, "COUNTERSIGN_HOME": path]) { $1 }
    guardian = try Guardian(home: path, folder: folder.path, environment: settings)
  }

  deinit { _ = try? countersign(["down"]) }

  /// What a cluster that runs here wrote to `env`.
  public var environment: [String: String] { TextFile.readEnvironment(path + "/env") }

  /// - Parameter environment: for this call alone.
  @discardableResult
  public func countersign(
    _ arguments: [String], _ environment: [String: String] = [:]
  ) throws -> (status: Int32, output: String, errors: String) {
    try ChildProcess.run(
      Binaries.countersign, arguments, environment: settings.merging(environment) { $1 },
      upTo: 200)
  }
}
