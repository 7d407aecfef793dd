import Foundation
import GRDB
import PredicateModel
import PredicateSQLite
import PredicateSyntax

/// One of several stores of a context: a file, and the entities whose objects it stores.
///
///     let context = try ObjectContext(stores: [
///       StorePart(path: "films.sqlite", classes: [Movie.self, Friend.self]),
///       StorePart(path: "reviews.sqlite", classes: [Review.self]),
///     ])
///
/// Relationships stay within a store. A fetched property can fetch objects of another store:
///
///     @Fetched("filmTitle == $FETCH_SOURCE.title", sortedBy: "date") var reviews: [Review]
public struct StorePart: Sendable {
  /// The path of the SQLite file; nil for memory.
  public let path: String?
  /// The classes whose objects are in this store.
  public let classes: [StoredObject.Type]

  /// A store for the objects of some classes.
  public init(path: String?, classes: [StoredObject.Type]) {
    self.path = path
    self.classes = classes
  }

  /// The part of a model for this store: the store's entities without fetched properties of other stores' objects, and no fetch templates.
  ///
  /// The file of the store contains this model. A file of former classes can be migrated to it before the file is opened:
  ///
  ///     let model = try DataModel(classes: [Movie.self, Friend.self, Review.self])
  ///     try PredicateDatabase.migrate(path: "films.sqlite", to: films.model(in: model))
  ///
  /// - Throws: ``StoreIssue``: `unknown-entity`; `unchangeable` if a relationship or a parent is in another store.
  public func model(in whole: DataModel) throws -> DataModel {
    let names = classes.map(\.entityName)
    func isOwn(_ name: String) -> Bool { names.contains { $0.hasSameScalars(as: name) } }
    let entities = try names.map { name in
      guard let entity = whole.entity(named: name), entity.name.hasSameScalars(as: name) else {
        throw StoreIssue(.unknownEntity, "the model has no entity “\(name)”")
      }
      if let parent = entity.parent, !isOwn(parent) {
        throw StoreIssue(.unchangeable, "\(name) cannot inherit from \(parent), which is in another store")
      }
      let own = entity.declared
      for relationship in own.relationships where !isOwn(relationship.destination) {
        let end = relationship.destination
        throw StoreIssue(
          .unchangeable,
          "the relationship \(name).\(relationship.name) cannot lead to \(end), which is in another store. A fetched property can lead there"
        )
      }
      return own.with { parts in
        parts.fetchedProperties.removeAll { !isOwn($0.destination) }
        parts.entityNumber = nil
      }
    }
    let model = DataModel(entities: entities)
    try model.validate()
    return model
  }
}

/// Several stores in one context.
extension ObjectContext {
  /// A context over several stores, each with the objects of some classes. Missing files are created.
  ///
  /// Fetches, changes, undoing and saving cover all stores. A save is one transaction: SQLite writes all files or none, even if the process ends in
  /// the middle. SQLite cannot do so for files with a write-ahead log, so opening removes the log. If another process has such a file open, the error
  /// is a `DatabaseIssue` `locked`. If one of the stores is in memory, after a power failure some files may have the save and others may not. Each
  /// file is consistent.
  ///
  ///     let context = try ObjectContext(stores: [
  ///       StorePart(path: "films.sqlite", classes: [Movie.self, Friend.self]),
  ///       StorePart(path: "reviews.sqlite", classes: [Review.self]),
  ///     ])
  ///
  /// `move(to:kind:)` moves all objects into one store.
  ///
  /// - Parameters:
  ///   - stores: The stores. One of them may be memory; SQLite attaches at most ten files.
  ///   - fetchTemplates: Named fetches of entities of any store.
  /// - Throws: The errors of ``DataModel/init(classes:fetchTemplates:)`` and ``StorePart/model(in:)``; ``StoreIssue``: `class-mismatch` if
  ///   two stores have one class, or a file contains no model; a `DatabaseIssue`: `unusableSchema` if a file has no column for a property,
  ///   or has a table of another store's name.
  public convenience init(
    stores: [StorePart], fetchTemplates: [FetchTemplate] = [], conflicts: ConflictPolicy = .fail
  ) throws {
    let classes = stores.flatMap(\.classes)
    for (index, type) in classes.enumerated() where classes[..<index].contains(where: { $0 == type }) {
      throw StoreIssue(.classMismatch, "\(type) is in two stores")
    }
    guard stores.count(where: { $0.path == nil }) <= 1 else {
      throw StoreIssue(.unchangeable, "only one of the stores can be in memory")
    }
    let model = try DataModel(classes: classes, fetchTemplates: fetchTemplates)
    let parts = try stores.map { (path: $0.path, model: try $0.model(in: model)) }
    let database = try JoinedStores(parts).open(as: model)
    try self.init(database, classes: classes, conflicts: conflicts)
  }
}

/// Several SQLite databases on one connection.
private struct JoinedStores {
  /// The stores. The first one is the main database: the store in memory, if there is one.
  private let parts: [(path: String?, model: DataModel)]

  init(_ parts: [(path: String?, model: DataModel)]) {
    self.parts = parts.filter { $0.path == nil } + parts.filter { $0.path != nil }
  }

  func open(as model: DataModel) throws -> PredicateDatabase {
    guard let main = parts.first else { throw StoreIssue(.unknownEntity, "there are no stores") }
    for case (let path?, let part) in parts {
      if !FileManager.default.fileExists(atPath: path) { _ = try PredicateDatabase.make(path: path, model: part) }
      let database = try PredicateDatabase.open(path: path, isReadOnly: false, model: part)
      try database.checkCarriesModel()
      try database.endLog()
    }
    let name = parts.map { $0.path ?? "memory" }.joined(separator: " + ")
    do {
      var configuration = PredicateDatabase.defaultConfiguration
      let paths = parts.dropFirst().compactMap(\.path)
      configuration.prepareDatabase { connection in
        for (number, path) in paths.enumerated() {
          try connection.execute(sql: "ATTACH ? AS \("store\(number + 1)".quotedIdentifier)", arguments: [path])
        }
      }
      let queue: DatabaseQueue
      if let path = main.path {
        queue = try DatabaseQueue(path: path, configuration: configuration)
      } else {
        queue = try PredicateDatabase.memory(main.model, configuration)
      }
      try queue.read { try checkNames(in: $0) }
      return try PredicateDatabase(name: name, queue: queue, file: .whole(model))
    } catch let error as DatabaseError {
      throw DatabaseIssue(error, path: name)
    }
  }

  /// Checks that no two stores have a table of the same name: a statement does not name the store, so SQLite would use the first such table.
  private func checkNames(in database: Database) throws {
    for (part, schema) in zip(parts, try SchemaReader.schemas(of: database)) {
      for table in StoreTables(part.model).names {
        for (other, owner) in zip(try SchemaReader.schemas(of: database), parts) where other != schema {
          let found = try Int64.fetchOne(
            database, sql: "SELECT 1 FROM \(other.quotedIdentifier).sqlite_schema WHERE name = ? COLLATE NOCASE",
            arguments: [table])
          if found != nil {
            let names = (owner.path ?? "memory", part.path ?? "memory")
            throw DatabaseIssue(.unusableSchema, "“\(names.0)” and “\(names.1)” must not both have a table “\(table)”")
          }
        }
      }
    }
  }
}
