import Renewal
import ServiceAPI

let (worker, signing) = WorkerSettings.load(
  service: "renewal",
  summary: "Gives bound devices their next access token.",
  lanes: WorkerSettings.writerLanes,
  more: { SigningSettings.declare(in: &$0) })

worker.run { _ in
  SeatHandler(.renew, worker, signing)
}
