import PredicateModel
import PredicateValues

/// Counts the values of a column for a ``BarChart``. Numbers and dates are counted in intervals, other values individually.
package struct ColumnHistogram {
  /// A label and a count for each interval or value.
  package let table: ResultTable

  /// The histogram of a column with at most `most` lines. One more line counts nil, and one more counts the values that do not fit into the lines.
  package init(_ source: ShownTable, column: Int, most: Int = 20, timeZone: QueryTimeZone = .utc) {
    let values = (0..<source.rowCount).map { source.source.value(row: $0, column: column) }
    let found = values.filter { !$0.isNull }
    var rows: [(label: String, count: Int)]
    if found.allSatisfy({ $0.number != nil }) {
      rows = Self.intervals(of: found.compactMap(\.number), most)
    } else if found.allSatisfy({ if case .date = $0 { true } else { false } }) {
      let dates = found.compactMap { if case .date(let seconds) = $0 { timeZone.localTime(of: seconds) } else { nil } }
      rows = DateIntervals(dates, most: max(most, 24)).rows
    } else {
      rows = Self.frequencies(of: source.columns[column].cells, most)
    }
    if found.count < values.count { rows.append((source.nilText, values.count - found.count)) }
    table = ResultTable(
      columns: [source.source.columns[column], "count"],
      rows: rows.map { [.string($0.label), .integer(Int64($0.count))] })
  }

  private static func intervals(of numbers: [Double], _ most: Int) -> [(String, Int)] {
    var histogram = NumberHistogram()
    for number in numbers { histogram.add(number) }
    let isWhole = numbers.allSatisfy { $0 == $0.rounded() && abs($0) < 9e15 }
    func text(_ number: Double) -> String {
      isWhole ? String(Int64(number)) : ValueText().text(of: .double(number))
    }
    let infinite = numbers.count { !$0.isFinite }
    return histogram.intervals(most: most).map { interval in
      let upper = isWhole ? interval.upper - 1 : interval.upper
      let isOne = interval.lower == interval.upper || (isWhole && upper <= interval.lower)
      return (isOne ? text(interval.lower) : "\(text(interval.lower)) to \(text(upper))", interval.count)
    } + (infinite > 0 ? [("infinite", infinite)] : [])
  }

  /// The counts of the most frequent texts. The last row counts all others.
  private static func frequencies(of cells: [String?], _ most: Int) -> [(String, Int)] {
    var counts: [ScalarString: Int] = [:]
    for case let cell? in cells { counts[ScalarString(cell), default: 0] += 1 }
    let sorted = counts.sorted { $0.value != $1.value ? $0.value > $1.value : $0.key.text < $1.key.text }
    let shown = sorted.prefix(sorted.count > most ? most - 1 : most)
    let others = sorted.dropFirst(shown.count)
    return shown.map { ($0.key.text, $0.value) }
      + (others.isEmpty ? [] : [("\(others.count) others", others.reduce(0) { $0 + $1.value })])
  }
}

/// Counts dates in intervals of an hour, a day, a month, a year, a decade or a century. It chooses the shortest unit that gives at most `most` intervals.
private struct DateIntervals {
  private(set) var rows: [(label: String, count: Int)] = []

  /// - Parameter dates: Local dates of a time zone, in seconds since 2001.
  init(_ dates: [Double], most: Int) {
    for unit in Unit.allCases {
      var counts: [Int: Int] = [:]
      for date in dates { if let place = unit.place(of: date) { counts[place, default: 0] += 1 } }
      guard let first = counts.keys.min(), let last = counts.keys.max() else { return }
      guard last - first < most || unit == .centuries else { continue }
      // Even centuries may be too many if one date is far away. Centuries without a date are then left out.
      let places = last - first < most ? Array(first...last) : counts.keys.sorted()
      rows = places.map { (unit.label(of: $0), counts[$0] ?? 0) }
      return
    }
  }

  private enum Unit: CaseIterable {
    case hours, days, months, years, decades, centuries

    /// The index of the date's interval. Nil for a date whose year does not have four digits.
    func place(of date: Double) -> Int? {
      switch self {
      case .hours: return abs(date) < 1e14 ? Int((date / 3_600).rounded(.down)) : nil
      case .days: return abs(date) < 1e14 ? Int((date / 86_400).rounded(.down)) : nil
      default: break
      }
      let text = ISODate.format(date)
      guard let year = Int(text.prefix(4)), let month = Int(text.dropFirst(5).prefix(2)) else { return nil }
      switch self {
      case .months: return year * 12 + month - 1
      case .decades: return year / 10
      case .centuries: return year / 100
      default: return year
      }
    }

    func label(of place: Int) -> String {
      func digits(_ number: Int, _ length: Int) -> String {
        String(repeating: "0", count: max(0, length - String(number).count)) + String(number)
      }
      switch self {
      case .hours: return DateText.text(of: Double(place) * 3_600, precision: .minute)
      case .days: return DateText.text(of: Double(place) * 86_400, precision: .day)
      case .months: return "\(digits(place / 12, 4))-\(digits(place % 12 + 1, 2))"
      case .years: return digits(place, 4)
      case .decades: return "\(digits(place * 10, 4)) to \(digits(place * 10 + 9, 4))"
      case .centuries: return "\(digits(place * 100, 4)) to \(digits(place * 100 + 99, 4))"
      }
    }
  }
}
