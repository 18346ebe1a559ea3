import Foundation
import TestClient
import TestCluster
import Testing

extension SystemTests {
  /// Every secret of a full run is searched for in every log, and none is found.
  @Suite struct SecretsTests {
    @Test func `no log holds a secret`() throws {
      let cluster = try Cluster(ClusterOptions(environment: ["COUNTERSIGN_LOG_LEVEL": "debug"]))
      let scene = try Scene(
        in: cluster, settings: ["request_auth": "bearer"],
        license: ["remark": "planted-remark-7731", "order_id": "planted-order-7731"])
      var secrets = try useEverything(cluster, scene)
      let keys = keyFiles(cluster)
      #expect(!keys.isEmpty)
      secrets += keys
      // An empty text would be in every log, and stand for a secret that was not found out.
      #expect(secrets.allSatisfy { $0.utf8.count >= 8 })
      cluster.stop()
      let logs = cluster.logs
      #expect(logs.count >= 6, "\(logs.map(\.path))")
      for (path, text) in logs {
        for secret in secrets {
          #expect(!text.contains(secret), "\(path)")
        }
      }
      #expect(logs.contains { $0.text.contains("req_") })
    }

    /// Each call once, well and badly, and the secrets that went over the wire.
    func useEverything(_ cluster: Cluster, _ scene: Scene) throws -> [String] {
      let admin = cluster.operator
      let answers = [
        scene.activation, try scene.renew(), try scene.verify(), try scene.app.config(),
        try admin.post("/v1/introspect", ["access_token": .text(scene.token)]),
        try scene.app.activate("WRNG-WRNG-WRNG-WRNG", .fresh()),
        try cluster.http.perform(
          HTTPRequest(
            "POST", "/v1/verify", headers: ["Authorization": "Bearer \(scene.token)x"])),
        try admin.get("/admin/v1/licenses?q=\(scene.code)"),
        try admin.get("/v1/activate?secret=planted-query-7731"),
        try scene.app.post("/v1/activate", ["code": .text(scene.code), "device": 1]),
      ]
      let turned = try admin.post("/admin/v1/apps/\(scene.app.id)/rotate-key")
      let signed = scene.app.signer.signed(HTTPRequest("GET", "/v1/config"))
      _ = try cluster.http.perform(signed)
      try scene.operate("disable", ["reason": "planted-reason-7731"])
      let signature = String((signed.headers["Authorization"] ?? "").suffix(43))
      let canonical = scene.code.replacing("-", with: "")
      return [
        scene.app.clientKey, scene.code, canonical, scene.token, String(scene.token.suffix(43)),
        admin.key, turned.json["client_key"].string ?? "", signature, "WRNGWRNGWRNGWRNG",
        "WRNG-WRNG", "planted-query-7731", "planted-remark-7731", "planted-order-7731",
        "planted-reason-7731",
      ] + answers.compactMap { $0.json["credential"].string }
    }

    /// What the key files hold, line by line and part by part.
    func keyFiles(_ cluster: Cluster) -> [String] {
      TextFile.all(below: cluster.home).filter { path in
        !path.hasSuffix(".log") && path.contains("key") && !path.contains("set")
      }.flatMap { path in
        TextFile.read(path).split { $0.isWhitespace }.map(String.init).filter {
          $0.utf8.count >= 40
        }
      }
    }
  }
}
