/// Why a proof does not count.
enum ProofFlaw: String, Error, Hashable, Sendable {
  case notJSON = "the answer is no JSON object"
  case missing = "no credential"
  case form = "the credential has another form"
  case unknownKey = "no key of the key set has this kid"
  case header = "alg, typ or kid is not what it must be"
  case signature = "the signature does not fit"
  case batchSize = "index or size of the batch is impossible"
  case pathLength = "the path is longer or shorter than size and index ask for"
  case claims = "the claims are no JSON object"
  case audience = "aud is another app"
  case device = "device is another's"
  case nonce = "nonce is not the one that was sent"
  case verdict = "code is another than beside the credential"
  case times = "iss, iat or exp is missing or impossible"
}
