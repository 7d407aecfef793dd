import PredicateValues

/// What a database holds, in the words of whoever asks: entities with attributes and relationships, and how each is stored.
///
/// A model is plain data. Build one in code, read it from a file or from a database's schema, and call ``validate()`` before it is
/// used: the look-ups never fail on a broken model, they only find less.
public struct DataModel: Sendable {
  /// The entities in the order they were declared.
  public let entities: [Entity]

  /// A model of these entities. Nothing is checked here; see ``validate()``.
  public init(entities: [Entity]) {
    self.entities = entities
  }

  /// The entity of that name, compared by scalars; nil where there is none. Linear in the number of entities.
  public func entity(named name: String) -> Entity? {
    entities.first { $0.name.hasSameScalars(as: name) }
  }

  /// The names of all entities, in order: for suggestions.
  public var entityNames: [String] { entities.map(\.name) }

  /// The entity at the other end of a relationship; nil only in a model that does not validate.
  public func destination(of relationship: Relationship) -> Entity? {
    entity(named: relationship.destination)
  }

  /// The same relationship seen from the other end; nil where none is declared.
  public func inverse(of relationship: Relationship) -> Relationship? {
    guard let name = relationship.inverse else { return nil }
    return destination(of: relationship)?.relationship(named: name)
  }
}
