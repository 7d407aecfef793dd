import GRDB
import PredicateDatabases
import PredicateModel
import PredicateSQL
import PredicateValues

/// Checks against the rows whether the foreign keys of a trusted relationship refer to existing objects.
///
/// SQLite enforces foreign keys only on connections that turn this on, so a declared key proves nothing. Checking all of 1,500,000 loans takes
/// seconds. Without trust, a semi-join over them takes 1.7 times as long. So small tables are checked completely. In large tables, the smallest and
/// the greatest foreign key are checked if an index has them, and some thousands of rows. A relationship with a dangling foreign key is no longer
/// trusted.
struct KeyEvidence {
  private let database: Database
  private let indexes: SQLIndexes
  private static let rowCount = 2_000

  init(of database: Database, _ indexes: SQLIndexes) {
    self.database = database
    self.indexes = indexes
  }

  /// The model. Its relationships with a dangling foreign key are not trusted.
  func checked(_ model: DataModel) throws -> DataModel {
    try Self.trusting(model) { relationship, entity in
      guard let destination = model.destination(of: relationship) else { return true }
      return try !leadsAstray(relationship, of: entity, to: destination)
    }
  }

  static func trustingNothing(_ model: DataModel) -> DataModel { trusting(model) { _, _ in false } }

  /// The model, in which a trusted relationship stays trusted only if it meets a condition. Statements assume that the foreign keys of a trusted
  /// relationship refer to existing rows.
  private static func trusting(
    _ model: DataModel, where holds: (Relationship, Entity) throws -> Bool
  ) rethrows -> DataModel {
    var isChanged = false
    // Only declared relationships are checked, because inherited ones are checked at the entity that declares them.
    var entities = model.entities.map(\.declared)
    for (index, entity) in entities.enumerated() {
      var relationships = entity.relationships
      for (position, relationship) in relationships.enumerated()
      where try relationship.isTrusted && !holds(relationship, entity) {
        relationships[position] = relationship.untrusted
        isChanged = true
      }
      entities[index] = entity.changed(relationships: relationships)
    }
    guard isChanged else { return model }
    var checked = DataModel(entities: entities, fetchTemplates: model.fetchTemplates)
    checked.timeZone = model.timeZone
    return checked
  }

  private func leadsAstray(_ relationship: Relationship, of entity: Entity, to destination: Entity) throws -> Bool {
    let table: String
    let columns: [String]
    switch relationship.storage {
    case .foreignKey(let names): (table, columns) = (entity.table, names)
    case .joinTable(let join): (table, columns) = (join.table, join.destinationColumns)
    case .foreignKeyOfDestination: return false
    }
    let keys = relationship.referencedColumns ?? destination.key.columns
    guard !columns.isEmpty, columns.count == keys.count else { return false }
    var sources = [
      "SELECT \(columns.map(\.quotedIdentifier).joined(separator: ", ")) FROM \(table.quotedIdentifier) NOT INDEXED "
        + "LIMIT \(Self.rowCount)"
    ]
    if columns.count == 1, indexes.begin(with: columns[0], of: table) {
      let column = columns[0].quotedIdentifier
      for direction in ["ASC", "DESC"] {
        sources.append(
          "SELECT \(column) FROM \(table.quotedIdentifier) WHERE \(column) IS NOT NULL ORDER BY \(column) \(direction) LIMIT 1"
        )
      }
    }
    do {
      return try sources.contains { try hasStray($0, columns, keys, of: destination) }
    } catch let error as DatabaseError where [.SQLITE_ERROR, .SQLITE_CORRUPT].contains(error.resultCode) {
      // The error is ignored, because statements that use a missing or damaged table report it.
      return false
    }
  }

  private func hasStray(_ rows: String, _ columns: [String], _ keys: [String], of destination: Entity) throws -> Bool {
    let isSet = columns.map { "f.\($0.quotedIdentifier) IS NOT NULL" }
    var match = zip(keys, columns).map { "k.\($0.quotedIdentifier) = f.\($1.quotedIdentifier)" }
    // Only rows of the destination's entities count as existing, because the relationship never leads to other entities of the hierarchy in that table.
    let kinds = destination.kindsInTable ?? []
    if let column = destination.hierarchy?.column, !kinds.isEmpty {
      let places = kinds.map { _ in "?" }.joined(separator: ", ")
      match.append("k.\(column.quotedIdentifier) IN (\(places))")
    }
    let statement = try RawStatement(
      database,
      """
      SELECT 1 FROM (\(rows)) AS f WHERE \(isSet.joined(separator: " AND ")) AND NOT EXISTS (
        SELECT 1 FROM \(destination.table.quotedIdentifier) AS k WHERE \(match.joined(separator: " AND "))) LIMIT 1
      """)
    for (index, kind) in kinds.enumerated() { statement.bind(kind, at: index + 1) }
    return try statement.step()
  }
}

