import PredicateModel
import PredicateValues

/// A foreign key that is a relationship.
struct SchemaLink {
  /// The entity whose table holds the key, by its position.
  let source: Int
  /// The entity that it leads to.
  let destination: Int
  /// The columns that hold the key, in the order of what they refer to.
  let columns: [String]
  /// What they refer to, where that is not the destination's key.
  let referenced: [String]?
  let onDelete: String
  let isGuess: Bool
  /// Whether at most one row has a key, so that the other way leads to one object too.
  let isUnique: Bool
  /// What the relationship is called once it has a name.
  var name = ""

  /// What the other end does when its row is deleted.
  var deleteRule: DeleteRule {
    switch onDelete.uppercased() {
    case "CASCADE": .cascade
    case "SET NULL", "SET DEFAULT": .nullify
    default: isGuess ? .noAction : .deny
    }
  }
}

/// Foreign keys that nobody declared, made out from names: only in tables that declare none, only where a column is called after one
/// table and its key, and both have the same type. A relationship that is made so says it (``Relationship/isGuessed``), and a model
/// file can turn all of them off.
enum KeyGuesses {
  /// Adds what can be guessed to the tables, and tells it, a sentence each.
  static func add(to tables: inout [SchemaTable]) -> [String] {
    var notes: [String] = []
    let targets = Targets(tables)
    for index in tables.indices where tables[index].kind == .table && tables[index].foreignKeys.isEmpty {
      let table = tables[index]
      for column in table.columns where !table.isWholeKey(column.name) {
        guard let target = targets.target(of: column, in: table) else { continue }
        let key = SchemaForeignKey(guessed: column.name, to: target.name, target.keyColumns)
        tables[index].foreignKeys.append(key)
        notes.append(key.note(in: table.name))
      }
    }
    return notes
  }

  /// Tables with one key column, by the names that columns could call them.
  private struct Targets {
    private var tables: [String: [SchemaTable]] = [:]

    init(_ all: [SchemaTable]) {
      for table in all where table.kind == .table && table.keyColumns.count == 1 {
        let words = NameWords(table.name)
        for name in Set([words.entity.lowercased(), words.capitalized.lowercased()]) {
          tables[name, default: []].append(table)
        }
      }
    }

    /// The one table that a column is called after.
    func target(of column: SchemaColumn, in table: SchemaTable) -> SchemaTable? {
      guard let stem = NameWords(column.name).droppingLast(NameWords("id")), !stem.isEmpty else { return nil }
      var found: [SchemaTable] = []
      // `billing_address_id` leads to an address; the longest ending decides.
      for start in stem.words.indices where found.isEmpty {
        found = tables[stem.words[start...].joined().lowercased()] ?? []
      }
      if found.isEmpty, stem.member.isSameSQLName(as: "parent"), table.keyColumns.count == 1 { found = [table] }
      guard found.count == 1, let key = found[0].column(named: found[0].keyColumns[0]) else { return nil }
      let type = column.attribute.type
      guard type == key.attribute.type, type == .integer || type == .string, isKeyName(key.name, of: found[0])
      else { return nil }
      return found[0]
    }

    /// `id`, or `AlbumId` of `Album`.
    private func isKeyName(_ column: String, of table: SchemaTable) -> Bool {
      guard let rest = NameWords(column).droppingLast(NameWords("id")) else { return false }
      return rest.isEmpty || NameWords(table.name).entity.isSameSQLName(as: rest.entity)
    }
  }
}

/// A table whose rows are pairs of keys, each pair once.
struct TablePair {
  let table: SchemaTable
  /// The two foreign keys.
  let keys: [SchemaForeignKey]
  /// Whether there is nothing else in it that anybody would ask for: two foreign keys, and a row number at most.
  let isOnlyPairs: Bool

  /// Nil for any other table.
  init?(_ table: SchemaTable) {
    guard table.kind == .table else { return nil }
    // Further foreign keys belong to the pair's other columns.
    let unique = ([table.keyColumns] + table.uniqueKeys).map { Set($0.map(\.foldedSQLName)) }
    let keys = unique.lazy.compactMap { Self.keys(of: table, that: $0) }.first
    guard let keys else { return nil }
    self.table = table
    self.keys = keys
    let columns = Set(keys.flatMap(\.columns).map(\.foldedSQLName))
    let alias = table.numberColumn?.foldedSQLName
    isOnlyPairs = table.columns.allSatisfy { columns.contains($0.name.foldedSQLName) || $0.name.foldedSQLName == alias }
  }

  /// The two foreign keys that make up exactly those columns.
  private static func keys(of table: SchemaTable, that columns: Set<[UInt8]>) -> [SchemaForeignKey]? {
    let keys = table.foreignKeys.filter { columns.isSuperset(of: $0.columns.map(\.foldedSQLName)) }
    guard keys.count == 2, keys.reduce(0, { $0 + $1.columns.count }) == columns.count,
      Set(keys.flatMap(\.columns).map(\.foldedSQLName)) == columns
    else { return nil }
    return keys
  }
}
