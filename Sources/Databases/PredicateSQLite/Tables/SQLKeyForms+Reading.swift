import GRDB
import PredicateSQL

extension SQLKeyForms {
  /// Those of all tables and views of a database.
  init(of database: Database) throws {
    var notes: [String] = []
    self.init(of: try TableInfo.all(in: database, notes: &notes))
  }

  /// Those of tables and views.
  init(of tables: [TableInfo]) {
    self.init()
    for table in tables {
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
