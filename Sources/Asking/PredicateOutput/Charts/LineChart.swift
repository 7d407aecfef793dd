import PredicateSyntax

/// Draws numbers along an axis as a line. The greatest and the least number are at its left, the labels of the first and the last place below.
package struct LineChart {
  /// A place along the axis, and the number at that place. Nil interrupts the line.
  package typealias Point = (place: Double, number: Double?)

  private let points: [Point]
  private let isUTF8: Bool
  private let bounds: (lower: Double, upper: Double)
  private let ends: (first: Double, last: Double)

  /// A chart of some points; nil if fewer than two of them have a number.
  ///
  /// - Parameter all: The points of all charts that are compared, which get the same scale. Nil for a single chart.
  package init?(_ points: [Point], among all: [Point]? = nil, isUTF8: Bool) {
    self.points = points.filter { $0.place.isFinite }.sorted { $0.place < $1.place }
    let scaled = all ?? points
    let (places, numbers) = (scaled.map(\.place).filter(\.isFinite), scaled.compactMap(\.number).filter(\.isFinite))
    guard self.points.count(where: { $0.number?.isFinite == true }) > 1, let least = numbers.min(),
      let greatest = numbers.max(), let first = places.min(), let last = places.max()
    else { return nil }
    self.isUTF8 = isUTF8
    // The scale includes zero if the line comes near to it. Otherwise it shows only the line's own range, so that changes are visible. The web page
    // does the same.
    bounds = (
      least > 0 && least <= greatest / 2 ? 0 : least, greatest < 0 && greatest >= least / 2 ? 0 : greatest
    )
    ends = (first, last)
  }

  /// The text lines of the chart.
  ///
  /// - Parameters:
  ///   - text: Formats a number for the left edge.
  ///   - labels: The texts below the first and the last place.
  package func lines(
    width: Int, height: Int, labels: (first: String, last: String), text: (Double) -> String
  ) -> [String] {
    let middle = bounds.lower / 2 + bounds.upper / 2
    let texts = [0: text(bounds.upper), height / 2: text(middle), height - 1: text(bounds.lower)]
    let margin = texts.values.reduce(0) { max($0, DisplayWidth.columns(of: $1)) }
    let columns = max(4, width - margin - 2)
    var canvas = Canvas(columns: columns, rows: height, isUTF8: isUTF8)
    var former: (x: Int, y: Int)?
    for point in points {
      guard let number = point.number, number.isFinite else {
        former = nil
        continue
      }
      let place = (
        canvas.x(share(of: point.place, ends.first, ends.last)), canvas.y(share(of: number, bounds.lower, bounds.upper))
      )
      canvas.line(from: former ?? place, to: place)
      former = place
    }
    let drawn = canvas.lines.enumerated().map { row, line in
      CellText.padded(texts[row] ?? "", to: margin, right: true) + (isUTF8 ? " │" : " |") + line
    }
    let gap = columns - DisplayWidth.columns(of: labels.first) - DisplayWidth.columns(of: labels.last)
    let axis =
      String(repeating: " ", count: margin) + (isUTF8 ? " └" : " +")
      + String(repeating: isUTF8 ? "─" : "-", count: columns)
    let below =
      gap > 0 ? labels.first + String(repeating: " ", count: gap) + labels.last : "\(labels.first) … \(labels.last)"
    return (drawn + [axis, String(repeating: " ", count: margin + 2) + below]).map { line in
      var line = line
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  private func share(of value: Double, _ lower: Double, _ upper: Double) -> Double {
    let span = upper / 2 - lower / 2
    return span > 0 ? (value / 2 - lower / 2) / span : 0.5
  }
}

/// A grid of dots. With Unicode, each character of the screen has eight dots; with ASCII, it has one.
private struct Canvas {
  let columns: Int
  let rows: Int
  let isUTF8: Bool
  private var dots: [[UInt8]]

  init(columns: Int, rows: Int, isUTF8: Bool) {
    self.columns = columns
    self.rows = rows
    self.isUTF8 = isUTF8
    dots = [[UInt8]](repeating: [UInt8](repeating: 0, count: columns), count: rows)
  }

  private var across: Int { isUTF8 ? 2 : 1 }
  private var down: Int { isUTF8 ? 4 : 1 }

  func x(_ share: Double) -> Int { Int((share * Double(columns * across - 1)).rounded()) }
  func y(_ share: Double) -> Int { Int(((1 - share) * Double(rows * down - 1)).rounded()) }

  /// The bits of the dots in a Braille character: first the left column from top to bottom, then the right one.
  private static let bits: [[UInt8]] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]]

  mutating func line(from start: (x: Int, y: Int), to end: (x: Int, y: Int)) {
    let steps = max(abs(end.x - start.x), abs(end.y - start.y), 1)
    for step in 0...steps {
      let x = start.x + (end.x - start.x) * step / steps
      let y = start.y + (end.y - start.y) * step / steps
      dots[y / down][x / across] |= isUTF8 ? Self.bits[x % across][y % down] : 1
    }
  }

  var lines: [String] {
    dots.map { row in
      String(
        String.UnicodeScalarView(
          row.map { bits in
            guard bits > 0 else { return " " }
            return isUTF8 ? Unicode.Scalar(0x2800 + UInt32(bits)) ?? "*" : "*"
          }))
    }
  }
}
