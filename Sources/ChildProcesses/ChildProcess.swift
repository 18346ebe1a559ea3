import CSpawn
import Glibc
import Instants
import Synchronization

/// A child process of ours. Whoever holds it also collects its end, by `exitStatus` or `wait`.
public final class ChildProcess: Sendable {
  public let pid: pid_t
  public let executable: String
  private let ended = Mutex<ExitStatus?>(nil)

  private init(pid: pid_t, executable: String) {
    self.pid = pid
    self.executable = executable
  }

  public static func start(_ command: ChildCommand) throws(ChildFault) -> ChildProcess {
    let null = open("/dev/null", O_RDWR | O_CLOEXEC)
    defer { close(null) }
    let output = try OpenOutput(command.output, null: null, of: command)
    let error = try OpenOutput(command.error, null: null, of: command)
    var pid = pid_t()
    let result = spawn(command, input: null, output.descriptor, error.descriptor, &pid)
    guard result == 0 else {
      throw ChildFault(
        executable: command.executable, reason: .notStarted(errorNumber: result))
    }
    return ChildProcess(pid: pid, executable: command.executable)
  }

  private static func spawn(
    _ command: ChildCommand, input: Int32, _ output: Int32, _ error: Int32, _ pid: inout pid_t
  ) -> Int32 {
    let variables = command.environment.map { "\($0.key)=\($0.value)" }.sorted()
    return withCStrings([command.executable] + command.arguments) { arguments in
      withCStrings(variables) { environment in
        withCStrings([command.executable, command.directory ?? ""]) { paths in
          var request = countersign_spawn()
          request.path = UnsafePointer(paths[0])
          request.arguments = UnsafePointer(arguments)
          request.environment = UnsafePointer(environment)
          request.directory = command.directory == nil ? nil : UnsafePointer(paths[1])
          request.input = input
          request.output = output
          request.error = error
          request.extra = command.extraDescriptor ?? -1
          request.own_session = command.hasOwnSession ? 1 : 0
          return countersign_spawn(&request, &pid)
        }
      }
    }
  }

  /// How the child ended, or `nil` while it runs. Never blocks.
  public var exitStatus: ExitStatus? {
    ended.withLock { ended in
      if let ended { return ended }
      var status: Int32 = 0
      guard waitpid(pid, &status, WNOHANG) == pid else { return nil }
      ended = ExitStatus(waitStatus: status)
      return ended
    }
  }

  /// Waits for the end, at most until `deadline`; `nil` when the child still runs then.
  public func wait(until deadline: MonotonicTime) -> ExitStatus? {
    let time = SystemTimeSource()
    while true {
      if let status = exitStatus { return status }
      guard time.monotonic() < deadline else { return nil }
      poll(nil, 0, 5)
    }
  }

  /// Does nothing once the child's end was collected: its number may be another's by then.
  public func send(signal: Int32) {
    ended.withLock { ended in
      if ended == nil { kill(pid, signal) }
    }
  }
}

/// An output's descriptor, closed at the end of the scope if it was opened here.
private struct OpenOutput: ~Copyable {
  let descriptor: Int32
  private let isOwned: Bool

  init(_ output: ChildCommand.Output, null: Int32, of command: ChildCommand) throws(ChildFault) {
    switch output {
    case .none: (descriptor, isOwned) = (null, false)
    case .descriptor(let given): (descriptor, isOwned) = (given, false)
    case .file(let path):
      let opened = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
      guard opened >= 0 else {
        throw ChildFault(
          executable: command.executable, reason: .outputUnusable(errorNumber: errno))
      }
      (descriptor, isOwned) = (opened, true)
    }
  }

  deinit {
    if isOwned { close(descriptor) }
  }
}

/// Lends the texts as a C array that ends with a null pointer.
private func withCStrings<Result>(
  _ texts: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
  var pointers = texts.map { strdup($0) }
  pointers.append(nil)
  defer { for pointer in pointers { free(pointer) } }
  return pointers.withUnsafeMutableBufferPointer { buffer in
    guard let start = buffer.baseAddress else {
      preconditionFailure("An array with a null pointer at its end is not empty.")
    }
    return body(start)
  }
}
