import GRDB
import PredicateDatabases
import PredicateModel
import PredicateSQLite

/// Migrates a file to another version of its model.
extension PredicateDatabase {
  /// Migrates a file that was made for a former version of a model: its tables, their objects, and the model that the file carries.
  ///
  ///     try PredicateDatabase.migrate(path: "films.sqlite", to: model, by: ModelMigration().renaming("Movie.name", to: "title"))
  ///
  /// These changes are migrated: added, removed and renamed attributes and entities; optional attributes that become required and have a default;
  /// another order; numbers and texts that another type holds without loss; changes between to-one and to-many relationships. All objects keep their
  /// keys. Everything happens in one transaction: if it fails, the file is unchanged. Indexes and triggers that other programs created on the tables
  /// stay if the new tables have their columns. Conditions of the model are not checked; saving checks them.
  ///
  /// Takes time and memory in proportion to the number of objects.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - model: The model that the file has afterwards.
  ///   - migration: The renamed and removed parts, and closures that convert values.
  ///   - configuration: The options of the connection, for GRDB.
  /// - Returns: Whether the file carried another model before.
  /// - Throws: ``MigrationFailure`` with all problems; ``StoreIssue``: `class-mismatch` if the file carries no model; a `DatabaseIssue`; errors of a
  ///   closure of the migration.
  @discardableResult
  public static func migrate(
    path: String, to model: DataModel, by migration: ModelMigration = ModelMigration(),
    configuration: Configuration = PredicateDatabase.defaultConfiguration
  ) throws -> Bool {
    do {
      try model.validate()
      // A missing file is opened like any other, because `open` then throws the usual issue.
      guard let writer = try open(path: path, isReadOnly: false, configuration: configuration).writer else {
        return false
      }
      return try writer.writeWithoutTransaction { database in
        try ModelChange(model, migration, path).run(on: database)
      }
    } catch let error as DatabaseError {
      throw DatabaseIssue(error, path: path)
    } catch let issue as ModelIssue {
      throw DatabaseIssue(.unusableSchema, "“\(path)”: \(issue)")
    }
  }
}

/// The transaction of a migration.
struct ModelChange {
  private let model: DataModel
  private let migration: ModelMigration
  private let path: String

  init(_ model: DataModel, _ migration: ModelMigration, _ path: String) {
    self.model = model
    self.migration = migration
    self.path = path
  }

  func run(on database: Database) throws -> Bool {
    // Foreign keys are only checked at the end, and renaming a table must not change foreign keys, triggers and views of other tables.
    let former = try (setting("foreign_keys", in: database), setting("legacy_alter_table", in: database))
    try database.execute(sql: "PRAGMA foreign_keys = OFF; PRAGMA legacy_alter_table = ON")
    var isChanged = false
    let outcome = Result {
      try database.inTransaction(.immediate) {
        isChanged = try change(database)
        return .commit
      }
    }
    try database.execute(sql: "PRAGMA foreign_keys = \(former.0); PRAGMA legacy_alter_table = \(former.1)")
    try outcome.get()
    return isChanged
  }

  private func setting(_ name: String, in database: Database) throws -> Int64 {
    try Int64.fetchOne(database, sql: "PRAGMA \(name)") ?? 0
  }

  private func change(_ database: Database) throws -> Bool {
    guard let text = try ModelTable.text(in: database), case .whole(var former) = try ModelFile(jsonText: text) else {
      throw StoreIssue(.classMismatch, "“\(path)” carries no model: it was not made for objects")
    }
    let found = try former.jsonText()
    if try found == model.jsonText() { return false }
    let reached = try migration.earlier.lastIndex { try $0.model.jsonText() == found }
    for step in migration.earlier.dropFirst(reached.map { $0 + 1 } ?? 0) {
      _ = try change(former, to: step.model, step.migration, in: database)
      former = step.model
    }
    return try change(former, to: model, migration, in: database)
  }

  private func change(
    _ former: DataModel, to model: DataModel, _ migration: ModelMigration, in database: Database
  ) throws -> Bool {
    let plan = MigrationPlan(from: former, to: model, migration)
    if !plan.problems.isEmpty { throw MigrationFailure(problems: plan.problems) }
    let (before, after) = (SchemaMaker(former), SchemaMaker(model))
    if migration.changes.isEmpty, migration.memberNames.isEmpty, migration.entityNames.isEmpty,
      try before.tables() == after.tables()
    {
      try change(before.indexes, to: after.indexes, in: database)
      try ModelTable.replace(model.jsonText(), in: database)
      return true
    }
    var run = MigrationRun(plan, migration, database)
    try run.run()
    return true
  }

  /// Drops and creates indexes. The tables stay.
  private func change(
    _ former: [SchemaMaker.Index], to indexes: [SchemaMaker.Index], in database: Database
  ) throws {
    for index in former where !indexes.contains(index) {
      try database.execute(sql: "DROP INDEX IF EXISTS \(index.name.quotedIdentifier)")
    }
    for index in indexes where !former.contains(index) {
      do {
        try database.execute(sql: index.sql)
      } catch let error as DatabaseError {
        let kind = error.resultCode == .SQLITE_CONSTRAINT ? MigrationProblem.Kind.refused : .otherTables
        let message = "the index “\(index.name)” cannot be made: \(StorageRefusal(error).message)"
        throw MigrationFailure(problems: [MigrationProblem(place: index.table, kind: kind, message: message)])
      }
    }
  }
}