/// Checks whether the values of a column that may be a foreign key occur in the other table. Some hundred values are looked up one by one.
struct KeyGuessEvidence {
  private let database: Database
  private let tables: [[UInt8]: TableInfo]

  init(_ tables: [TableInfo], in database: Database) {
    self.database = database
    self.tables = Dictionary(tables.map { ($0.name.foldedSQLName, $0) }) { first, _ in first }
  }

  /// The fit of a candidate; nil if the values cannot be read.
  func fit(of candidate: KeyCandidate) throws -> KeyFit? {
    guard let table = tables[candidate.table.foldedSQLName] else { return nil }
    do {
      let samples = try ColumnSamples(of: table, column: candidate.column, rows: 100, in: database)
      let all = Set(samples[candidate.column])
      let usual = all.filter { !Self.isNone($0) }
      // If all values are ones that often mean “no object”, they must occur in the other table like any other value.
      let values = usual.isEmpty ? all : usual
      let typeNames = try candidate.typeColumn.map { try texts(of: table, column: $0) } ?? []
      guard !values.isEmpty else { return KeyFit(valueCount: 0, matchCount: 0, typeNames: typeNames) }
      let statement = try RawStatement(
        database,
        "SELECT 1 FROM \(candidate.target.quotedIdentifier) WHERE \(candidate.targetColumn.quotedIdentifier) = ?1 LIMIT 1"
      )
      var matches = 0
      for value in values { try statement.read([value]) { _ in matches += 1 } }
      var hasZeroWithoutRow = all.contains(.integer(0))
      if hasZeroWithoutRow { try statement.read([.integer(0)]) { _ in hasZeroWithoutRow = false } }
      return KeyFit(
        valueCount: values.count, matchCount: matches, hasZeroWithoutRow: hasZeroWithoutRow, typeNames: typeNames)
    } catch let error as DatabaseError where [.SQLITE_ERROR, .SQLITE_CORRUPT].contains(error.resultCode) {
      return nil
    }
  }

  /// The distinct texts of a column, without empty ones.
  private func texts(of table: TableInfo, column: String) throws -> Set<String> {
    let samples = try ColumnSamples(of: table, column: column, rows: 100, in: database)
    return Set(samples[column].compactMap { if case .text(let text) = $0, !text.isEmpty { text } else { nil } })
  }

  /// Whether rows without an object often have this value as their foreign key.
  private static func isNone(_ value: StoredValue) -> Bool {
    switch value {
    case .null, .integer(0), .integer(-1): true
    case .text(let text): text.isEmpty || text.hasSameScalars(as: "0")
    default: false
    }
  }
}

extension Relationship {
  fileprivate var untrusted: Relationship {
    Relationship(
      name: name, destination: destination, inverse: inverse, cardinality: cardinality, isOptional: isOptional,
      deleteRule: deleteRule, storage: storage, isTrusted: false, referencedColumns: referencedColumns,
      isGuessed: isGuessed, minimumCount: minimumCount, maximumCount: maximumCount, orderColumn: orderColumn,
      userInfo: userInfo)
  }
}

/// The model after checks against the rows: ``KeyEvidence`` decides which relationships are trusted, and ``TitleEvidence`` which texts are titles.
/// The rows are read when the model is first needed. That takes some milliseconds for a large database, and opening a database does not wait for it.
final class CheckedModel: Sendable {
  /// The model before the checks.
  let declared: DataModel
  private let indexes: SQLIndexes
  private let reader: any DatabaseReader
  private let checked = Locked<DataModel?>(nil)

  init(_ declared: DataModel, _ indexes: SQLIndexes, in reader: any DatabaseReader) {
    self.declared = declared
    self.indexes = indexes
    self.reader = reader
  }

