import Foundation
import GRDB
import PredicateDatabases
import PredicateModel
import PredicateSQLite

/// Stores of any kind as databases.
extension PredicateDatabase {
  /// Opens a store, or creates it if the file does not exist.
  ///
  ///     let database = try PredicateDatabase.store(path: "films.json", kind: .json, model: model)
  ///     let context = try ObjectContext(database, classes: [Movie.self])
  ///
  /// A store that is written as a whole is a database in memory. When a context saves, the rows are written to the file. Rows that SQL writes to the
  /// database reach the file with the next save of a context.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - kind: The format of the file.
  ///   - model: The model; nil for the one that the file contains.
  ///   - migration: Migrates a file that was made for a former model. Nil opens the file unchanged.
  ///   - configuration: The options of the connection, for GRDB.
  /// - Throws: ``DatabaseIssue``: `damaged` with the place in the file, `notADatabase` for a file of another kind, `unusableSchema`,
  ///   `fileMissing` without a model; ``MigrationFailure``; the errors of ``make(path:model:configuration:)``.
  public static func store(
    path: String, kind: StoreKind, model: DataModel? = nil, migration: ModelMigration? = nil,
    configuration: Configuration = PredicateDatabase.defaultConfiguration
  ) throws -> PredicateDatabase {
    if let model, !FileManager.default.fileExists(atPath: path) {
      guard let format = kind.format else { return try make(path: path, model: model, configuration: configuration) }
      return try WholeStore.make(path: path, format, model, memory(model, configuration))
    }
    guard let format = kind.format else {
      if let model, let migration {
        try migrate(path: path, to: model, by: migration, configuration: configuration)
      }
      return try open(path: path, isReadOnly: false, model: model, configuration: configuration)
    }
    var migrate: ((Database) throws -> Bool)?
    if let model, let migration { migrate = { try ModelChange(model, migration, path).run(on: $0) } }
    return try WholeStore.open(path: path, format, model, migrate, configuration)
  }

  /// Copies all objects into a new store: another file, perhaps of another kind, or memory. Objects keep their keys.
  ///
  ///     let copy = try database.copy(to: "films.json", kind: .json)
  ///
  /// Only saved objects are copied. The new store has only the tables of the model, and no other tables, triggers and indexes.
  ///
  /// - Parameter path: The file, which must not exist; nil for memory. It appears when it is complete.
  /// - Throws: ``DatabaseIssue``: `fileExists`, and `failed` with the table if the tables of the model do not accept its rows; the errors of
  ///   ``make(path:model:configuration:)``.
  public func copy(
    to path: String?, kind: StoreKind = .sqlite,
    configuration: Configuration = PredicateDatabase.defaultConfiguration
  ) throws -> PredicateDatabase {
    if let path, FileManager.default.fileExists(atPath: path) {
      throw DatabaseIssue(.fileExists, "there is a file “\(path)” already")
    }
    let contents: StoreContents
    let empty = try Self.memory(model, configuration)
    do {
      // Only the columns of the new tables are read, because the former tables may have further columns.
      let columns = try empty.read { try StoreTables(model).columns(in: $0) }
      contents = try reader.read { try StoreTables(model).contents(of: $0, columns) }
    } catch let error as DatabaseError {
      throw DatabaseIssue(error, path: name)
    }
    func fill(_ writer: any DatabaseWriter) throws {
      do {
        try writer.write { try StoreTables(model).replace(by: contents, in: $0) }
      } catch let damage as StoreFileDamage {
        throw DatabaseIssue(.failed, "“\(name)” cannot be copied, because of \(damage.place): \(damage.message)")
      }
    }
    guard let path else {
      try fill(empty)
      return try PredicateDatabase(name: "memory", queue: empty, file: .whole(model))
    }
    if let format = kind.format {
      try fill(empty)
      return try WholeStore.make(path: path, format, model, empty)
    }
    let file = StoreFile(path)
    let new = file.temporaryPath
    do {
      let made = try Self.make(path: new, model: model, configuration: configuration)
      guard let writer = made.writer else { throw DatabaseIssue(.failed, "“\(new)” cannot be written") }
      try fill(writer)
      try writer.close()
    } catch {
      // If removing the unfinished file fails, this is ignored, because the first error is more important.
      try? FileManager.default.removeItem(atPath: new)
      throw error
    }
    try file.publish(new)
    return try Self.open(path: path, isReadOnly: false, model: model, configuration: configuration)
  }
}

