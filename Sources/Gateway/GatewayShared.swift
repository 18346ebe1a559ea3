import HTTPServer
import Instants
import MessageBus
import ServiceKit

/// What all lanes of a gateway have in common.
struct GatewayShared: Sendable {
  let configuration: GatewayConfiguration
  let time: any TimeSource
  let log: Logger
  let metrics: Metrics
  let board: LaneBoard
  /// Where workers come in by CURVE; `nil` before the start, too.
  var door: BusDoor?
  /// Of the start; `nil`: plain HTTP.
  var tls: TLSIdentity?
}
