/// An answer that a test needed to be another. Test answers hold no real secrets.
public struct UnexpectedAnswer: Error, CustomStringConvertible {
  public let answer: HTTPAnswer

  public init(_ answer: HTTPAnswer) { self.answer = answer }

  public var description: String { "unexpected \(answer.status): \(answer.text)" }
}
