import Problems

extension Problem {
  static func malformed(_ detail: String, _ findings: [ProblemPointer] = []) -> Problem {
    listing(findings, in: Problem(.requestMalformed, detail: detail))
  }

  static func valueRefused(_ detail: String, _ findings: [ProblemPointer] = []) -> Problem {
    listing(findings, in: Problem(.valueRefused, detail: detail))
  }

  /// A path, or an id in a path, that names nothing which the caller may see.
  static var notFound: Problem { Problem(.notFound, detail: "There is nothing at this path.") }

  static var keyInvalid: Problem {
    Problem(.keyInvalid, detail: "The operator key is absent, unknown, expired or revoked.")
  }

  private static func listing(_ findings: [ProblemPointer], in problem: Problem) -> Problem {
    var problem = problem
    problem.errors = findings
    return problem
  }
}
