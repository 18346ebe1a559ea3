/// Whose secret a request claims to be signed with.
public enum SignerID: Hashable, Sendable {
  case app(AppID)
  /// An app id of another form, or no id of any kind we know: nobody has a secret for it.
  case appUnknown
  case token(AccessTokenID)
  /// `cst_` and something else than a token's id.
  case tokenMalformed

  init(text: String) {
    if let app = AppID(text: text) {
      self = .app(app)
    } else if let token = AccessTokenID(text: text) {
      self = .token(token)
    } else {
      self = text.hasPrefix(AccessTokenID.prefix) ? .tokenMalformed : .appUnknown
    }
  }
}
