import PredicateModel
import PredicateValues

/// Foreign keys that nobody declared, made out from names: only in tables that declare none, only where a column is called after one
/// table and its key, and both have the same type. A relationship that is made so says it (``Relationship/isGuessed``), and a model
/// file can turn all of them off.
enum KeyGuesses {
  /// Adds what can be guessed to the tables, and tells it, a sentence each.
  static func add(to tables: inout [TableInfo]) -> [String] {
    var notes: [String] = []
    let targets = Targets(tables)
    for index in tables.indices where tables[index].kind == .table && tables[index].foreignKeys.isEmpty {
      let table = tables[index]
      for column in table.columns where !table.isWholeKey(column.name) {
        guard let target = targets.target(of: column, in: table) else { continue }
        tables[index].foreignKeys.append(
          TableInfo.ForeignKey(
            columns: [column.name], table: target.name, referenced: target.keyColumns, onDelete: "", isGuess: true))
        notes.append("\(table.name).\(column.name) is taken for a key of \(target.name), which nothing declares")
      }
    }
    return notes
  }

  /// Tables with one key column, by the names that columns could call them.
  private struct Targets {
    private var tables: [String: [TableInfo]] = [:]

    init(_ all: [TableInfo]) {
      for table in all where table.kind == .table && table.keyColumns.count == 1 {
        let words = NameWords(table.name)
        for name in Set([words.entity.lowercased(), words.capitalized.lowercased()]) {
          tables[name, default: []].append(table)
        }
      }
    }

    /// The one table that a column is called after.
    func target(of column: TableInfo.Column, in table: TableInfo) -> TableInfo? {
      guard let stem = NameWords(column.name).droppingLast(NameWords("id")), !stem.isEmpty else { return nil }
      var found: [TableInfo] = []
      // `billing_address_id` leads to an address; the longest ending decides.
      for start in stem.words.indices where found.isEmpty {
        found = tables[stem.words[start...].joined().lowercased()] ?? []
      }
      if found.isEmpty, stem.member.isSameSQLName(as: "parent"), table.keyColumns.count == 1 { found = [table] }
      guard found.count == 1, let key = found[0].column(named: found[0].keyColumns[0]) else { return nil }
      let types = (DeclaredType(column, isStrict: false, proof: nil), DeclaredType(key, isStrict: false, proof: nil))
      guard types.0.type == types.1.type, types.0.type == .integer || types.0.type == .string,
        isKeyName(key.name, of: found[0])
      else { return nil }
      return found[0]
    }

    /// `id`, or `AlbumId` of `Album`.
    private func isKeyName(_ column: String, of table: TableInfo) -> Bool {
      guard let rest = NameWords(column).droppingLast(NameWords("id")) else { return false }
      return rest.isEmpty || NameWords(table.name).entity.isSameSQLName(as: rest.entity)
    }
  }
}
