import PredicateSyntax
import PredicateValues

/// Shows groups as bars: the keys, and for each number a bar next to it. An answer without groups is shown as a table.
struct BarsRenderer: ResultRenderer {
  func writer(for first: ShownTable, layout: OutputLayout, to output: any ShellOutput) -> any RowWriter {
    guard first.keyColumns != nil, let chart = BarChart(first, layout: layout) else {
      return TableRenderer().writer(for: first, layout: layout, to: output)
    }
    return BarWriter(chart, style: layout.style, output)
  }
}

private final class BarWriter: RowWriter {
  var hidden: [String] { chart.hidden }
  private let chart: BarChart
  private let output: any ShellOutput

  init(_ chart: BarChart, style: TextStyle, _ output: any ShellOutput) {
    self.chart = chart
    self.output = output
    if !chart.heading.isEmpty { output.write(style.strong(chart.heading) + "\n") }
  }

  func write(_ rows: ShownTable) { for line in chart.lines(of: rows) { output.write(line + "\n") } }
}

/// A table as bars, fitted to a width.
///
/// For groups, the keys are the labels. For other rows, all columns before the first column of numbers are labels, and at least the first column.
/// Each column of numbers has bars with a scale that includes 0. Bars of negative numbers are to the left of an axis. The number is always written.
/// Nil has no bar.
package struct BarChart {
  /// The names of the columns that are left out because the screen is too narrow.
  package let hidden: [String]
  /// The heading: the names of the columns, above their bars.
  package let heading: String
  private let labels: [Part]
  private let measures: [Measure]
  private let drawing: BarDrawing

  private struct Part {
    let position: Int
    let width: Int
    let isRight: Bool
  }

  private struct Measure {
    let part: Part
    let scale: BarDrawing.Scale
  }

  private static let gap = 2
  /// The least width of a bar, in columns of the screen.
  private static let leastBar = 6
  private static let mostLabel = 40
  private static let usualWidth = 80

  /// The bars of a table, scaled to its rows; nil for a table without a column of numbers.
  ///
  /// - Parameters:
  ///   - labels: The positions of the label columns. Nil for the keys of groups; for other rows, nil selects the columns before the first column of
  ///     numbers, and at least one.
  ///   - measures: The columns that are drawn if they contain numbers; nil for all columns that are not labels.
  package init?(_ table: ShownTable, labels: [Int]? = nil, measures: [Int]? = nil, layout: OutputLayout) {
    let numbers = (measures ?? Array(table.columns.indices)).filter { Self.isNumeric(table, $0) }
    let firstMeasure = table.columns.count == 1 ? 0 : max(1, numbers.first { measures != nil || $0 > 0 } ?? 1)
    let keys = table.keyColumns.flatMap { $0.isEmpty ? nil : $0.filter { measures?.contains($0) != true } }
    let labels = labels ?? keys ?? Array(0..<firstMeasure).filter { measures?.contains($0) != true }
    var positions = numbers.filter { !labels.contains($0) }
    guard !positions.isEmpty else { return nil }
    var names: [String] = []
    let width = max(10, layout.width ?? Self.usualWidth)
    // The numbers and the shortest bars must fit first. The labels share the remaining width, with at least six columns each.
    func leastWidth() -> Int {
      positions.reduce(0) { $0 + Self.gap + table.columns[$1].cellWidth + 1 + Self.leastBar }
    }
    let leastLabels = labels.reduce(0) { $0 + min(6, table.columns[$1].width) + Self.gap }
    while positions.count > 1, leastWidth() + leastLabels > width {
      names.append(table.columns[positions.removeLast()].name)
    }
    hidden = names.reversed()
    var room = max(leastLabels, width - leastWidth())
    self.labels = labels.enumerated().map { place, position in
      let share = max(min(6, table.columns[position].width), room / (labels.count - place) - Self.gap)
      let width = min(table.columns[position].width, Self.mostLabel, share)
      room -= width + Self.gap
      return Part(position: position, width: width, isRight: table.columns[position].isRightAligned)
    }
    let taken = self.labels.reduce(0) { $0 + $1.width + Self.gap }
    let numbersWidth = positions.reduce(0) { $0 + table.columns[$1].cellWidth + 1 } + Self.gap * (positions.count - 1)
    let barWidth = max(1, (width - taken - numbersWidth) / positions.count)
    drawing = BarDrawing(isUTF8: layout.isUTF8)
    self.measures = positions.map { position in
      let values = (0..<table.rowCount).compactMap { table.source.value(row: $0, column: position).finiteNumber }
      return Measure(
        part: Part(position: position, width: table.columns[position].cellWidth, isRight: true),
        scale: BarDrawing.Scale(values, width: barWidth))
    }
    let spaces = String(repeating: " ", count: Self.gap)
    let titles = self.labels.map { part in
      CellText.padded(
        CellText.shortened(table.columns[part.position].name, to: part.width), to: part.width, right: part.isRight)
    }
    let measureTitles = self.measures.map { measure in
      let width = measure.part.width + 1 + measure.scale.width
      return CellText.padded(CellText.shortened(table.columns[measure.part.position].name, to: width), to: width)
    }
    var line = (titles + measureTitles).joined(separator: spaces)
    while line.last == " " { line.removeLast() }
    heading = line
  }

  /// The text line of each row.
  package func lines(of rows: ShownTable) -> [String] {
    (0..<rows.rowCount).map { row in
      let cells = labels.map { part in
        CellText.padded(
          CellText.shortened(rows.columns[part.position].cells[row] ?? rows.nilText, to: part.width), to: part.width,
          right: part.isRight)
      }
      let bars = measures.map { measure in
        let text = rows.columns[measure.part.position].cells[row] ?? rows.nilText
        let bar = drawing.bar(of: rows.source.value(row: row, column: measure.part.position).number, on: measure.scale)
        return CellText.padded(
          CellText.padded(text, to: measure.part.width, right: true) + " " + bar,
          to: measure.part.width + 1 + measure.scale.width)
      }
      var line = (cells + bars).joined(separator: String(repeating: " ", count: Self.gap))
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  /// Whether a column contains at least one number, and no other values except nil.
  package static func isNumeric(_ table: ShownTable, _ column: Int) -> Bool {
    var isFound = false
    for row in 0..<table.rowCount {
      let value = table.source.value(row: row, column: column)
      if value.isNull { continue }
      guard value.number != nil else { return false }
      isFound = true
    }
    return isFound
  }
}

/// Draws a bar, or a row of small bars, with the characters that a terminal supports.
package struct BarDrawing {
  /// Whether the terminal supports more than ASCII.
  package let isUTF8: Bool

  package init(isUTF8: Bool) { self.isUTF8 = isUTF8 }

  /// The scale from numbers to columns of the screen. Zero is at the left edge, or to the right of the bars of negative numbers.
  package struct Scale {
    /// The width of the area for the bars and the axis, in columns of the screen.
    package let width: Int
    fileprivate let left: Int
    fileprivate let columns: Double

    package init(_ values: [Double], width: Int) {
      let (least, greatest) = (min(0, values.min() ?? 0), max(0, values.max() ?? 0))
      self.width = width
      let room = Double(least < 0 ? max(1, width - 1) : width)
      // Both bounds are divided by the scale before the subtraction, because the span of two finite numbers may be infinite.
      let scale = max(-least, greatest)
      let span = scale > 0 ? greatest / scale - least / scale : 0
      columns = span > 0 ? room / span / scale : 0
      left = least < 0 ? Int((room * (-least / scale) / span).rounded()) : 0
    }
  }

  /// The bar of a value. If the value exceeds the scale, its bar ends with a mark. Nil has no bar.
  package func bar(of value: Double?, on scale: Scale) -> String {
    let axis = scale.left > 0 ? (isUTF8 ? "│" : "|") : ""
    guard let value, !value.isNaN else { return String(repeating: " ", count: scale.left) + axis }
    let length = value.isFinite ? abs(value) * scale.columns : .infinity
    if value < 0 {
      let room = scale.left
      let columns = length > Double(room) + 0.5 ? room : Int(length.rounded())
      return String(repeating: " ", count: room - columns) + String(repeating: isUTF8 ? "█" : "#", count: columns)
        + axis
    }
    let room = scale.width - scale.left - axis.count
    return String(repeating: " ", count: scale.left) + axis + positive(length, room: room)
  }

  private func positive(_ length: Double, room: Int) -> String {
    guard length <= Double(room) + 0.001 else {
      return String(repeating: isUTF8 ? "█" : "#", count: max(0, room - 1)) + (isUTF8 ? "▶" : ">")
    }
    guard isUTF8 else { return String(repeating: "#", count: Int(length.rounded())) }
    let eighths = Int((length * 8).rounded())
    let rest = eighths % 8 == 0 ? "" : String(Array("▏▎▍▌▋▊▉")[eighths % 8 - 1])
    return String(repeating: "█", count: eighths / 8) + rest
  }

  /// Draws counts as one line of small bars: `▁▃█▂`. A count of 0 is a space.
  package func line(of counts: [Int]) -> String {
    let signs = Array(isUTF8 ? "▁▂▃▄▅▆▇█" : ".:-=+*#@")
    let most = max(1, counts.max() ?? 0)
    return String(counts.map { $0 == 0 ? " " : signs[min(signs.count - 1, $0 * signs.count / (most + 1))] })
  }
}

extension QueryValue {
  /// The value as a double; nil if the value is not a number.
  package var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .double(let value): value
    case .decimal(let value): value.nearestDouble
    default: nil
    }
  }

  /// The value as a double; nil if it is not a number, infinite, or NaN.
  package var finiteNumber: Double? { number.flatMap { $0.isFinite ? $0 : nil } }
}
