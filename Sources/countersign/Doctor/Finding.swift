/// What one check came to: a name that stays, a grade, what was found, and what to do about it.
///
/// Built from facts that hold no secret: paths, numbers and words of settings.
struct Finding: Hashable {
  enum Grade: String, CaseIterable {
    case ok
    /// It works, but not as it should, or not for long.
    case warning
    /// Something does not work, or a promise does not hold.
    case fault
  }

  /// As in `redis.policy`.
  let check: String
  let grade: Grade
  let what: String
  let remedy: String?

  static func ok(_ check: String, _ what: String) -> Finding {
    Finding(check: check, grade: .ok, what: what, remedy: nil)
  }

  static func warning(_ check: String, _ what: String, do remedy: String) -> Finding {
    Finding(check: check, grade: .warning, what: what, remedy: remedy)
  }

  static func fault(_ check: String, _ what: String, do remedy: String) -> Finding {
    Finding(check: check, grade: .fault, what: what, remedy: remedy)
  }

  /// `fault    redis.policy   what: what to do`, on one line.
  var line: String {
    let text = remedy.map { "\(what): \($0)" } ?? what
    return "\(padded(grade.rawValue, 8)) \(padded(check, 26)) \(text)"
  }

  private func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.utf8.count))
  }
}
