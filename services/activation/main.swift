import Activation
import ServiceAPI

let (worker, signing) = WorkerSettings.load(
  service: "activation",
  summary: "Binds devices to licences, and takes seats back from them.",
  lanes: WorkerSettings.writerLanes,
  more: { SigningSettings.declare(in: &$0) })

worker.run { _ in
  ActivationHandler(worker, signing)
}
