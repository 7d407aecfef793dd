import GRDB
import PredicateModel
import PredicateValues

/// Types that the schema does not tell: dates and booleans in columns of texts or numbers.
extension PredicateDatabase {
  /// The same database with another type of an attribute, which conditions and columns then have in memory and in SQL.
  ///
  /// ```swift
  /// let shop = try PredicateDatabase.open(path: path).retyped("orderedAt", of: "Order", to: .date)
  /// try shop.count(EntityFetch("Order", where: QueryPredicate(format: "orderedAt > now() - 30 * 86400")))
  /// ```
  ///
  /// - Parameter storage: How the column holds the type; nil for what its values show.
  /// - Throws: ``DatabaseIssue``; `unusableSchema` where there is no such attribute, or the storage cannot hold the type.
  public func retyped(
    _ attribute: String, of entity: String, to type: QueryType, storedAs storage: AttributeStorage? = nil
  ) throws(DatabaseIssue) -> PredicateDatabase {
    guard let table = declaredModel.entity(named: entity)?.table,
      let column = declaredModel.entity(named: entity)?.attribute(named: attribute)?.column
    else { throw DatabaseIssue(.unusableSchema, "there is no attribute \(entity).\(attribute)") }
    return try DatabaseIssue.convertingErrors(path: name) {
      let (reading, changed) = try reader.readPastDamage { database in
        let storage = try storage ?? Self.storage(of: column, table, as: type, in: database)
        let change = AttributeChange(column: column, type: type, storage: storage)
        let changed = try (file ?? .changes(ModelChanges(entities: []))).adding(change, ofTable: table)
        return (try SchemaReader.read(database, file: changed), changed)
      }
      return try PredicateDatabase(name: name, reader: reader, writer: writer, reading: reading, file: changed)
        .inTimeZone(declaredModel.timeZone)
    }
  }

  /// How a column stores a type, as its values show it.
  private static func storage(
    of column: String, _ table: String, as type: QueryType, in database: Database
  ) throws -> AttributeStorage {
    var notes: [String] = []
    let info = try TableInfo.all(in: database, notes: &notes).first { $0.name.isSameSQLName(as: table) }
    let values = try info.map { try ColumnSamples(of: $0, column: column, in: database)[column] } ?? []
    return StorageEvidence.of(type, named: column, values).storage
  }

  /// The text of a model file that makes this model of the schema; nil where the schema alone tells it.
  ///
  /// - Throws: ``DatabaseIssue``.
  public func modelFileText() throws(DatabaseIssue) -> String? {
    try DatabaseIssue.convertingErrors(path: name) { try file?.text() }
  }
}
