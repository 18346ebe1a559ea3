extension JSONWriter {
  public mutating func member(_ name: String, _ value: String?) {
    self.name(name)
    string(value)
  }

  public mutating func member(_ name: String, _ value: Int?) {
    self.name(name)
    integer(value)
  }

  public mutating func member(_ name: String, _ value: Int64) {
    self.name(name)
    integer(value)
  }

  public mutating func member(_ name: String, _ value: Bool) {
    self.name(name)
    bool(value)
  }
}
