import Glibc
import Instants

/// Everything that was gathered for one look. The checks are functions of it.
struct DoctorFacts {
  var settings: DoctorSettings
  var now: Timestamp
  /// The user who asks.
  var user: uid_t
  /// `nil`: the settings are not of a home.
  var home: HomeFacts?
  var files: [FileFacts]
  var keys: KeyFacts
  var postgres: Answer<PostgresFacts>
  var redis: Answer<RedisFacts>
  var gateways: [GatewayFacts]
  var workerClocks: [WorkerClockFacts]
  var processes: [OpenFilesFacts]

  /// Lanes of workers that gateways know; `nil`: no gateway told.
  var workerLanes: Int? {
    let known = gateways.compactMap(\.workers)
    return known.map { Set($0.map(\.instance)).count }.max()
  }

  /// What came of asking for something over a connection.
  enum Answer<Value> {
    /// Nobody said where it is.
    case notNamed
    /// Why there was no answer, without anything secret.
    case none(reason: String)
    case value(Value)
  }
}
