extension Route {
  /// The public address. A new process is added here and nowhere else in the gateway.
  static let publicAPI: [Route] = local + activation + renewal + verification + admin

  /// The operators' address.
  static let operations: [Route] = [
    Route(pattern: "/metrics", methods: [.get], destination: .metrics),
    Route(pattern: "/version", methods: [.get], destination: .version),
    Route(pattern: "/healthz", methods: [.get], destination: .alive),
    Route(pattern: "/readyz", methods: [.get], destination: .ready),
  ]

  private static let local: [Route] = [
    Route(pattern: "/healthz", methods: [.get], destination: .alive),
    Route(pattern: "/readyz", methods: [.get], destination: .ready),
    Route(pattern: "/.well-known/countersign-keys", methods: [.get], destination: .keySet),
    Route(pattern: "/openapi.yaml", methods: [.get], destination: .openAPI),
  ]

  private static let activation: [Route] = [
    Route(pattern: "/v1/activate", methods: [.post], destination: .service(.activation)),
    Route(pattern: "/v1/deactivate", methods: [.post], destination: .service(.activation)),
  ]

  private static let renewal: [Route] = [
    Route(pattern: "/v1/renew", methods: [.post], destination: .service(.renewal))
  ]

  private static let verification: [Route] = [
    Route(pattern: "/v1/verify", methods: [.post], destination: .service(.verification)),
    Route(pattern: "/v1/introspect", methods: [.post], destination: .service(.verification)),
    Route(pattern: "/v1/config", methods: [.get], destination: .service(.verification)),
  ]

  private static let admin: [Route] = [
    Route(pattern: "/admin/v1/apps", methods: [.get, .post], destination: .service(.admin)),
    Route(pattern: "/admin/v1/apps/{id}", methods: [.get, .patch], destination: .service(.admin)),
    Route(
      pattern: "/admin/v1/apps/{id}/rotate-key", methods: [.post], destination: .service(.admin)),
    Route(pattern: "/admin/v1/licenses", methods: [.get, .post], destination: .service(.admin)),
    Route(
      pattern: "/admin/v1/licenses/{id}", methods: [.get, .patch, .delete],
      destination: .service(.admin)),
    Route(
      pattern: "/admin/v1/licenses/{id}/disable", methods: [.post], destination: .service(.admin)),
    Route(
      pattern: "/admin/v1/licenses/{id}/enable", methods: [.post], destination: .service(.admin)),
    Route(
      pattern: "/admin/v1/licenses/{id}/extend", methods: [.post], destination: .service(.admin)),
    Route(
      pattern: "/admin/v1/licenses/{id}/devices", methods: [.get, .delete],
      destination: .service(.admin)),
    Route(
      pattern: "/admin/v1/licenses/{id}/devices/{device}", methods: [.delete],
      destination: .service(.admin)),
    Route(pattern: "/admin/v1/logs", methods: [.get], destination: .service(.admin)),
  ]
}
