import GRDB
import GRDBSQLite
import PredicateDatabases
import PredicateModel
import PredicateSQL
import PredicateValues

/// Proofs that the index of a column has the attribute's values in their order. A proof holds until the next write.
///
/// SQLite sorts the values of an index by class: NULL, numbers, texts, bytes. So one look-up after the greatest number shows whether a column of
/// numbers contains a text. If it does not, the index has the right order, and its values need no test.
///
/// Dates as texts are in the right order if all of them have one form (`ISODateForm`). Only reading all of them proves that. Different numbers of
/// milliseconds are different dates if all of them are whole numbers, which also only reading all of them proves.
///
/// Values of a column without a type show their own types. If all of them are texts, or at least none of them is bytes, the column has the form in
/// which statements pass such values. Its index proves that, or reading all of them, which takes a tenth of the time that statements without a proof
/// take.
///
/// A proof holds for one state of the database on one connection: a commit of another connection changes `data_version`, and the connection's own
/// changes are counted. Nothing is proven within a transaction that writes, because a rollback is not counted.
final class ColumnProofs: Sendable {
  private let reader: any DatabaseReader
  private let state = Locked(State())

  enum Proof: Equatable {
    /// All values have the class of the attribute's storage.
    case classes
    /// All values are numbers. Different numbers may be the same date.
    case numbers
    /// All values are texts of dates in one form.
    case dates(ISODateForm)
    /// All values of a column without a type are texts.
    case texts
    /// No value of a column without a type is bytes.
    case withoutBytes

    var form: String? {
      switch self {
      case .classes: nil
      case .numbers: "numbers"
      case .dates(let form): form.template
      case .texts: "texts"
      case .withoutBytes: "without bytes"
      }
    }
  }

  private struct State {
    var moment: Moment?
    /// The proofs found so far. A column whose entry is nil cannot be proven.
    var known: [Column: Proof?] = [:]
    /// For each column, how often all of its values could have been read in the time that statements without a proof took.
    var spent: [Column: Double] = [:]
  }

  /// One state of the database on one connection.
  private struct Moment: Equatable {
    let connection: Int
    let schema: Int64
    let data: Int64
    let changes: Int64
  }

  private struct Column: Hashable {
    let table: ScalarString
    let name: ScalarString
    let storage: AttributeStorage
    let rows: SQLPartialRows?
    /// Whether all numbers of the dates were read for the proof.
    let isRead: Bool

    init(_ read: SQLColumnRead, isRead: Bool = false) {
      table = ScalarString(read.table)
      name = ScalarString(read.attribute.column)
      storage = read.attribute.storage
      rows = read.rows
      self.isRead = isRead
    }
  }

  init(_ reader: any DatabaseReader) { self.reader = reader }

  /// What a column's index proves; nil if it proves nothing.
  ///
  /// - Parameter mayReadAll: Whether all values may be read for it, which takes linear time.
  func proof(of read: SQLColumnRead, mayReadAll: Bool) -> Proof? {
    do {
      // A reentrant read is needed, because the caller may be inside an access to the database.
      return try reader.unsafeReentrantRead { try proof(of: read, mayReadAll: mayReadAll, on: $0) }
    } catch {
      // The error is ignored, because the statement reports the same error.
      return nil
    }
  }

  /// Whether the facts on which a statement relies still hold on its connection.
  func holds(_ column: ReliedColumn, on database: Database) throws -> Bool {
    guard let proof = try proof(of: column.read, mayReadAll: column.mayReadAll, on: database) else { return false }
    return proof.form == column.form
  }

  /// Whether statements without a proof have read as many values of a column as a proof reads. Then a proof pays: it at most doubles the total cost,
  /// however many statements follow.
  ///
  /// - Parameter part: The share of the values that one more statement without a proof would read.
  func isWorthReading(_ read: SQLColumnRead, besides part: Double) -> Bool {
    do {
      guard let moment = try reader.unsafeReentrantRead({ try Self.moment(of: $0) }) else { return false }
      return state.withLock { state in
        if state.moment != moment { state = State(moment: moment) }
        let column = Column(read)
        // All values were read before without a proof.
        if case .some(.none) = state.known[column] { return false }
        state.spent[column, default: 0] += part
        return state.spent[column, default: 0] >= 1
      }
    } catch {
      // The error is ignored, because the statement reports the same error.
      return false
    }
  }

