import GRDB
import PredicateDatabases

/// How the columns of keys are compared: SQLite's conversion of the other operand, and the collation.
///
/// Two columns may contain the same key as different values: `a` and `A`, `7` and `'7'`. The key's own column decides which values refer to a key, as
/// when SQLite checks a foreign key. In tables that were never added, a foreign key is assumed to refer to a key exactly if their values are equal.
struct SQLKeyForms: Sendable {
  /// How SQLite converts the other operand of a comparison with the column.
  enum Affinity: Sendable {
    /// A text that looks like a number is converted to the number.
    case numeric
    /// A number is converted to its text.
    case text
    case none
  }

  private struct Form {
    let affinity: Affinity
    let isBinary: Bool
  }

  private var forms: [[UInt8]: [[UInt8]: Form]] = [:]
  /// The lists of columns with unique values, by tables. Tables without such a list have an empty entry.
  private var uniqueKeys: [[UInt8]: [Set<[UInt8]>]] = [:]
  private var rowNumbers: [[UInt8]: String] = [:]

  static let unknown = SQLKeyForms()

  init() {}

  /// Adds a column. The names are those in the database.
  ///
  /// - Parameter isBinary: Whether the column compares texts by their bytes.
  mutating func add(table: String, column: String, affinity: Affinity, isBinary: Bool) {
    forms[Self.folded(table), default: [:]][Self.folded(column)] = Form(affinity: affinity, isBinary: isBinary)
  }

  /// Adds the lists of columns with unique values, the primary key among them, and the name of the row number.
  mutating func add(table: String, uniqueKeys keys: [[String]], rowNumber: String?) {
    rowNumbers[Self.folded(table)] = rowNumber
    uniqueKeys[Self.folded(table)] = keys.filter { !$0.isEmpty }.map { Set($0.map(Self.folded)) }
  }

  /// The name of a table's row number; nil if there is none.
  func rowNumber(of table: String) -> String? { rowNumbers[Self.folded(table)] }

  /// Whether several rows of a table may have the same values in some columns. False for a table that was never added.
  func mayRepeat(_ columns: [String], of table: String) -> Bool {
    guard let keys = uniqueKeys[Self.folded(table)] else { return false }
    let names = Set(columns.map(Self.folded))
    return !keys.contains { names.isSuperset(of: $0) }
  }

  /// Whether a key of a table proves that no two of its rows have the same values in some columns.
  func areUnique(_ columns: [String], of table: String) -> Bool {
    uniqueKeys[Self.folded(table)] != nil && !mayRepeat(columns, of: table)
  }

  /// Whether values of some columns of a table are the same key as values of columns of another table exactly if they are equal.
  func areAlike(
    _ columns: [String], of table: String, and others: [String], of other: String
  ) -> Bool {
    zip(columns, others).allSatisfy { column, referenced in
      guard let own = form(of: column, table), let key = form(of: referenced, other) else { return true }
      return own.affinity == key.affinity && key.isBinary
    }
  }

  /// How to compare a foreign key if the affinity of its column must not be applied.
  enum LostAffinity: Sendable {
    /// The comparison with the affinity is added as a second condition: it is always true too, and an index of the column finds it.
    case besides
    /// Like ``besides``, if the key belongs to a grouped row. SQLite 3.40 overwrites the group's value when it searches an index with it. So a range
    /// is searched instead, because SQLite copies its bounds.
    case besidesInGroups
    /// A number refers to a text whose number may differ: `'0.3'` is the text for 0.30000000000000004. An index finds the numbers near the number of
    /// the text.
    case numberOfText
    case alone
  }

  /// How to compare a foreign key without the affinity of its column; nil if the affinity does no harm. When SQLite checks a foreign key, it applies
  /// the key's affinity to it. In a plain comparison of the two columns it would apply the foreign key's affinity, or none.
  func lostAffinity(of column: String, of table: String, to key: String, of other: String) -> LostAffinity? {
    guard let own = form(of: column, table), let key = form(of: key, other) else { return nil }
    return switch key.affinity {
    case .numeric: nil
    case .text: own.affinity == .text ? nil : own.affinity == .numeric ? .numberOfText : .alone
    case .none: own.affinity == .none ? nil : .besides
    }
  }

  /// How a column compares; nil for a table that was never added. A column that a table does not list is the row number.
  private func form(of column: String, _ table: String) -> Form? {
    guard !forms.isEmpty, let columns = forms[Self.folded(table)] else { return nil }
    return columns[Self.folded(column)] ?? Form(affinity: .numeric, isBinary: true)
  }

  /// The name without the case of ASCII letters, as databases look up names.
  private static func folded(_ name: String) -> [UInt8] {
    name.utf8.map { 65...90 ~= $0 ? $0 + 32 : $0 }
  }
}

extension SQLKeyForms {
  /// The forms in which all tables and views of a database compare their unique columns and the columns of their foreign keys.
  init(of database: Database) throws {
    var notes: [SchemaNote] = []
    self.init(of: try TableInfo.all(in: database, notes: &notes))
  }

  /// The forms in which tables and views compare their unique columns and the columns of their foreign keys.
  init(of tables: [TableInfo]) {
    self.init()
    for table in tables {
      add(table: table.name, uniqueKeys: [table.keyColumns] + table.uniqueKeys, rowNumber: table.rowNumberName)
      for column in table.columns {
        add(
          table: table.name, column: column.name, affinity: table.affinity(of: column).inKeys,
          isBinary: column.comparesBinary)
      }
    }
  }
}

extension ColumnAffinity {
  fileprivate var inKeys: SQLKeyForms.Affinity {
    switch self {
    case .integer, .real, .numeric: .numeric
    case .text: .text
    case .none: .none
    }
  }
}
