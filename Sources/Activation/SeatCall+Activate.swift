import LicenseStore
import ServiceAPI

extension SeatCall {
  /// `POST /v1/activate`: binds a device to a seat, or finds that it holds one.
  public static let activate = SeatCall(
    path: "/v1/activate", deviceRule: .activateDevice, addressRule: .activateAddress
  ) { store, command, slidEnd throws(StoreError) in
    try store.activate(command, slidEnd: slidEnd)
  }
}
