import Foundation
import PredicateModel
import PredicateSQLite

extension ObjectContext {
  /// A context over a file for the objects of classes. A missing file is created with the tables of the classes.
  ///
  ///     let context = try ObjectContext(path: "shop.sqlite", classes: [Customer.self, Order.self])
  ///     let scratch = try ObjectContext(classes: [Customer.self, Order.self])
  ///
  /// A file that is written as a whole is of another kind: `ObjectContext(path: "shop.json", kind: .json, classes: […])`.
  ///
  /// A new SQLite file has a write-ahead log, so other processes can read the file while one process saves. While the file is open, the files
  /// `FILE-wal` and `FILE-shm` exist. To copy such a file, close it or use ``PredicateDatabase/copy(to:kind:configuration:)``. The journal mode of an
  /// existing file stays unchanged.
  ///
  /// The tables of an existing file stay unchanged. Conditions, delete rules and fetched properties are those of the classes.
  ///
  /// - Parameters:
  ///   - path: The file; nil for a new database in memory.
  ///   - kind: The format of the file.
  ///   - fetchTemplates: Named fetches, which ``fetch(_:template:variables:batchSize:)`` runs.
  ///   - migration: Migrates a file that was made for former classes, before the file is opened. Nil opens the file unchanged.
  /// - Throws: The errors of ``DataModel/init(classes:)``; a `DatabaseIssue`: `unusableSchema` if the file has no column for a property;
  ///   ``StoreIssue`` `class-mismatch` if the file contains no model, so that the meaning of its columns is unknown. `PredicateDatabase.open(path:)`
  ///   opens such a file. With a migration, ``MigrationFailure``.
  public convenience init(
    path: String? = nil, kind: StoreKind = .sqlite, classes: [StoredObject.Type],
    fetchTemplates: [FetchTemplate] = [], migration: ModelMigration? = nil, conflicts: ConflictPolicy = .fail
  ) throws {
    let model = try DataModel(classes: classes, fetchTemplates: fetchTemplates)
    let database: PredicateDatabase
    if let path {
      let isNew = kind == .sqlite && !FileManager.default.fileExists(atPath: path)
      do {
        database = try PredicateDatabase.store(path: path, kind: kind, model: model, migration: migration)
      } catch let issue as DatabaseIssue where issue.kind == .unusableSchema && migration == nil && issue.hint == nil {
        throw DatabaseIssue(
          issue.kind, issue.message,
          hint: "if the file belongs to an earlier version of the classes, pass migration: ModelMigration()")
      }
      try database.checkCarriesModel()
      if isNew { try database.beginLog() }
    } else {
      database = try PredicateDatabase.make(path: path, model: model)
    }
    try self.init(database, classes: classes, conflicts: conflicts)
  }
}

/// Moving between stores.
extension ObjectContext {
  /// Moves all objects into a new store: another file, perhaps of another kind, or memory. The context uses the new store from then on.
  ///
  ///     try context.move(to: "films.sqlite", kind: .sqlite)   // of a JSON store that became too large
  ///
  /// Objects, their keys and their unsaved changes stay. The former file is not changed.
  ///
  /// - Parameter path: The file, which must not exist; nil for memory.
  /// - Throws: As ``PredicateDatabase/copy(to:kind:configuration:)``; ``StoreIssue`` `unchangeable` if tables of the former store compute columns or
  ///   have defaults or triggers. In these cases the context keeps the former store.
  public func move(to path: String?, kind: StoreKind = .sqlite) throws {
    for entity in plan.entities {
      let table = "“\(entity.entity.table)”"
      if let obstacle = entity.obstacle { throw StoreIssue(.unchangeable, "the objects cannot move: \(obstacle)") }
      guard entity.givenAttributes.isEmpty, entity.defaults.isEmpty, !entity.isOfCoreData else {
        throw StoreIssue(
          .unchangeable, "the objects cannot be moved, because \(table) has computed columns or its own default values")
      }
    }
    guard !plan.hasTriggers else {
      throw StoreIssue(.unchangeable, "the objects cannot be moved, because a table has triggers")
    }
    try refreshStore()
    use(try database.copy(to: path, kind: kind).inTimeZone(plan.model.timeZone))
  }
}
