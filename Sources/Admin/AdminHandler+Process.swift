import LicenseStore
import ServiceAPI

extension AdminHandler {
  /// For one lane of a process that is configured so. Of all lanes and processes one at a time does
  /// the duties.
  public convenience init(_ worker: WorkerSettings) {
    let session = worker.makeSession()
    let publisher = StorePublisher(postgres: session.postgres, redis: session.redis)
    self.init(
      service: AdminService(
        store: session.postgres, publisher: publisher, time: worker.time, log: worker.log),
      duties: AdminDuties(
        store: session.postgres, publisher: publisher, time: worker.time, log: worker.log),
      session: session)
  }
}
