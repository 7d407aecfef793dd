import PredicateModel
import PredicateSQL

extension PredicateDatabase {
  /// Makes SQL for this database.
  public var translator: SQLTranslator { translator(dialect) }

  /// Makes SQL for this database in a form of its dialect.
  func translator(_ dialect: SQLiteDialect) -> SQLTranslator {
    SQLTranslator(model: model, dialect: dialect, rewrites: rewrites, indexes: indexes, keyForms: keyForms)
  }
}

extension SQLTranslator {
  /// Makes SQLite's SQL for a model, without facts about a database.
  public static func sqlite(_ model: DataModel, indexes: SQLIndexes = .none) -> SQLTranslator {
    SQLTranslator(model: model, dialect: SQLiteDialect(), rewrites: .all, indexes: indexes)
  }
}
