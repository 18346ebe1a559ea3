import JSON
import LicenseStore
import Licensing
import MessageBus
import ServiceAPI

/// A request about a token, checked as far as that goes without a store.
struct Question {
  enum Call {
    case verify(Proof, device: DeviceInput?)
    /// `visibleApp` is the only app that the operator key sees; `nil`: all.
    case introspect(visibleApp: AppID?)
    case config(Proof)

    /// How the device proved that it holds the token; introspection shows the token itself.
    var proof: Proof? {
      switch self {
      case .verify(let proof, _), .config(let proof): proof
      case .introspect: nil
      }
    }
  }

  let request: BusRequest
  let token: AccessTokenID
  let call: Call
  /// The nonce to claim before anything is answered.
  let claim: NonceClaim?

  init(request: BusRequest, token: AccessTokenID, call: Call) {
    self.request = request
    self.token = token
    self.call = call
    claim = call.proof?.claim(keyID: token.text, requestID: request.id)
  }

  var proof: Proof? { call.proof }

  /// Any other value asks for nothing that we know.
  var proofForm: Statement.ProofForm {
    let isBatch = request.headers.contains {
      $0.name == "countersign-proof" && $0.value == Self.batch
    }
    return isBatch ? .batch : .jws
  }

  private static let batch = Array("batch".utf8)

  var subject: VerificationTrip.Subject {
    VerificationTrip.Subject(bindingID: token.bindingID, licenseID: token.licenseID)
  }
}
