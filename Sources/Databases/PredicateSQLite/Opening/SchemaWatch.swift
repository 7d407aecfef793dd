import GRDB
import PredicateDatabases
import PredicateModel
import PredicateSQL
import PredicateValues

/// Detects changes of the tables of an open database.
///
/// Before each statement it reads SQLite's schema number, which takes a few microseconds. If the number has changed, the schema is read again. SQLite
/// itself reports missing tables and columns by name. A statement that uses a table whose columns, keys or relationships have changed is not run,
/// because its meaning might have changed. All other statements run.
final class SchemaWatch: Sendable {
  private let file: ModelFile?
  private let model: DataModel
  private let openedVersion: Int64
  private let state: Locked<State>

  private struct State {
    var version: Int64
    var changedTables: [String] = []
  }

  /// - Parameter file: The model file that the model was made with; nil if the model comes from the schema alone.
  init(_ model: DataModel, file: ModelFile?, version: Int64) {
    self.model = model
    self.file = file
    openedVersion = version
    state = Locked(State(version: version))
  }

  /// SQLite's schema number. Every change of the schema changes it.
  static func version(of database: Database) throws -> Int64 {
    try Int64.fetchOne(database.cachedStatement(sql: "PRAGMA main.schema_version")) ?? 0
  }

  /// Whether the schema changed since the model was read.
  func isOutdated(on database: Database) throws -> Bool { try Self.version(of: database) != openedVersion }

  /// Throws ``DatabaseIssue`` `schemaChanged` if a statement uses a changed table.
  ///
  /// - Parameter root: The table of a GRDB request that a condition is added to; nil if the statement is the whole request.
  func check(_ statement: SQLStatement, besides root: String? = nil, on database: Database, name: String) throws {
    let current = try Self.version(of: database)
    let changedTables: [String]
    if let known = state.withLock({ $0.version == current ? $0.changedTables : nil }) {
      changedTables = known
    } else {
      let found = try changes(in: database)
      state.withLock { $0 = State(version: current, changedTables: found) }
      changedTables = found
    }
    for table in changedTables
    where table.isSameSQLName(as: root ?? "")
      || statement.tables.values.contains(where: { $0.hasSameScalars(as: table) })
    {
      throw DatabaseIssue(
        .schemaChanged, "“\(name)” has changed since it was opened: the table \(table.quotedIdentifier) was changed",
        hint: "open the file again, so that its tables are read again")
    }
  }

  private func changes(in database: Database) throws -> [String] {
    // SQLite itself reports the missing tables and columns of a statement.
    let reading = try SchemaReader.read(database, file: file, mayLackColumns: true)
    return model.entities.filter { entity in
      reading.model.entity(named: entity.name).map { !entity.isStill($0) } ?? false
    }.map(\.table)
  }
}

extension Entity {
  /// Whether the table, the key and the members that another version of the entity still has are unchanged.
  fileprivate func isStill(_ other: Entity) -> Bool {
    table.hasSameScalars(as: other.table)
      && key.columns.map(ScalarString.init) == other.key.columns.map(ScalarString.init)
      && key.referenceColumn.map(ScalarString.init) == other.key.referenceColumn.map(ScalarString.init)
      && attributes.allSatisfy { attribute in other.attribute(named: attribute.name).map(attribute.isStill) ?? true }
      && relationships.allSatisfy { relationship in
        other.relationship(named: relationship.name).map(relationship.isStill) ?? true
      }
  }
}

extension Relationship {
  fileprivate func isStill(_ other: Relationship) -> Bool {
    destination.hasSameScalars(as: other.destination) && storage.isSame(as: other.storage)
      && referencedColumns?.map(ScalarString.init) == other.referencedColumns?.map(ScalarString.init)
  }
}

extension Attribute {
  fileprivate func isStill(_ other: Attribute) -> Bool {
    column.hasSameScalars(as: other.column) && type == other.type && storage == other.storage
      && isOptional == other.isOptional && isTrusted == other.isTrusted
      && textOrder == other.textOrder && convertsNumericTexts == other.convertsNumericTexts
  }
}

extension PredicateDatabase {
  /// The present numbers. Reading them takes a few microseconds.
  package func version() throws(DatabaseIssue) -> DatabaseVersion {
    try DatabaseIssue.convertingErrors(path: name) {
      try reader.unsafeReentrantRead { database in
        let data = try Int64.fetchOne(database.cachedStatement(sql: "PRAGMA main.data_version"))
        return DatabaseVersion(schema: try SchemaWatch.version(of: database), data: data ?? 0)
      }
    }
  }
}

/// Reloads the model after another process has changed the schema.
extension PredicateDatabase {
  /// The same database with its model read again if another connection has changed the schema; nil if the schema is unchanged. The check takes
  /// microseconds.
  ///
  /// If the model file does not fit the changed tables, the result is nil and the present model stays in use. Statements about missing tables or
  /// columns then fail.
  ///
  /// - Throws: ``DatabaseIssue``.
  public func reloadedIfChanged() throws(DatabaseIssue) -> PredicateDatabase? {
    do {
      let reading = try reader.readPastDamage { database in
        try schemaWatch.isOutdated(on: database) ? try SchemaReader.read(database, file: file) : nil
      }
      return try reading.map {
        try PredicateDatabase(name: name, reader: reader, writer: writer, reading: $0, file: file)
          .inTimeZone(declaredModel.timeZone)
      }
    } catch is ModelIssue {
      return nil
    } catch {
      let issue = DatabaseIssue(anyError: error, path: name)
      if issue.kind == .unusableSchema { return nil }
      throw issue
    }
  }
}