extension PredicateDatabase {
  /// Creates a database for a model: a new file, or a database in memory. The file contains its model.
  ///
  ///     let database = try PredicateDatabase.make(path: "films.sqlite", model: model)
  ///     let context = try ObjectContext(database, classes: [Movie.self])
  ///
  /// - Parameter path: The file, which must not exist; nil for a database in memory.
  /// - Throws: ``DatabaseIssue``: `fileExists`, `unusableSchema` if the model does not validate, or an error of SQLite; ``StoreIssue`` `unchangeable`
  ///   if no table can be made for a key of the model.
  public static func make(
    path: String? = nil, model: DataModel, configuration: Configuration = PredicateDatabase.defaultConfiguration
  ) throws -> PredicateDatabase {
    let name = path ?? "memory"
    do {
      try model.validate()
      guard let path else {
        return try PredicateDatabase(name: name, queue: memory(model, configuration), file: .whole(model))
      }
      let schema = try Schema(model)
      guard !FileManager.default.fileExists(atPath: path) else {
        throw DatabaseIssue(.fileExists, "there is a file “\(path)” already")
      }
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      try schema.write(to: queue)
      return try PredicateDatabase(name: name, queue: queue, file: .whole(model))
    } catch let error as DatabaseError {
      throw DatabaseIssue(error, path: name)
    } catch let issue as ModelIssue {
      throw DatabaseIssue(.unusableSchema, "“\(name)”: \(issue)")
    }
  }

  /// Throws a `class-mismatch` if the database contains no model. Throws a ``DatabaseIssue`` if it cannot be read, for example while another process
  /// has locked its file.
  func checkCarriesModel() throws {
    let text = try DatabaseIssue.convertingErrors(path: name) { try reader.read { try ModelTable.text(in: $0) } }
    if text == nil {
      throw StoreIssue(
        .classMismatch, "“\(name)” does not contain a model, because it was not created for stored objects")
    }
  }

  /// Gives a new file a write-ahead log. If another process has opened the file already, its journal mode does not change.
  func beginLog() throws {
    do {
      try writer?.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = WAL") }
    } catch let error as DatabaseError {
      if error.resultCode != .SQLITE_BUSY { throw DatabaseIssue(error, path: name) }
    }
  }

  /// Replaces the write-ahead log of a file that was made for objects by a rollback journal.
  func endLog() throws {
    try DatabaseIssue.convertingErrors(path: name) {
      try writer?.writeWithoutTransaction { connection in
        guard try String.fetchOne(connection, sql: "PRAGMA journal_mode") == "wal" else { return }
        try connection.execute(sql: "PRAGMA journal_mode = DELETE")
      }
    }
  }

  /// A database in memory with the tables of a model.
  static func memory(_ model: DataModel, _ configuration: Configuration) throws -> DatabaseQueue {
    let queue = try DatabaseQueue(configuration: configuration)
    try Schema(model).write(to: queue)
    return queue
  }

  /// The statements that create the tables of a model, and the model's text. They are computed before the file is created.
  private struct Schema {
    let statements: [String]
    let text: String

    init(_ model: DataModel) throws {
      statements = try SchemaMaker(model).statements()
      text = try model.jsonText()
    }

    func write(to queue: DatabaseQueue) throws {
      try queue.write { database in
        for statement in statements { try database.execute(sql: statement) }
        try ModelTable.write(text, to: database)
      }
    }
  }
}

/// Migrates a file to another version of its model.
extension PredicateDatabase {
  /// Migrates a file that was made for a former version of a model: its tables, their objects, and the model that the file contains.
  ///
  ///     try PredicateDatabase.migrate(path: "films.sqlite", to: model, by: ModelMigration().renaming("Movie.name", to: "title"))
  ///
  /// A migration can add, remove, rename and reorder attributes and entities. Optional attributes can become required if they have a default. Numbers
  /// and texts can get another type that represents them without loss. Relationships can change between to-one and to-many. All objects keep their
  /// keys. The migration is one transaction, so the file is unchanged if it fails. Indexes and triggers that other programs created on the tables
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
  /// - Throws: ``MigrationFailure`` with all problems; ``StoreIssue``: `class-mismatch` if the file contains no model; a `DatabaseIssue`; errors of a
  ///   closure of the migration.
  @discardableResult
  public static func migrate(
    path: String, to model: DataModel, by migration: ModelMigration = ModelMigration(),
    configuration: Configuration = PredicateDatabase.defaultConfiguration
  ) throws -> Bool {
    do {
      try model.validate()
      // `open` reports a missing file, so it is not checked here.
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
    // Foreign keys are only checked at the end. Renaming a table must not change the foreign keys, triggers and views of other tables.
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
      throw StoreIssue(
        .classMismatch, "“\(path)” does not contain a model, because it was not created for stored objects")
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
        let message = "the index “\(index.name)” cannot be created: \(StorageRefusal(error).message)"
        throw MigrationFailure(problems: [MigrationProblem(place: index.table, kind: kind, message: message)])
      }
    }
  }
}
