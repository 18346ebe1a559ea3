// Asks one verification lane over the bus, as many requests in flight as named, and says how many
// answers came a second. docs/direct-clients.md, "Measuring", says how to run it.
//
//   direct-load introspect|verify <in flight> <seconds>

import Glibc
import Instants
import MessageBus
import ServiceKit

let words = CommandLine.arguments.dropFirst()
let environment = ProcessEnvironment.current()

func setting(_ name: String) -> String {
  guard let value = environment[name]?.split(separator: ",").first else {
    print("\(name) is not set")
    exit(64)
  }
  return String(value)
}

guard words.count == 3, let inFlight = Int(words[2]), let seconds = Int64(words[3]) else {
  print("usage: direct-load introspect|verify <in flight> <seconds>")
  exit(64)
}

var load = try DirectLoad(
  isVerify: words[1] == "verify", inFlight: inFlight, token: setting("ACCESS_TOKEN"),
  configuration: DirectClientConfiguration(
    endpoint: setting("COUNTERSIGN_DIRECT_URL"),
    operatorKey: SecretText(setting("COUNTERSIGN_OPERATOR_KEY")), inFlightCap: inFlight,
    serverKey: setting("COUNTERSIGN_DIRECT_SERVER_KEY"),
    keyFile: setting("COUNTERSIGN_DIRECT_CLIENT_KEY_FILE")))
load.run(seconds: seconds)
