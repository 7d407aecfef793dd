import PredicateModel
import PredicateSQL

extension PredicateDatabase {
  /// Makes SQL for this database.
  public var translator: SQLTranslator { translator(lowering) }

  /// Makes SQL for this database by a lowering for it.
  func translator(_ lowering: SQLiteLowering) -> SQLTranslator {
    SQLTranslator(model: model, lowering: lowering, indexes: indexes)
  }
}

extension SQLTranslator {
  /// Makes SQLite's SQL for a model, without facts about a database.
  public static func sqlite(_ model: DataModel, indexes: SQLIndexes = .none) -> SQLTranslator {
    SQLTranslator(model: model, lowering: SQLiteLowering(), indexes: indexes)
  }
}
