import Licensing

/// One call to be counted: by which rule, and for whom.
public struct RateCheck: Hashable, Sendable {
  public var rule: RateRule
  /// Windows count per app; `nil` where the subject alone says whose it is.
  public var appID: AppID?
  /// A device id, an address or a token's id; at most some hundred bytes, whatever they are.
  public var subject: String

  public init(rule: RateRule, appID: AppID?, subject: String) {
    self.rule = rule
    self.appID = appID
    self.subject = subject
  }
}

public typealias RateOutcome = Gcra.Outcome
