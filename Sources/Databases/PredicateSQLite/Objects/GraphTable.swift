import GRDB
import GRDBSQLite
import PredicateModel
import PredicateSQL
import PredicateValues

/// The rows of one entity.
struct GraphTable: Sendable {
  /// Where the values of a member are.
  enum Member {
    case attribute(Int)
    case relationship(Int)
    /// The integer key of the row, for a key that is not an attribute.
    case key
  }

  /// The related rows of one relationship, for all rows of the table.
  struct Link {
    let cardinality: Relationship.Cardinality
    /// The position of the entity at the other end.
    let destination: Int
    /// For each row the positions of the rows at the other end: in the order of the relationship, otherwise ascending, which means by key.
    var rows: [[Int]]
  }

  let entity: Entity
  /// The member of each name of the entity.
  private let members: [ScalarString: Member]
  var rows: [[QueryValue]] = []
  /// The integer keys of the rows; nil for a row without one.
  var references: [Int64?] = []
  /// The rows by their integer keys.
  var rowsByReference: [Int64: Int] = [:]
  /// The relationships, in the entity's order.
  var links: [Link] = []
  /// The error that occurred while the rows or relationships were read; nil if there was none.
  var failure: DatabaseError?

  init(entity: Entity, failure: DatabaseError? = nil) {
    self.entity = entity
    self.failure = failure
    // If two members have one name, the first has precedence, as in ``Entity/member(named:)``.
    var members: [ScalarString: Member] = [:]
    func add(_ name: String, _ member: Member) {
      let name = ScalarString(name)
      if members[name] == nil { members[name] = member }
    }
    for (index, attribute) in entity.attributes.enumerated() { add(attribute.name, .attribute(index)) }
    for (index, relationship) in entity.relationships.enumerated() { add(relationship.name, .relationship(index)) }
    for (index, attribute) in entity.attributes.enumerated() { add(attribute.column, .attribute(index)) }
    if let key = entity.hiddenKey { add(key.name, .key) }
    self.members = members
  }

  /// Looks a member up by the scalars of its name.
  func member(named name: String) -> Member? { members[ScalarString(name)] }
}

/// The rows of all entities and their relationships, by position.
final class GraphStorage: Sendable {
  let tables: [GraphTable]

  init(_ database: Database, model: DataModel, keyForms: SQLKeyForms) throws {
    var loader = GraphLoader(database: database, model: model, keyForms: keyForms)
    tables = try loader.load()
  }

  /// The index of an entity's table, by any name that the model finds the entity with.
  func index(ofEntity name: String) -> Int? {
    tables.firstIndex { $0.entity.name.hasSameScalars(as: name) }
      ?? tables.firstIndex { $0.entity.parent == nil && $0.entity.table.hasSameScalars(as: name) }
  }
}

/// A primary or foreign key by which rows are joined.
enum GraphKey: Hashable, Sendable {
  /// One whole number, as most keys are.
  case integer(Int64)
  /// A key of another type, or of several columns.
  case values([StoredValue])

  /// The key in some columns of a row. Nil if one of them is NULL, because such a key refers to no row. A whole number is the same key as an integer
  /// and as a real.
  ///
  /// - Parameter isRowNumber: Whether the key is a table's row number. SQLite does not find the least row number by a floating-point number.
  init?(_ columns: [StoredValue], isRowNumber: Bool = false) {
    if isRowNumber, columns.contains(.real(-0x1p63)) { return nil }
    let values = columns.map(\.asKey)
    if case .integer(let integer)? = values.first, values.count == 1 {
      self = .integer(integer)
      return
    }
    guard !values.contains(.null) else { return nil }
    self = .values(values)
  }
}

extension StoredValue {
  fileprivate var asKey: StoredValue {
    if case .real(let value) = self, let integer = Int64(exactly: value) { return .integer(integer) }
    return self
  }
}

/// Reads terms for all rows of a table, in one order.
///
/// Each term is read once, even if a caller adds it several times. If there are more terms than a statement may have columns (usually 2,000 in
/// SQLite), several statements step through the rows in parallel.
struct GraphRowReader {
  private var terms: [String] = []
  private var places: [[UInt8]: Int] = [:]
  private var statements: [RawStatement] = []
  private var columnsPerStatement = 1

  /// The position of a term, such as `t."year"`, for ``value(at:)``.
  mutating func place(of term: String) -> Int {
    let bytes = Array(term.utf8)
    if let known = places[bytes] { return known }
    places[bytes] = terms.count
    terms.append(term)
    return terms.count - 1
  }

  /// The positions of some terms.
  mutating func places(of terms: [String]) -> [Int] { terms.map { place(of: $0) } }

  /// Prepares the statements. Call it after all terms are added.
  ///
  /// - Parameters:
  ///   - table: The table, called `t` in the terms.
  ///   - condition: The condition for the rows; nil for all.
  ///   - order: The terms by which rows are sorted; empty for the table's own order.
  mutating func open(
    _ table: String, where condition: String? = nil, orderedBy order: [String], in database: Database
  ) throws {
    columnsPerStatement = Int(sqlite3_limit(database.sqliteConnection, SQLITE_LIMIT_COLUMN, -1))
    let all = terms.isEmpty ? ["NULL"] : terms
    let end =
      "FROM \(table.quotedIdentifier) AS t" + (condition.map { " WHERE \($0)" } ?? "")
      + (order.isEmpty ? "" : " ORDER BY " + order.joined(separator: ", "))
    statements = try stride(from: 0, to: all.count, by: columnsPerStatement).map { start in
      let block = all[start..<min(start + columnsPerStatement, all.count)]
      return try RawStatement(database, "SELECT \(block.joined(separator: ", ")) \(end)")
    }
  }

  /// Steps to the next row; false after the last.
  func step() throws -> Bool {
    var isRow = true
    for statement in statements where try !statement.step() { isRow = false }
    return isRow
  }

  /// The value of the current row at a position.
  func value(at place: Int) -> StoredValue {
    statements[place / columnsPerStatement].value(at: place % columnsPerStatement)
  }
}
