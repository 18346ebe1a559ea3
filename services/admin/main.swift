import Admin
import ServiceAPI

let (worker, _) = WorkerSettings.load(
  service: "admin",
  summary: "Administers apps, licences and devices; keeps the schema and the outbox.",
  publishesHints: true,
  more: { _ in () })

worker.run(after: [worker.schema]) { _ in
  AdminHandler(worker)
}
