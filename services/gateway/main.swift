import Gateway
import Instants
import ServiceKit

var settings = Settings(
  process: "countersign-gateway",
  summary: "The HTTP edge: takes requests in and has workers answer them.")
let configuration = GatewayConfiguration(&settings)
let level = settings.logLevel()
settings.finishOrExit()

let log = Logger(process: "gateway", level: level)
let gateway = GatewayService(configuration, time: SystemTimeSource(), log: log)
ServiceProcess.run(name: "gateway", log: log, services: [gateway])
