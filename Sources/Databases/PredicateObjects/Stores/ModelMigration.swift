import PredicateModel
import PredicateValues

/// The differences between two versions of a model that cannot be inferred from names: renamed and removed entities and properties, and closures that
/// compute new values.
///
///     let migration = ModelMigration()
///       .renaming("Movie.name", to: "title")
///       .removing("Movie.shelf")
///       .changing("Movie") { movie in movie["minutes"] = .integer(90) }
///     let context = try ObjectContext(path: path, classes: classes, migration: migration)
///
/// All other differences are found by comparing names. Properties with the same name are the same property, even if their position, optionality or
/// cardinality differs. A new attribute gets its default value. If a property or an entity was removed and a similar one was added, the migration
/// must declare a renaming or a removal.
public struct ModelMigration: Sendable {
  /// A member of an entity of the former model.
  struct MemberName: Sendable {
    let entity: String
    let name: String

    /// `Movie.title`; nil if the text has no point.
    init?(_ path: String) {
      guard let point = path.firstIndex(of: ".") else { return nil }
      entity = String(path[..<point])
      name = String(path[path.index(after: point)...])
    }
  }

  private(set) var entityNames: [(former: String, new: String)] = []
  private(set) var memberNames: [(former: MemberName, new: String)] = []
  private(set) var removedEntities: [String] = []
  private(set) var removedMembers: [MemberName] = []
  private(set) var changes: [(entity: String, body: @Sendable (inout MigratedObject) throws -> Void)] = []

  /// The migrations of the earlier steps, each with the model that its step ends with.
  private(set) var earlier: [(model: DataModel, migration: ModelMigration)] = []

  /// A migration without declarations. All changes are inferred from the names.
  public init() {}

  /// Declares a new name of an entity.
  ///
  ///     ModelMigration().renaming(entity: "Film", to: "Movie")
  public func renaming(entity former: String, to name: String) -> ModelMigration {
    var changed = self
    changed.entityNames.append((former, name))
    return changed
  }

  /// Declares a new name of an attribute or relationship.
  ///
  ///     ModelMigration().renaming("Movie.name", to: "title")
  ///
  /// - Parameter former: The former entity and the former name, with a point between them. Text without a point renames nothing.
  public func renaming(_ former: String, to name: String) -> ModelMigration {
    var changed = self
    if let member = MemberName(former) { changed.memberNames.append((member, name)) }
    return changed
  }

  /// Declares that an attribute, a relationship or an entity is removed with its values. Its values are not used for a new part with a similar name.
  ///
  ///     ModelMigration().removing("Movie.shelf").removing("Shelf")
  public func removing(_ former: String) -> ModelMigration {
    var changed = self
    if let member = MemberName(former) {
      changed.removedMembers.append(member)
    } else {
      changed.removedEntities.append(former)
    }
    return changed
  }

  /// Declares a closure that computes attributes of an entity. It runs for each object, also for objects of entities that inherit from it.
  ///
  ///     ModelMigration().changing("Movie") { movie in
  ///       if case .string(let text)? = movie.former["year"] { movie["year"] = Int64(text).map { .integer($0) } ?? .null }
  ///     }
  ///
  /// - Parameter entity: The name in the new model.
  public func changing(
    _ entity: String, _ body: @escaping @Sendable (inout MigratedObject) throws -> Void
  ) -> ModelMigration {
    var changed = self
    changed.changes.append((entity, body))
    return changed
  }

  /// Ends a step of a chain: everything declared so far leads to this version of the model. Later declarations continue from this version.
  ///
  ///     let migration = ModelMigration()
  ///       .renaming("Movie.name", to: "title")
  ///       .reaching(version2)                     // version 1 to version 2
  ///       .removing("Movie.shelf")                // version 2 to the classes of today
  ///     let context = try ObjectContext(path: path, classes: classes, migration: migration)
  ///
  /// A file runs only the steps after its version. In the example a file of version 2 runs only the last step. A file whose model is none of the
  /// versions is treated as a file of the first version. All steps are one transaction.
  ///
  /// The former classes no longer exist, so a version is a text in the application: `try DataModel(jsonText: text)`. `try DataModel(classes:
  /// classes).jsonText()` returns this text when the version is released; the file contains the same text.
  public func reaching(_ version: DataModel) -> ModelMigration {
    var step = self
    step.earlier = []
    var next = ModelMigration()
    next.earlier = earlier + [(version, step)]
    return next
  }

  /// The closures for objects of an entity with the given ancestors, in the order of their declaration.
  func bodies(for line: [String]) -> [(inout MigratedObject) throws -> Void] {
    changes.filter { change in line.contains { $0.hasSameScalars(as: change.entity) } }.map(\.body)
  }
}

/// An object during a migration: its former and its new values.
public struct MigratedObject {
  /// The entity in the new model.
  public let entity: String
  /// The key of its row, which does not change.
  public let key: Int64
  /// The values of its attributes by their former names.
  public let former: [String: QueryValue]
  /// The values of its attributes by their new names.
  private(set) var values: [String: QueryValue]

  /// The value of an attribute of the new model; `.null` if it has none.
  public subscript(name: String) -> QueryValue {
    get { values[name] ?? .null }
    set { values[name] = newValue }
  }
}
