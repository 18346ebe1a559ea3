extension String {
  /// Scalar by scalar, as the database compares; `==` would hold `é` in one scalar and in two equal.
  func isSameText(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

extension Optional where Wrapped == String {
  func isSameText(as other: String?) -> Bool {
    switch (self, other) {
    case (nil, nil): true
    case (let left?, let right?): left.isSameText(as: right)
    default: false
    }
  }
}
