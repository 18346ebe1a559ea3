import Problems

/// A no to the caller, on its way to become a problem document.
struct Refusal: Error {
  var problem: Problem

  init(_ problem: Problem) { self.problem = problem }

  init(_ code: ProblemCode, _ detail: String) {
    self.init(Problem(code: code, detail: detail))
  }
}

extension Refusal {
  static func malformed(_ detail: String, _ findings: [Findings.Finding] = []) -> Refusal {
    Refusal(listing(findings, in: Problem(code: .requestMalformed, detail: detail)))
  }

  static func valueRefused(_ detail: String, _ findings: [Findings.Finding] = []) -> Refusal {
    Refusal(listing(findings, in: Problem(code: .valueRefused, detail: detail)))
  }

  /// A path, or an id in a path, that names nothing which the caller may see.
  static var notFound: Refusal { Refusal(.notFound, "There is nothing at this path.") }

  private static func listing(_ findings: [Findings.Finding], in problem: Problem) -> Problem {
    var problem = problem
    problem.errors = findings.map { (pointer: $0.pointer, detail: $0.detail) }
    return problem
  }
}
