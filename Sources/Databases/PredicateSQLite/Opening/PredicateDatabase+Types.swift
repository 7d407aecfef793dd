import GRDB
import PredicateDatabases
import PredicateModel
import PredicateValues

/// Types that the schema does not declare: dates and booleans in columns of texts or numbers.
extension PredicateDatabase {
  /// The same database with another type of an attribute, for conditions and columns in memory and in SQL.
  ///
  /// ```swift
  /// let shop = try PredicateDatabase.open(path: path).retyped("orderedAt", of: "Order", to: .date)
  /// try shop.count(EntityFetch("Order", where: QueryPredicate(format: "orderedAt > now() - 30 * 86400")))
  /// ```
  ///
  /// - Parameters:
  ///   - attribute: The name of the attribute.
  ///   - entity: The name of its entity.
  ///   - type: The type that its values are read with.
  ///   - storage: How the column stores values of the type; nil for the storage that fits its values best.
  /// - Throws: ``DatabaseIssue``; `unusableSchema` if the attribute does not exist, or the storage cannot hold the type.
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

  /// How well some values of an attribute's column fit another type: up to 1,000 values, and the least and the greatest one if an index has them.
  package func evidence(
    _ attribute: String, of entity: String, as type: QueryType, storedAs storage: AttributeStorage?
  ) throws -> TypeEvidence? {
    guard let entity = declaredModel.entity(named: entity), let column = entity.attribute(named: attribute)?.column
    else {
      return nil
    }
    return try reader.readPastDamage(of: name) { database in
      let ends = indexes.begin(with: column, of: entity.table)
      let values = try Self.values(of: column, entity.table, withEnds: ends, in: database)
      return TypeFit.evidence(values, as: type, storage, named: column)
    }
  }

  package func suggestionsByValues() throws -> [TypeSuggestion] {
    try reader.readPastDamage(of: name) { database in
      var notes: [SchemaNote] = []
      let tables = try TableInfo.all(in: database, notes: &notes).filter { $0.kind == .table }
      return try declaredModel.entities.flatMap { entity in
        let table = tables.first { $0.name.isSameSQLName(as: entity.table) }
        let texts = entity.attributes.filter { attribute in
          guard let table, attribute.storage == .text, attribute.type == .string else { return false }
          return table.column(named: attribute.column).map { !DeclaredType.isKey($0, in: table) } ?? false
        }
        let samples = try table.map { try ColumnSamples(of: $0, columns: texts.map(\.column), in: database) }
        return entity.attributes.compactMap { attribute -> TypeSuggestion? in
          let known = suggestions.first { $0.entity == entity.name && $0.attribute == attribute.name }
          guard known == nil, let samples, texts.contains(where: { $0.name == attribute.name }) else { return known }
          return StorageEvidence.suggestedType(
            for: .string, named: attribute.column, samples[attribute.column]
          ).map { TypeSuggestion(entity: entity.name, attribute: attribute.name, declared: .string, type: $0) }
        }
      }
    }
  }

  /// The numbers of values in the columns that are not NULL but read as nil.
  package func misfitCounts(of attributes: [Attribute], in entity: Entity) throws -> [Int?] {
    guard entity.hierarchy == nil else { return attributes.map { $0.isTrusted ? 0 : nil } }
    let checked = attributes.filter { !$0.isTrusted }
    guard !checked.isEmpty else { return attributes.map { _ in 0 } }
    var fetch = EntityFetch(entity.name)
    fetch.columns = checked.map { attribute in
      FetchedColumn(.call("count", [.keyPath(QueryKeyPath(.key(attribute.name)))]))
    }
    let readable = try rows(of: fetch).rows.first ?? []
    let counts = checked.map { "count(\($0.column.quotedIdentifier))" }.joined(separator: ", ")
    let sql = "SELECT \(counts) FROM main.\(entity.table.quotedIdentifier)"
    let stored = try failing { try reader.readPastDamage { try Row.fetchOne($0, sql: sql) } }
    var misfits = zip(readable, stored.map { Array($0.databaseValues) } ?? []).map { readable, stored -> Int? in
      guard case .integer(let readable) = readable, let stored = Int.fromDatabaseValue(stored) else { return nil }
      return stored - Int(readable)
    }.makeIterator()
    return attributes.map { $0.isTrusted ? 0 : misfits.next() ?? nil }
  }

  /// The storage of a type that fits a column's values best.
  private static func storage(
    of column: String, _ table: String, as type: QueryType, in database: Database
  ) throws -> AttributeStorage {
    TypeFit.evidence(try values(of: column, table, in: database), as: type, nil, named: column).storage
  }

  private static func values(
    of column: String, _ table: String, withEnds: Bool = false, in database: Database
  ) throws -> [StoredValue] {
    var notes: [SchemaNote] = []
    guard let info = try TableInfo.all(in: database, notes: &notes).first(where: { $0.name.isSameSQLName(as: table) })
    else { return [] }
    var values = try ColumnSamples(of: info, column: column, rows: 500, in: database)[column]
    guard withEnds else { return values }
    let name = column.quotedIdentifier
    for direction in ["ASC", "DESC"] {
      try RawStatement(
        database,
        "SELECT \(name) FROM \(info.name.quotedIdentifier) WHERE \(name) IS NOT NULL ORDER BY \(name) \(direction) LIMIT 1"
      ).read { values.append($0.value(at: 0)) }
    }
    return values
  }

  /// The text of a model file that changes the schema's model to this one; nil if this is the schema's own model.
  ///
  /// - Throws: ``DatabaseIssue``.
  public func modelFileText() throws(DatabaseIssue) -> String? {
    try DatabaseIssue.convertingErrors(path: name) { try file?.text() }
  }
}
