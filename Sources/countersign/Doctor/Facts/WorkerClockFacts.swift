/// The clock of a worker, as a refused request of the call shows it.
struct WorkerClockFacts {
  /// The service whose worker answered.
  let service: String
  let clock: DoctorFacts.Answer<ClockFacts>
  /// The address of apps speaks TLS, which the doctor does not.
  var isBehindTLS = false
}
