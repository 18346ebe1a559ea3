import TestClient
import TestCluster

/// Moves a token's instants in its row, which no MAC covers, instead of waiting for them.
extension Cluster {
  func age(_ scene: Scene, issuedSecondsAgo: Int) throws {
    try setToken(scene, "issued_at = now() - interval '\(issuedSecondsAgo) seconds'")
  }

  func endCurrentToken(_ scene: Scene, secondsAgo: Int) throws {
    try setToken(scene, "ends_at = now() - interval '\(secondsAgo) seconds'")
    try forgetBindings()
  }

  func endPreviousToken(_ scene: Scene, secondsAgo: Int) throws {
    try setToken(scene, "previous_ends_at = now() - interval '\(secondsAgo) seconds'")
    try forgetBindings()
  }

  private func setToken(_ scene: Scene, _ change: String) throws {
    try sql(
      """
      update access_tokens set \(change) where binding_id in
        (select id from device_bindings where license_id = \(scene.license["id"].rowID))
      """)
  }
}
