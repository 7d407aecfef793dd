import PredicateModel
import PredicateOutput
import PredicateValues

/// Finds the differences between the answers of SQL and memory: rows that only one of them has, different values in common rows, and a different order.
struct AnswerComparison {
  /// A sentence for each difference; empty if the answers agree.
  private(set) var differences: [String] = []

  private let columns: [String]
  private let sql: [[ComparedValue]]
  private let memory: [[ComparedValue]]
  private let isKeyed: Bool
  private let isOrdered: Bool

  /// The greatest number of rows or values that are listed for each kind of difference.
  private static let mostListed = 10

  /// Compares two answers.
  ///
  /// - Parameters:
  ///   - rules: How values of each column are compared.
  ///   - isOrdered: Whether the order of the rows is compared.
  ///   - isKeyed: Whether the first column is the key of the rows.
  init(sql: ResultTable, memory: ResultTable, rules: [ComparedValue.Rule], isOrdered: Bool, isKeyed: Bool) {
    columns = sql.columns
    self.sql = Self.rows(of: sql, rules)
    self.memory = Self.rows(of: memory, rules)
    self.isOrdered = isOrdered
    self.isKeyed = isKeyed
    guard sql.columns.elementsEqual(memory.columns, by: { $0.hasSameScalars(as: $1) }) else {
      let (found, expected) = (sql.columns.joined(separator: ", "), memory.columns.joined(separator: ", "))
      differences = ["SQL gives the columns \(found), but memory gives \(expected)"]
      return
    }
    if isOrdered && self.sql == self.memory { return }
    compare()
  }

  private static func rows(of table: ResultTable, _ rules: [ComparedValue.Rule]) -> [[ComparedValue]] {
    table.rows.indices.map { row in
      table.columns.indices.map { column in
        ComparedValue(table.value(row: row, column: column), rules.indices.contains(column) ? rules[column] : .exact)
      }
    }
  }

  private mutating func compare() {
    var onlySQL = Self.surplus(of: sql, over: memory)
    var onlyMemory = Self.surplus(of: memory, over: sql)
    let common = (
      sql: sql.indices.filter(Self.outside(onlySQL)), memory: memory.indices.filter(Self.outside(onlyMemory))
    )
    let pairs = pairs(onlySQL, onlyMemory)
    onlySQL.removeAll { row in pairs.contains { $0.sql == row } }
    onlyMemory.removeAll { row in pairs.contains { $0.memory == row } }
    if sql.count != memory.count {
      differences.append("SQL gives \(rows(sql.count)), memory gives \(rows(memory.count))")
    }
    list("only SQL gives", onlySQL.map { name(sql[$0]) })
    list("only memory gives", onlyMemory.map { name(memory[$0]) })
    compareValues(pairs)
    compareOrder(common)
  }

  private static func outside(_ rows: [Int]) -> (Int) -> Bool {
    let rows = Set(rows)
    return { !rows.contains($0) }
  }

  /// The indexes of the rows that occur in `some` more often than in `others`.
  private static func surplus(of some: [[ComparedValue]], over others: [[ComparedValue]]) -> [Int] {
    var counts: [[ComparedValue]: Int] = [:]
    for row in others { counts[row, default: 0] += 1 }
    return some.indices.filter { position in
      guard let count = counts[some[position]], count > 0 else { return true }
      counts[some[position]] = count - 1
      return false
    }
  }

  /// Pairs of rows that are the same row with different values: rows with the same key, or at the same position.
  private func pairs(_ onlySQL: [Int], _ onlyMemory: [Int]) -> [(sql: Int, memory: Int)] {
    if isKeyed {
      let places = Dictionary(
        onlyMemory.compactMap { row in memory[row].first.map { ($0, row) } }, uniquingKeysWith: { first, _ in first })
      return onlySQL.compactMap { row in sql[row].first.flatMap { places[$0] }.map { (row, $0) } }
    }
    let places = Set(onlyMemory)
    return isOrdered && sql.count == memory.count ? onlySQL.filter(places.contains).map { ($0, $0) } : []
  }

