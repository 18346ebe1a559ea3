import ChildProcesses
import Glibc

/// Whom PostgreSQL runs as: it refuses root, so root lends it the user of Debian's package.
enum PostgresUser {
  static let name = "postgres"

  static var isNeeded: Bool { geteuid() == 0 }

  /// The same command as PostgreSQL's user. `setpriv` becomes the program, where `runuser` would
  /// stay between, so that the child's number and its end are the program's own.
  static func command(_ executable: String, _ arguments: [String]) -> ChildCommand {
    guard isNeeded else {
      return ChildCommand(executable, arguments, environment: ChildEnvironment.minimal)
    }
    let identity = ["--reuid=\(name)", "--regid=\(name)", "--init-groups", "--"]
    return ChildCommand(
      "/usr/bin/setpriv", identity + [executable] + arguments,
      environment: ChildEnvironment.minimal)
  }

  /// Whether that user can pass all folders down to this one.
  static func canEnter(_ directory: String) -> Bool {
    guard isNeeded else { return true }
    var command = command("/usr/bin/test", ["-x", directory])
    command.directory = "/"
    return (try? ChildRun.output(of: command)) != nil
  }

  /// Gives the folder to that user.
  static func takeOver(_ directory: String) throws(CommandFault) {
    guard isNeeded else { return }
    guard let entry = getpwnam(name) else {
      throw CommandFault("there is no user \"\(name)\": is the package postgresql installed?")
    }
    guard chown(directory, entry.pointee.pw_uid, entry.pointee.pw_gid) == 0 else {
      throw CommandFault("\(directory) cannot be given to the user \"\(name)\"")
    }
  }
}
