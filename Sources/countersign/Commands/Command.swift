import ServiceKit

/// One thing that `countersign` can do.
protocol Subcommand {
  /// As typed: `up`, `key add`.
  static var name: String { get }
  /// One line for the list of commands.
  static var summary: String { get }
  /// What `--help` shows below the usage line: options, one a line.
  static var help: String { get }
  /// The rest of the usage line.
  static var usage: String { get }
  /// Does it; gives the exit code.
  static func run(_ arguments: [String]) throws -> Int32
}

/// The command line: finds the subcommand, shows help, turns faults into sentences and exit codes.
enum Command {
  static var subcommands: [any Subcommand.Type] {
    [
      UpCommand.self, DownCommand.self, DemoCommand.self, MigrateCommand.self,
      KeysRotateCommand.self, KeysRetireCommand.self, KeysCommand.self,
      KeyAddCommand.self, KeyListCommand.self, KeyRevokeCommand.self, LicenseResealCommand.self,
      EpochNewCommand.self, LoadtestCommand.self, DoctorCommand.self,
      AuditVerifyCommand.self,
    ]
  }

  static func run(_ arguments: [String]) -> Int32 {
    guard let first = arguments.first else {
      Console.say(overview)
      return UsageFault.exitCode
    }
    if ["--help", "-h", "help"].contains(first) {
      Console.say(overview)
      return 0
    }
    guard let (subcommand, rest) = find(arguments) else {
      return showGroup(arguments)
    }
    if rest.contains("--help") || rest.contains("-h") {
      Console.say(help(of: subcommand))
      return 0
    }
    return perform(subcommand, rest)
  }

  private static func perform(_ subcommand: any Subcommand.Type, _ rest: [String]) -> Int32 {
    do {
      return try subcommand.run(rest)
    } catch let fault as UsageFault {
      Console.complain("\(fault); see countersign \(subcommand.name) --help")
      return UsageFault.exitCode
    } catch let faults as ConfigurationFaults {
      for fault in faults.faults { Console.complain(fault) }
      return ConfigurationFaults.exitCode
    } catch {
      Console.complain("\(error)")
      return CommandFault.exitCode
    }
  }

  /// The subcommand whose name the arguments begin with, and what follows.
  static func find(_ arguments: [String]) -> (any Subcommand.Type, [String])? {
    for subcommand in subcommands {
      let words = subcommand.name.split(separator: " ").map(String.init)
      if arguments.starts(with: words) {
        return (subcommand, Array(arguments.dropFirst(words.count)))
      }
    }
    return nil
  }

  /// `countersign key --help` lists what begins with `key`.
  private static func showGroup(_ arguments: [String]) -> Int32 {
    let group = subcommands.filter { $0.name.hasPrefix(arguments[0] + " ") }
    guard !group.isEmpty else {
      Console.complain("\"\(arguments[0])\" is not a command; see countersign --help")
      return UsageFault.exitCode
    }
    for subcommand in group { Console.say(line(of: subcommand)) }
    return arguments.contains("--help") || arguments.contains("-h") ? 0 : UsageFault.exitCode
  }

  private static var overview: String {
    """
    usage: countersign <command> [options]

    A self-hosted licensing service.

    \(subcommands.map(line).joined(separator: "\n"))

    countersign <command> --help says more of each. COUNTERSIGN_HOME names the folder of the
    cluster (default .run).
    """
  }

  private static func line(of subcommand: any Subcommand.Type) -> String {
    let padding = String(repeating: " ", count: max(1, 16 - subcommand.name.count))
    return "  \(subcommand.name)\(padding)\(subcommand.summary)"
  }

  private static func help(of subcommand: any Subcommand.Type) -> String {
    """
    usage: countersign \(subcommand.name) \(subcommand.usage)

    \(subcommand.summary)

    \(subcommand.help)
    """
  }
}
