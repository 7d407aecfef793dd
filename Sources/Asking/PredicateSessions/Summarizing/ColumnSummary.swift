import PredicateModel
import PredicateOutput
import PredicateValues

/// Summarizes the values of a column, in one pass and with bounded memory.
struct ColumnSummary {
  /// The length to which stored values are shortened.
  private static let keptLength = 100

  private struct Seen {
    /// The value, shortened if it is long.
    let value: QueryValue
    var count: Int
  }

  let name: String
  private(set) var nilCount = 0
  private var count = 0
  private var sum = NumberSum()
  private var sumCount = 0
  private var dates = NumberSum()
  private var dateCount = 0
  private var least: QueryValue?
  private var greatest: QueryValue?
  private var histogram = NumberHistogram()
  private var seen: [UInt64: Seen] = [:]
  /// The number of values that are not in ``seen``, because ``seen`` was full.
  private var unseenCount = 0

  init(_ name: String) { self.name = name }

  /// Adds the value of another row.
  mutating func add(_ value: QueryValue) {
    guard !value.isNull else {
      nilCount += 1
      return
    }
    count += 1
    if let number = value.number {
      sumCount += 1
      sum.add(value)
      histogram.add(number)
    } else if case .date(let seconds) = value {
      dateCount += 1
      dates.add(.double(seconds))
      histogram.add(seconds)
    }
    if least.map({ value.order($0) == .less }) ?? true { least = value }
    if greatest.map({ value.order($0) == .greater }) ?? true { greatest = value }
    var hasher = Hasher()
    value.hash(into: &hasher)
    let hash = UInt64(bitPattern: Int64(hasher.finalize()))
    if seen[hash] != nil {
      seen[hash]?.count += 1
    } else if seen.count < AnswerSummary.mostDistinct {
      seen[hash] = Seen(value: Self.cut(value), count: 1)
    } else {
      unseenCount += 1
    }
  }

  private static func cut(_ value: QueryValue) -> QueryValue {
    switch value {
    case .string(let text) where text.utf8.count > 4 * keptLength: .string(text.prefix(keptLength) + "…")
    case .data(let bytes) where bytes.count > keptLength: .string(ValueText().text(of: value))
    case .array, .set, .dictionary, .object: .string(String(ValueText().text(of: value).prefix(keptLength)))
    default: value
    }
  }

  /// The columns of ``row(_:)``.
  static let headings = [
    "column", "nils", "distinct", "least", "greatest", "mean", "most frequent", "times", "histogram",
  ]

  /// The summary as a row, with columns in the order of ``headings``.
  ///
  /// - Parameter drawing: Draws the histogram of the column; nil for programs, which get the counts as numbers.
  func row(_ drawing: BarDrawing?) -> [QueryValue] {
    let counts = histogram.intervals(most: 16).map(\.count)
    let isOrdered = [least, greatest].compactMap(\.self).allSatisfy(\.hasReadableOrder)
    let picture: QueryValue =
      counts.count < 2
      ? .null : drawing.map { .string($0.line(of: counts)) } ?? .array(counts.map { .integer(Int64($0)) })
    let frequent = mostFrequent
    return [
      .string(name), .integer(Int64(nilCount)), distinct, (isOrdered ? least : nil).map(Self.cut) ?? .null,
      (isOrdered ? greatest : nil).map(Self.cut) ?? .null, mean, frequent?.value ?? .null,
      frequent.map { .integer(Int64($0.count)) } ?? .null, picture,
    ]
  }

  private var distinct: QueryValue {
    unseenCount > 0 ? .string("more than \(AnswerSummary.mostDistinct)") : .integer(Int64(seen.count))
  }

  private var mean: QueryValue {
    if sumCount == count, count > 0 { return sum.mean(of: count) }
    guard dateCount == count, count > 0, let seconds = dates.mean(of: count).number else { return .null }
    // Dates are shown without their fractions of a second, so a mean that is rounded up could be above the greatest date.
    return .date(seconds.rounded(.down))
  }

  /// The most frequent value, if some value occurs more than once. If several values are equally frequent, it is the least of them. Nil if a value
  /// that is not in ``seen`` may be as frequent.
  private var mostFrequent: Seen? {
    guard let most = seen.values.map(\.count).max(), most > 1, most > unseenCount else { return nil }
    return seen.values.filter { $0.count == most }.min { a, b in
      // Objects have no order, so their names are compared.
      a.value.order(b.value).map { $0 == .less } ?? (ValueText().text(of: a.value) < ValueText().text(of: b.value))
    }
  }
}

/// Summarizes the rows of a statement, with a line for each column.
package enum AnswerSummary {
  /// The greatest number of different values of a column that are counted.
  package static let mostDistinct = 10_000

  /// A table with a row for each column, and the number of rows that were read.
  ///
  /// - Parameter drawing: Draws the histograms; nil for programs, which get the counts as numbers.
  package static func table(of rows: AnswerRows, drawing: BarDrawing?) throws -> (table: ResultTable, rowCount: Int) {
    var columns: [ColumnSummary] = []
    var rowCount = 0
    try rows.forEachBatch(of: 1_000) { table in
      if columns.isEmpty { columns = table.columns.map { ColumnSummary($0) } }
      for row in table.rows { for place in columns.indices { columns[place].add(row[place]) } }
      rowCount += table.rows.count
    }
    return (ResultTable(columns: ColumnSummary.headings, rows: columns.map { $0.row(drawing) }), rowCount)
  }
}

extension QueryValue {
  /// Whether people know which of two values is greater: false for objects, bytes and collections.
  fileprivate var hasReadableOrder: Bool {
    switch self {
    case .reference, .object, .data, .array, .set, .dictionary: false
    default: true
    }
  }
}
