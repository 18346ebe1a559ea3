import Problems

/// What is wrong with a body, gathered over all its fields: faults of form go before refused
/// values, as 400 goes before 422.
final class Findings {
  private var malformed: [ProblemPointer] = []
  private var refused: [ProblemPointer] = []

  func malformed(_ pointer: String, _ detail: String) {
    malformed.append(ProblemPointer(pointer, detail))
  }

  func refused(_ pointer: String, _ detail: String) {
    refused.append(ProblemPointer(pointer, detail))
  }

  /// The one problem that stands for all findings, if there are any.
  func check() throws(Problem) {
    if !malformed.isEmpty {
      throw .malformed("The body is not as this call needs it.", malformed)
    }
    if !refused.isEmpty {
      throw .valueRefused("A value is not allowed.", refused)
    }
  }
}
