/// Whose secret a request claims to be signed with.
public enum SignerID: Hashable, Sendable {
  case app(AppID)
  /// An app id of another form, or no id of any kind we know: nobody has a secret for it.
  case appUnknown
  case token(AccessTokenID)
  /// `cst_` and something else than a token's id.
  case tokenMalformed

  init(text: ArraySlice<UInt8>) {
    if text.starts(with: AccessTokenID.prefix.utf8) {
      self = AccessTokenID(characters: text).map(SignerID.token) ?? .tokenMalformed
    } else {
      self = AppID(characters: text).map(SignerID.app) ?? .appUnknown
    }
  }
}