  private func proof(of read: SQLColumnRead, mayReadAll: Bool, on database: Database) throws -> Proof? {
    guard read.attribute.comparesBinary, let moment = try Self.moment(of: database) else { return nil }
    let readsDates =
      mayReadAll && read.rows == nil && read.attribute.storage.isConvertedDate && read.attribute.convertsNumericTexts
    let column = Column(read, isRead: readsDates)
    if let known = state.withLock({ $0.moment == moment ? $0.known[column] : nil }) { return known }
    let isText = read.attribute.storage == .iso8601Text
    if read.attribute.storage == .dynamic, !read.isIndexed, !mayReadAll { return nil }
    // The texts of a partial index are not read: a proof for some rows seldom pays.
    if isText, !mayReadAll || read.rows != nil { return nil }
    let proof: Proof? =
      switch read.attribute.storage {
      case .iso8601Text: try Self.dateForm(of: read, in: database)
      case .dynamic: try Self.undeclared(read, in: database)
      default:
        switch try Self.classes(of: read, in: database) {
        case .numbers? where readsDates: try Self.wholeNumbers(of: read, in: database) ? .classes : .numbers
        case let proof: proof
        }
      }
    state.withLock { state in
      if state.moment != moment { state = State(moment: moment) }
      state.known[column] = .some(proof)
    }
    return proof
  }

  private static func moment(of database: Database) throws -> Moment? {
    guard let connection = database.sqliteConnection, sqlite3_txn_state(connection, nil) != SQLITE_TXN_WRITE else {
      return nil
    }
    func number(_ pragma: String) throws -> Int64 {
      try Int64.fetchOne(database.cachedStatement(sql: "PRAGMA main.\(pragma)")) ?? 0
    }
    return Moment(
      connection: Int(bitPattern: connection), schema: try number("schema_version"), data: try number("data_version"),
      changes: Int64(sqlite3_total_changes(connection)))
  }

  /// The proof that no value has another class. Nil if there is such a value, or if the class proves neither that the storage admits a value nor its order.
  private static func classes(of read: SQLColumnRead, in database: Database) throws -> Proof? {
    let attribute = read.attribute
    let others: [String]
    switch attribute.storage {
    case .integer, .real, .zeroOrOne, .secondsSince2001:
      guard attribute.convertsNumericTexts else { return nil }
      others = ["> 9e999"]
    // Numbers less than half of the seconds to 2001 are also excluded. From there on the difference to 2001 is exact, so different numbers are
    // different dates.
    case .secondsSince1970:
      guard attribute.convertsNumericTexts else { return nil }
      others = ["> 9e999", "< \(AttributeStorage.secondsFrom1970To2001 / 2)"]
    // Within this range of days, different numbers are different dates.
    case .julianDay:
      guard attribute.convertsNumericTexts else { return nil }
      others = [">= 4194304", "< 2097152"]
    case .text:
      guard !attribute.convertsNumericTexts else { return nil }
      others = ["< ''", ">= x''"]
    case .blob: others = ["< x''"]
    default: others = []
    }
    if !others.isEmpty, try isWithout(others, read, in: database) { return .classes }
    guard attribute.storage.isConvertedDate, attribute.convertsNumericTexts else { return nil }
    return try isWithout(["> 9e999"], read, in: database) ? .numbers : nil
  }

  /// Whether all numbers of dates are whole, and so near to zero that different ones are different dates.
  private static func wholeNumbers(of read: SQLColumnRead, in database: Database) throws -> Bool {
    guard let greatest = read.attribute.storage.dateUnit?.greatestOfDifferentDates,
      try isWithout(["> \(greatest)", "< -\(greatest)"], read, in: database)
    else { return false }
    let column = read.attribute.column.quotedIdentifier
    return try isWithout("typeof(\(column)) = 'real' AND \(column) <> CAST(\(column) AS INTEGER)", read, in: database)
  }

