import Problems

/// What is wrong with a body, gathered over all its fields: faults of form go before refused
/// values, as 400 goes before 422.
final class Findings {
  private var malformed: [Finding] = []
  private var refused: [Finding] = []

  struct Finding {
    /// RFC 6901.
    var pointer: String
    var detail: String
  }

  func malformed(_ pointer: String, _ detail: String) {
    malformed.append(Finding(pointer: pointer, detail: detail))
  }

  func refused(_ pointer: String, _ detail: String) {
    refused.append(Finding(pointer: pointer, detail: detail))
  }

  /// The one problem that stands for all findings, if there are any.
  func check() throws(Refusal) {
    if !malformed.isEmpty {
      throw .malformed("The body is not as this call needs it.", malformed)
    }
    if !refused.isEmpty {
      throw .valueRefused("A value is not allowed.", refused)
    }
  }
}
