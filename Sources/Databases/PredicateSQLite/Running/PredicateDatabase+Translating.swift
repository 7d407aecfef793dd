import PredicateModel
import PredicateSQL

extension PredicateDatabase {
  /// Translates fetches to SQL for this database.
  public var translator: SQLTranslator { translator(lowering) }

  /// Translates fetches to SQL with another lowering for this database.
  func translator(_ lowering: SQLiteLowering) -> SQLTranslator {
    SQLTranslator(model: model, lowering: lowering, indexes: indexes)
  }
}

extension SQLTranslator {
  /// Translates fetches to SQLite's SQL for a model, without facts about a database.
  public static func sqlite(_ model: DataModel, indexes: SQLIndexes = .none) -> SQLTranslator {
    SQLTranslator(model: model, lowering: SQLiteLowering(), indexes: indexes)
  }
}
