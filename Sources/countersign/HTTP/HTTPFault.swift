/// Why there was no answer over HTTP.
struct HTTPFault: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
