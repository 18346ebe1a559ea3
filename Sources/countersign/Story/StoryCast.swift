import JSON

/// The app of the story.
struct StoryApp {
  let id: String
  let clientKey: String

  var signer: RequestSigner { RequestSigner(app: id, clientKey: clientKey) }
}

/// The licence of the story.
struct StoryLicense {
  let id: String
  let code: String
}

/// One of the two devices, and the access token that it keeps.
final class StoryDevice {
  let name: String
  let id: String
  let app: StoryApp
  let check: CredentialCheck
  private(set) var tokenSigner: RequestSigner?

  init(name: String, id: String, app: StoryApp, check: CredentialCheck) {
    self.name = name
    self.id = id
    self.app = app
    self.check = check
  }

  var body: JSONValue {
    .object(["device": .object(["id": .string(id)])])
  }

  func activation(_ license: StoryLicense) -> JSONValue {
    .object(["code": .string(license.code), "device": .object(["id": .string(id)])])
  }

  func keep(token: String) throws(CommandFault) {
    guard let signer = RequestSigner(accessToken: token) else {
      throw CommandFault("the access token has another form")
    }
    tokenSigner = signer
  }
}
