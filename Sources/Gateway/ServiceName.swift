/// The services that stand behind the gateway. Each announces itself under its name.
enum ServiceName: String, CaseIterable, Sendable {
  case activation, verification, renewal, admin
}
