import Foundation

/// The table of measurements, and what sums it up.
struct Report {
  private let measurements: [Measurement]

  init(_ measurements: [Measurement]) {
    self.measurements = measurements
  }

  static let head = padded("row", 66) + padded("property", 18) + padded("condition", 21) + "  closure     ours    ratio"

  static func line(_ measurement: Measurement) -> String {
    padded(measurement.format, 66) + padded(measurement.property.rawValue, 18)
      + padded(measurement.condition.rawValue, 21) + cell(measurement.closure) + cell(measurement.ours)
      + cell(measurement.ratio)
  }

  /// The heads of the columns of `--csv`.
  static let csvHead = "row,property,condition,closure,ours,ratio"

  /// A line of `--csv`: nanoseconds an element, and how many times as long ours takes.
  static func csvLine(_ measurement: Measurement) -> String {
    let texts = [measurement.format, measurement.property.rawValue, measurement.condition.rawValue]
    let numbers = [measurement.closure, measurement.ours, measurement.ratio]
    let quoted = texts.map { "\"" + $0.replacingOccurrences(of: "\"", with: "\"\"") + "\"" }
    return (quoted + numbers.map { String(format: "%.3f", $0) }).joined(separator: ",")
  }

  /// The geometric means of the ratios, and the ten greatest ratios.
  var summary: String {
    guard !measurements.isEmpty else { return "no row" }
    let ranked = measurements.sorted { $0.ratio > $1.ratio }
    var lines: [String] = []
    lines.append("geometric mean of \(measurements.count) rows:" + Self.cell(measurements.geometricMean))
    lines.append("rows above 1.3: \(ranked.count { $0.ratio > 1.3 }), above 2: \(ranked.count { $0.ratio > 2 })")
    lines.append("")
    lines.append(Self.padded("condition", 24) + "rows     mean    worst")
    lines += ConditionKind.allCases.compactMap { kind in
      Self.line(of: measurements.filter { $0.condition == kind }, kind.rawValue)
    }
    lines.append("")
    lines.append(Self.padded("property", 24) + "rows     mean    worst")
    lines += PropertyKind.allCases.compactMap { kind in
      Self.line(of: measurements.filter { $0.property == kind }, kind.rawValue)
    }
    lines += ["", "the ten greatest ratios", Self.head] + ranked.prefix(10).map(Self.line)
    return lines.joined(separator: "\n")
  }

  private static func line(of group: [Measurement], _ name: String) -> String? {
    guard let worst = group.map(\.ratio).max() else { return nil }
    return padded(name, 24) + String(format: "%4d", group.count) + cell(group.geometricMean) + cell(worst)
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }

  private static func cell(_ value: Double) -> String {
    let text = String(format: value < 10 ? "%.2f" : value < 100 ? "%.1f" : "%.0f", value)
    return String(repeating: " ", count: max(1, 9 - text.count)) + text
  }
}
