import PredicateModel
import PredicateSyntax

/// One of several stores of a context: a file, and the entities whose objects it keeps.
///
///     let context = try ObjectContext(stores: [
///       StorePart(path: "films.sqlite", classes: [Movie.self, Friend.self]),
///       StorePart(path: "reviews.sqlite", classes: [Review.self]),
///     ])
///
/// Relationships stay within a store. Fetched properties lead from one into another:
///
///     @Fetched("filmTitle == $FETCH_SOURCE.title", sortedBy: "date") var reviews: [Review]
public struct StorePart: Sendable {
  /// The file, an SQLite database; nil for memory.
  public let path: String?
  /// The classes whose objects the store keeps.
  public let classes: [StoredObject.Type]

  /// A store for the objects of some classes.
  public init(path: String?, classes: [StoredObject.Type]) {
    self.path = path
    self.classes = classes
  }

  /// The part of a model that the store keeps: its entities without the fetched properties that lead into other stores, and no fetch templates.
  ///
  /// The file carries it. A file of former classes is brought to it before it is opened:
  ///
  ///     let model = try DataModel(classes: [Movie.self, Friend.self, Review.self])
  ///     try PredicateDatabase.migrate(path: "films.sqlite", to: films.model(in: model))
  ///
  /// - Throws: ``StoreIssue``: `unknown-entity`; `unchangeable` where a relationship or a parent is in another store.
  public func model(in whole: DataModel) throws -> DataModel {
    let names = classes.map(\.entityName)
    func isOwn(_ name: String) -> Bool { names.contains { $0.hasSameScalars(as: name) } }
    let entities = try names.map { name in
      guard let entity = whole.entity(named: name), entity.name.hasSameScalars(as: name) else {
        throw StoreIssue(.unknownEntity, "the model has no entity “\(name)”")
      }
      if let parent = entity.parent, !isOwn(parent) {
        throw StoreIssue(.unchangeable, "\(name) inherits from \(parent), which is in another store")
      }
      let own = entity.declared
      for relationship in own.relationships where !isOwn(relationship.destination) {
        let end = relationship.destination
        throw StoreIssue(
          .unchangeable,
          "\(name).\(relationship.name) leads to \(end), which is in another store: a fetched property can")
      }
      return Entity(
        name: own.name, table: own.table, key: own.key, attributes: own.attributes, relationships: own.relationships,
        isReadOnly: own.isReadOnly, validations: own.validations, uniqueness: own.uniqueness,
        fetchedProperties: own.fetchedProperties.filter { isOwn($0.destination) }, parent: own.parent,
        isAbstract: own.isAbstract, entityColumn: own.entityColumn, userInfo: own.userInfo)
    }
    let model = DataModel(entities: entities)
    try model.validate()
    return model
  }
}
