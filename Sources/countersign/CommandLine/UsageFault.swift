/// A call that is not understood; ends the command with 64 (EX_USAGE of sysexits.h).
struct UsageFault: Error, CustomStringConvertible {
  static let exitCode: Int32 = 64

  let description: String

  init(_ description: String) {
    self.description = description
  }
}