  /// The model after the checks.
  var model: DataModel {
    if let model = checked.withLock({ $0 }) { return model }
    do {
      // The rows are read outside of the lock, and within the present access to the database if there is one, because two threads may wait for each
      // other's connection.
      let model = try reader.unsafeReentrantRead {
        try TitleEvidence(of: $0).checked(KeyEvidence(of: $0, indexes).checked(declared))
      }
      return checked.withLock { known in
        // The first result is kept, so that the model never changes.
        if let known { return known }
        known = model
        return model
      }
    } catch {
      // On an error no relationship is trusted, which makes statements slower but changes no result. The next access tries again.
      return KeyEvidence.trustingNothing(declared)
    }
  }
}

/// Checks against the rows whether the texts that would be titles distinguish the objects.
///
/// A required text is often a name, but also often a state: `paid`, `shipped`. Such a text does not distinguish objects, so a sample of the rows
/// decides. If the values of a text repeat, or if all are dates, the text is not a title, and the next text is tried. A sample is up to 100 rows from
/// each end of the table, so its cost does not depend on the size of the table. Views are not read, because one row may cost as much as all.
struct TitleEvidence {
  private let database: Database
  private static let rowCount = 100
  /// The least size of a sample that proves something.
  private static let leastValues: Int64 = 3
  /// The pattern of a day: 2024-05-31.
  private static let day = "[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]"

  init(of database: Database) { self.database = database }

  /// The model. Texts whose values repeat, or are dates, are not titles in it.
  func checked(_ model: DataModel) throws -> DataModel {
    var isChanged = false
    var entities = model.entities.map(\.declared)
    // Only declared attributes are checked, because inherited ones are checked at the entity that declares them.
    for (index, entity) in entities.enumerated() where !entity.isReadOnly {
      let found = try checked(entity)
      isChanged = isChanged || found != nil
      entities[index] = found ?? entity
    }
    guard isChanged else { return model }
    var checked = DataModel(entities: entities, fetchTemplates: model.fetchTemplates)
    checked.timeZone = model.timeZone
    return checked
  }

  /// The changed entity; nil if its first title distinguishes the objects.
  private func checked(_ entity: Entity) throws -> Entity? {
    var (entity, isChanged) = (entity, false)
    while entity.titleAttributes.count == 1, let title = entity.titleAttribute, Entity.leastShare(ofTitle: title) > 0,
      try isNoName(title, of: entity)
    {
      entity = entity.changed(attributes: entity.attributes.map { $0.column == title.column ? $0.repeated : $0 })
      isChanged = true
    }
    return isChanged ? entity : nil
  }

  /// Whether the values of a text repeat, or all are dates, which are not names even if there are few.
  private func isNoName(_ title: Attribute, of entity: Entity) throws -> Bool {
    let (table, column) = (entity.table.quotedIdentifier, title.column.quotedIdentifier)
    var parts = ["SELECT \(column) AS v FROM (SELECT \(column) FROM \(table) NOT INDEXED LIMIT \(Self.rowCount))"]
    if let key = entity.key.referenceColumn?.quotedIdentifier {
      parts.append(
        "SELECT \(column) FROM (SELECT \(column) FROM \(table) WHERE \(key) > (SELECT \(key) FROM \(table) LIMIT 1 "
          + "OFFSET \(Self.rowCount - 1)) ORDER BY \(key) DESC LIMIT \(Self.rowCount))")
    }
    do {
      let statement = try RawStatement(
        database,
        "SELECT COUNT(v), COUNT(DISTINCT v), COUNT(CASE WHEN v GLOB '\(Self.day)' OR v GLOB '\(Self.day)[ T][0-2][0-9]:*' "
          + "THEN 1 END) FROM (\(parts.joined(separator: " UNION ALL ")))")
      var (isRepeated, areDates) = (false, false)
      try statement.read { row in
        let (count, different, dates) = (row.integer(at: 0), row.integer(at: 1), row.integer(at: 2))
        isRepeated = count >= Self.leastValues && Double(different) < Double(count) * Entity.leastShare(ofTitle: title)
        areDates = count > 0 && dates == count
      }
      return isRepeated || areDates
    } catch let error as DatabaseError where [.SQLITE_ERROR, .SQLITE_CORRUPT].contains(error.resultCode) {
      // The error is ignored, because statements that use a missing or damaged table report it.
      return false
    }
  }
}
