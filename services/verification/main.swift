import ServiceAPI
import Verification

let (worker, signing) = WorkerSettings.load(
  service: "verification",
  summary: "Answers verify, introspect and config.",
  servesDirectClients: true,
  canDoWithoutPostgres: true,
  more: { SigningSettings.declare(in: &$0) })

worker.run { _ in
  VerificationHandler(worker, signing)
}