  private mutating func compareValues(_ pairs: [(sql: Int, memory: Int)]) {
    var found: [String] = []
    for pair in pairs {
      for (column, name) in columns.enumerated() {
        let (a, b) = (sql[pair.sql][column], memory[pair.memory][column])
        guard a != b else { continue }
        let isTold = a.text != b.text
        let values =
          "SQL gives \(isTold ? a.text : a.exactText), but memory gives \(isTold ? b.text : b.exactText)"
        found.append("\(place(pair.sql)), \(name): \(values)")
      }
    }
    differences += found.prefix(Self.mostListed)
    if found.count > Self.mostListed { differences.append("\(found.count - Self.mostListed) more values differ") }
  }

  /// Reports the first position where the common rows of both answers differ in order.
  private mutating func compareOrder(_ common: (sql: [Int], memory: [Int])) {
    guard isOrdered, let (a, b) = zip(common.sql, common.memory).first(where: { sql[$0] != memory[$1] }) else { return }
    differences.append(
      "the order differs from row \(a + 1) on: SQL gives \(name(sql[a])), but memory gives \(name(memory[b]))")
  }

  // MARK: Words

  private func rows(_ count: Int) -> String { count == 1 ? "1 row" : "\(count) rows" }

  private mutating func list(_ words: String, _ names: [String]) {
    guard !names.isEmpty else { return }
    let more = names.count > Self.mostListed ? " and \(names.count - Self.mostListed) more" : ""
    differences.append("\(words) \(names.prefix(Self.mostListed).joined(separator: ", "))\(more)")
  }

  /// A row for a message: its key, or all its values.
  private func name(_ row: [ComparedValue]) -> String {
    if isKeyed, let key = row.first, let column = columns.first { return "\(column) \(key.text)" }
    return "{" + zip(columns, row).map { "\($0): \($1.text)" }.joined(separator: ", ") + "}"
  }

  private func place(_ row: Int) -> String {
    guard isKeyed, let key = sql[row].first, let column = columns.first else { return "row \(row + 1)" }
    return "row \(row + 1) (\(column) \(key.text))"
  }
}

/// A value of an answer, prepared for comparison.
struct ComparedValue: Hashable {
  enum Rule {
    /// Compares types, too: 1, 1.0 and YES differ. Used for stored values and for columns of booleans.
    case exact
    /// Compares as `==` of the language does: 1, 1.0 and YES are equal.
    case byValue
    /// Like `byValue`, but doubles are rounded to 12 digits. Used for sums whose order of addition is undefined.
    case rounded
  }

  let value: QueryValue
  private let rule: Rule

  init(_ value: QueryValue, _ rule: Rule) {
    self.rule = rule
    let value = value.withKeysOfObjects
    if rule == .rounded, case .double(let number) = value {
      self.value = .double(Self.rounded(number))
    } else {
      self.value = value
    }
  }

  static func == (left: ComparedValue, right: ComparedValue) -> Bool {
    left.value.equals(right.value) && (left.rule != .exact || left.value.type == right.value.type)
  }

  func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }

  private static func rounded(_ number: Double) -> Double {
    guard number.isFinite, number != 0 else { return number }
    // The scale is a power of two, so that scaling loses no digits.
    let scale = Double(sign: .plus, exponent: 40 - Int(number.exponent), significand: 1)
    return scale.isFinite && scale > 0 ? (number * scale).rounded() / scale : number
  }

  /// The value as a literal of the language. Two different values may have the same text.
  var text: String {
    if case .date(let seconds) = value { return ISODate.format(seconds) }
    return exactText
  }

  /// The value with every digit.
  var exactText: String { ValueText.literal(of: value) }
}

extension QueryValue {
  /// The value, with each object replaced by the label of its key if it has no reference: `Customer["ALFKI"]`. Objects of two sources never compare as equal.
  fileprivate var withKeysOfObjects: QueryValue {
    switch self {
    case .object(let object) where object.reference == nil:
      (object as? any KeyedObject)?.label.map { .string($0) } ?? self
    case .array(let elements): .array(elements.map(\.withKeysOfObjects))
    case .set(let elements): .set(elements.map(\.withKeysOfObjects))
    default: self
    }
  }
}
