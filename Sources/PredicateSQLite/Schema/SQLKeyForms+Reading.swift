import GRDB
import PredicateSQL

extension SQLKeyForms {
  /// Those of all tables and views.
  init(of database: Database) throws {
    self.init()
    var notes: [String] = []
    for table in try TableInfo.all(in: database, notes: &notes) {
      for column in table.columns {
        let affinity = ColumnAffinity(declaration: column.declaredType, isStrict: table.isStrict)
        add(
          table: table.name, column: column.name, affinity: affinity.inKeys,
          isBinary: column.collation?.uppercased() == "BINARY")
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
