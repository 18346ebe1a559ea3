/// A hint that admin publishes and workers may act on early; nothing rests on its arrival.
struct BusEvent: Hashable, Sendable {
  let topic: String
  let event: [UInt8]
}
