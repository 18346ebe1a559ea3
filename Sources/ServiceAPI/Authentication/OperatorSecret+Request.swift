import LicenseStore
import Licensing
import MessageBus

extension OperatorSecret {
  /// The one operator key that a request or its connection shows, if it is of that form.
  public init?(shownBy request: BusRequest) {
    let values = request.connectionKey.map { [$0] } ?? request.values(of: "authorization")
    guard values.count == 1, case .bearer(let text) = Authorization.parse(values[0]) else {
      return nil
    }
    self.init(text: text)
  }
}
