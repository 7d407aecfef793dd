import Foundation

/// The table of measurements, and its sums.
struct Report {
  /// A row above this ratio fails the benchmark.
  static let worst = 3.0

  private let measurements: [Measurement]

  init(_ measurements: [Measurement]) { self.measurements = measurements }

  static let head = padded("row") + "  closure     ours    ratio"

  static func line(_ measurement: Measurement) -> String {
    padded(measurement.name) + cell(measurement.closure) + cell(measurement.ours) + cell(measurement.ratio)
  }

  /// The heads of the columns of `--csv`.
  static let csvHead = "group,row,closure ns,ours ns,ratio"

  /// A line of `--csv`: nanoseconds per element.
  static func csvLine(_ measurement: Measurement) -> String {
    let texts = [measurement.group.rawValue, measurement.name].map {
      "\"" + $0.replacingOccurrences(of: "\"", with: "\"\"") + "\""
    }
    let numbers = [measurement.closure, measurement.ours, measurement.ratio]
    return (texts + numbers.map { String(format: "%.3f", $0) }).joined(separator: ",")
  }

  /// A line per group, and the weighted geometric mean of the groups that were measured.
  var summary: String {
    var lines = [Self.padded("group") + "   weight     mean    worst"]
    var sum = 0.0
    var weights = 0.0
    for group in Group.allCases {
      let ratios = measurements.filter { $0.group == group }.map(\.ratio)
      guard let worst = ratios.max() else { continue }
      let mean = ratios.reduce(0) { $0 + log($1) } / Double(ratios.count)
      sum += group.weight * mean
      weights += group.weight
      lines.append(Self.padded(group.rawValue) + Self.cell(group.weight) + Self.cell(exp(mean)) + Self.cell(worst))
    }
    lines.append("")
    lines.append("weighted geometric mean of \(measurements.count) rows:" + Self.cell(exp(sum / weights)))
    return lines.joined(separator: "\n")
  }

  /// The rows that fail the benchmark.
  var failures: [Measurement] { measurements.filter { $0.ratio > Self.worst } }

  private static func padded(_ text: String) -> String {
    text + String(repeating: " ", count: max(1, 84 - text.count))
  }

  private static func cell(_ value: Double) -> String {
    let text = String(format: value < 10 ? "%.2f" : value < 100 ? "%.1f" : "%.0f", value)
    return String(repeating: " ", count: max(1, 9 - text.count)) + text
  }
}
