/// Values laid out as libpq wants them: pointers, lengths and formats side by side.
enum BoundValues {
  typealias Body<Value> = (
    _ count: Int32, _ pointers: UnsafePointer<UnsafePointer<CChar>?>?,
    _ lengths: UnsafePointer<Int32>?, _ formats: UnsafePointer<Int32>?
  ) -> Value

  static func with<Value>(_ values: [PostgresValue], _ body: Body<Value>) -> Value {
    precondition(values.count <= PostgresStatement.valueLimit, "more values than a statement takes")
    var bytes: [UInt8] = []
    var offsets: [Int?] = []
    var lengths: [Int32] = []
    for value in values {
      let encoded = value.encoded
      offsets.append(encoded == nil ? nil : bytes.count)
      lengths.append(Int32(encoded?.count ?? 0))
      bytes += encoded ?? []
      // An empty value still needs an address of its own.
      bytes.append(0)
    }
    let formats: [Int32] = values.map { $0.isBinary ? 1 : 0 }
    return bytes.withUnsafeBytes { buffer in
      let base = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
      let pointers = offsets.map { offset in offset.flatMap { base?.advanced(by: $0) } }
      return body(Int32(values.count), pointers, lengths, formats)
    }
  }
}
