import GRDB
import PredicateDatabases
import PredicateModel
import PredicateSQL
import PredicateValues

/// Notices that somebody changed the tables of a database that is open.
///
/// Each statement is preceded by one look at SQLite's number of the schema, a few microseconds. Where it is another one the schema is read
/// again. What is gone SQLite misses itself, by name. A statement that uses a table whose columns, keys or relationships are others now
/// might mean something else than it says, and is not run. Everything else goes on.
final class SchemaWatch: Sendable {
  private let file: ModelFile?
  private let model: DataModel
  private let openedVersion: Int64
  private let state: Locked<State>

  private struct State {
    var version: Int64
    /// The tables that are others now.
    var changedTables: [String] = []
  }

  /// - Parameter file: What the model was made with; nil where the schema alone told it.
  init(_ model: DataModel, file: ModelFile?, version: Int64) {
    self.model = model
    self.file = file
    openedVersion = version
    state = Locked(State(version: version))
  }

  /// SQLite's number of a schema, which every change makes another one.
  static func version(of database: Database) throws -> Int64 {
    try Int64.fetchOne(database.cachedStatement(sql: "PRAGMA main.schema_version")) ?? 0
  }

  /// Whether somebody changed the schema since the model was read.
  func isOutdated(on database: Database) throws -> Bool { try Self.version(of: database) != openedVersion }

  /// Throws ``DatabaseIssue`` `schemaChanged` where a statement uses a table that is another one now.
  ///
  /// - Parameter root: The table whose columns a condition stands beside, in a request that is not the statement's own.
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
        .schemaChanged, "“\(name)” has changed since it was opened: the table \(table.quotedIdentifier) is another one",
        hint: "open it again to read its tables anew")
    }
  }

  private func changes(in database: Database) throws -> [String] {
    if case .whole? = file { return [] }
    let reading: SchemaReading
    do {
      reading = try SchemaReader.read(database, file: file)
    } catch is ModelIssue {
      // The file speaks of what is gone.
      return []
    }
    return model.entities.filter { entity in
      reading.model.entity(named: entity.name).map { !entity.isStill($0) } ?? false
    }.map(\.table)
  }
}

extension Entity {
  /// Whether what another entity still has of this one is as it was.
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
      && collation.map(ScalarString.init) == other.collation.map(ScalarString.init)
      && hasNumericAffinity == other.hasNumericAffinity
  }
}

extension PredicateDatabase {
  /// The numbers as they are now; a few microseconds.
  package func version() throws(DatabaseIssue) -> DatabaseVersion {
    try DatabaseIssue.convertingErrors(path: name) {
      try reader.unsafeReentrantRead { database in
        let data = try Int64.fetchOne(database.cachedStatement(sql: "PRAGMA main.data_version"))
        return DatabaseVersion(schema: try SchemaWatch.version(of: database), data: data ?? 0)
      }
    }
  }
}

/// Following a schema that another process changes.
extension PredicateDatabase {
  /// The same database with its model read again, where another connection changed the schema meanwhile; nil where nobody did, which takes
  /// microseconds to find out.
  ///
  /// A model file that no longer fits the tables stays in force: nil, and a statement about what is gone fails.
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
