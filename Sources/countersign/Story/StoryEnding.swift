/// What the story leaves behind, and how to go on from there by hand.
struct StoryEnding {
  let cluster: RunningCluster
  let app: StoryApp
  let license: StoryLicense
  let device: String

  func farewell(home: ClusterHome) -> String {
    """

    The story is told; every step went as it should.

    The cluster runs on at \(cluster.client.url). Call it by hand:

      . \(home.environmentFile)

      # as an operator
      curl -s -H "Authorization: Bearer $COUNTERSIGN_OPERATOR_KEY" \\
        "$COUNTERSIGN_URL/admin/v1/licenses/\(license.id)"

      # as the app, signed
      app=\(app.id)
      key=\(app.clientKey)
      body='{"code":"\(license.code)","device":{"id":"\(device)"}}'
      ts=$(date +%s); nonce=$(openssl rand -hex 16)
      hash=$(printf %s "$body" | openssl dgst -sha256 -r | cut -d ' ' -f 1)
      sig=$(printf 'countersign-v1\\nPOST\\n/v1/activate\\n%s\\n%s\\n%s' "$ts" "$nonce" "$hash" |
        openssl dgst -sha256 -hmac "$key" -binary | openssl base64 -A | tr '+/' '-_' | tr -d '=')
      curl -s -H "Authorization: Countersign id=$app, ts=$ts, nonce=$nonce, sig=$sig" \\
        -H 'Content-Type: application/json' --data-binary "$body" "$COUNTERSIGN_URL/v1/activate"

    Stop it with: make down
    """
  }
}
