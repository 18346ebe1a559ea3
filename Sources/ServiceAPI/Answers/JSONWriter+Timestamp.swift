import Instants
import JSON

extension JSONWriter {
  /// RFC 3339; `null` for `nil`.
  public mutating func member(_ name: StaticString, _ instant: Timestamp?) {
    self.name(name)
    if let instant {
      string { instant.appendRFC3339(to: &$0) }
    } else {
      null()
    }
  }
}
