/// A rectangle of a plot with its two axes: from values to places, and to SVG.
struct PlotPanel {
  struct Axis {
    let label: String
    let range: ClosedRange<Double>
    /// Where there are marks, and what stands beside them.
    let marks: [(value: Double, text: String)]
  }

  static let width = 820.0
  static let height = 240.0

  let left: Double
  let top: Double
  let title: String
  let x: Axis
  let y: Axis

  /// Title, frame, grid and labels.
  var frame: String {
    var text = Self.text(left, top - 12, title, size: 15, anchor: "start")
    text +=
      "<rect x='\(number(left))' y='\(number(top))' width='\(number(Self.width))' "
      + "height='\(number(Self.height))' fill='none' stroke='#888'/>\n"
    for mark in x.marks {
      let place = horizontal(mark.value)
      text += Self.line(place, top, place, top + Self.height, "#ddd")
      text += Self.text(place, top + Self.height + 16, mark.text, anchor: "middle")
    }
    for mark in y.marks {
      let place = vertical(mark.value)
      text += Self.line(left, place, left + Self.width, place, "#ddd")
      text += Self.text(left - 8, place + 4, mark.text, anchor: "end")
    }
    text += Self.text(
      left + Self.width / 2, top + Self.height + 34, x.label, anchor: "middle")
    return text + Self.text(left + Self.width, top - 12, y.label, anchor: "end")
  }

  func curve(_ points: [(x: Double, y: Double)], colour: String) -> String {
    let places = points.map { "\(number(horizontal($0.x))),\(number(vertical($0.y)))" }
    return "<polyline points='\(places.joined(separator: " "))' fill='none' "
      + "stroke='\(colour)' stroke-width='2'/>\n"
  }

  private func horizontal(_ value: Double) -> Double {
    left + Self.width * Self.share(value, of: x.range)
  }

  private func vertical(_ value: Double) -> Double {
    top + Self.height * (1 - Self.share(value, of: y.range))
  }

  private static func share(_ value: Double, of range: ClosedRange<Double>) -> Double {
    let width = range.upperBound - range.lowerBound
    return width > 0 ? min(1, max(0, (value - range.lowerBound) / width)) : 0
  }

  private static func line(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ colour: String
  ) -> String {
    "<line x1='\(number(x1))' y1='\(number(y1))' x2='\(number(x2))' y2='\(number(y2))' "
      + "stroke='\(colour)'/>\n"
  }

  static func text(
    _ x: Double, _ y: Double, _ text: String, size: Int = 12, anchor: String
  ) -> String {
    "<text x='\(number(x))' y='\(number(y))' font-size='\(size)' text-anchor='\(anchor)'>"
      + "\(escaped(text))</text>\n"
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
  }

  private static func number(_ value: Double) -> String { Decimal.text(value, decimals: 1) }
  private func number(_ value: Double) -> String { Self.number(value) }
}
