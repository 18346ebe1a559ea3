import LicenseStore
import ServiceAPI

extension SeatCall {
  /// `POST /v1/renew`: the next token for a device that is bound, and never a binding.
  public static let renew = SeatCall(
    path: "/v1/renew", deviceRule: .renewDevice, addressRule: nil
  ) { store, command, slidEnd throws(StoreError) in
    try store.renew(command, slidEnd: slidEnd)
  }
}