  /// What the values of a column without a type have in common.
  private static func undeclared(_ read: SQLColumnRead, in database: Database) throws -> Proof? {
    if read.attribute.convertsNumericTexts { return nil }
    let column = read.attribute.column.quotedIdentifier
    if read.isIndexed {
      if try isWithout(["< ''", ">= x''"], read, in: database) { return .texts }
      return try isWithout([">= x''"], read, in: database) ? .withoutBytes : nil
    }
    if try isWithout("typeof(\(column)) NOT IN ('text', 'null')", read, in: database) { return .texts }
    return try isWithout("typeof(\(column)) = 'blob'", read, in: database) ? .withoutBytes : nil
  }

  /// Whether no value of a column meets a condition, which may read all of them.
  private static func isWithout(_ condition: String, _ read: SQLColumnRead, in database: Database) throws -> Bool {
    try !RawStatement(database, "SELECT 1 FROM \(read.table.quotedIdentifier) WHERE \(condition) LIMIT 1").step()
  }

  /// Whether the index of a column shows that no value meets one of some conditions.
  private static func isWithout(_ conditions: [String], _ read: SQLColumnRead, in database: Database) throws -> Bool {
    let (table, column) = (read.table.quotedIdentifier, read.attribute.column.quotedIdentifier)
    let search =
      conditions.map { "SELECT 1 FROM \(table) WHERE \(column) \($0)\(read.rows.condition)" }.joined(
        separator: " UNION ALL ") + " LIMIT 1"
    return try isFoundByIndex(search, in: database) && !RawStatement(database, search).step()
  }

  /// The form of the least text, if all values have it.
  private static func dateForm(of read: SQLColumnRead, in database: Database) throws -> Proof? {
    let (table, column) = (read.table.quotedIdentifier, read.attribute.column.quotedIdentifier)
    let search = "SELECT \(column) FROM \(table) WHERE \(column) >= '' ORDER BY \(column) LIMIT 1"
    guard try isFoundByIndex(search, in: database) else { return nil }
    let least = try RawStatement(database, search)
    guard try least.step(), case .text(let text) = least.value(at: 0), let form = ISODateForm(of: text) else {
      return nil
    }
    try SQLiteFunctions.ensure(on: database)
    let others = try RawStatement(
      database,
      """
      SELECT 1 FROM \(table) WHERE \(column) IS NOT NULL AND NOT \(SQLFunction.hasDateForm.name)(\(column), ?1) LIMIT 1
      """)
    others.bind(.text(form.template), at: 1)
    return try others.step() ? nil : .dates(form)
  }

  /// Whether SQLite looks a statement's rows up. An index of another collation does not serve. A plan `SEARCH Film` without a condition in
  /// parentheses reads all rows: SQLite writes so for `min(…)`.
  static func isFoundByIndex(_ search: String, in database: Database) throws -> Bool {
    var isFound = true
    try RawStatement(database, "EXPLAIN QUERY PLAN " + search).read { row in
      let step = row.text(at: 3)
      if step.hasPrefix("SCAN") || step.hasPrefix("SEARCH") && !step.contains("(") { isFound = false }
    }
    return isFound
  }
}

extension SQLPartialRows? {
  /// The condition of the rows, after another condition; empty for all rows.
  fileprivate var condition: String { map { " AND \($0.column.text.quotedIdentifier) = \($0.number)" } ?? "" }
}

extension DateUnit {
  /// A number up to which different whole numbers of the unit are different dates; nil if there is none. Two neighbours stay different if their
  /// distance is more than the division and the subtraction can round.
  fileprivate var greatestOfDifferentDates: Int64? {
    let distance = 0.5 / perSecond
    let rounding = distance.binade < distance ? distance.binade : distance / 2
    let greatest = (rounding * 0x1p53 - abs(secondsTo2001)) * perSecond
    return greatest > 0 ? Int64(exactly: min(greatest, 0x1p52).rounded(.down)) : nil
  }
}
