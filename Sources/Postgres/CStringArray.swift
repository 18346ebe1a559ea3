/// A null-terminated array of C strings, as libpq takes its connection parameters.
enum CStringArray {
  static func with<Value>(
    _ strings: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Value
  ) -> Value {
    var bytes: [CChar] = []
    var offsets: [Int] = []
    for string in strings {
      offsets.append(bytes.count)
      bytes.append(contentsOf: string.utf8CString)
    }
    return bytes.withUnsafeBufferPointer { buffer in
      var pointers: [UnsafePointer<CChar>?] = offsets.map { buffer.baseAddress! + $0 }
      pointers.append(nil)
      return pointers.withUnsafeBufferPointer { body($0.baseAddress!) }
    }
  }
}
