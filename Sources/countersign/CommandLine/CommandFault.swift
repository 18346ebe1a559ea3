/// What kept a command from doing its work, as a sentence for the person who called it.
struct CommandFault: Error, CustomStringConvertible {
  static let exitCode: Int32 = 1

  let description: String

  init(_ description: String) {
    self.description = description
  }
}
