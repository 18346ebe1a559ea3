import Activation
import ServiceAPI

let (worker, signing) = WorkerSettings.load(
  service: "activation",
  summary: "Binds devices to licences.",
  lanes: WorkerSettings.writerLanes,
  more: { SigningSettings.declare(in: &$0) })

worker.run { _ in
  SeatHandler(.activate, worker, signing)
}
