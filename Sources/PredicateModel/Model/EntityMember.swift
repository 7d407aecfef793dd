import PredicateValues

/// What a name of an entity stands for, and all that a binder needs to know of it.
public enum EntityMember: Sendable {
  /// A value.
  case attribute(Attribute)
  /// Another object, or many.
  case relationship(Relationship)

  /// The name in predicates.
  public var name: String {
    switch self {
    case .attribute(let attribute): attribute.name
    case .relationship(let relationship): relationship.name
    }
  }

  /// The type of the value, or of one of the values where there are many.
  public var elementType: QueryType {
    switch self {
    case .attribute(let attribute): attribute.type
    case .relationship(let relationship): .object(relationship.destination)
    }
  }

  /// Whether the member is a collection.
  public var isToMany: Bool {
    if case .relationship(let relationship) = self { relationship.cardinality == .toMany } else { false }
  }

  /// Whether a row may read as nil here: see ``Attribute/mayBeNil`` and ``Relationship/mayBeNil``.
  public var mayBeNil: Bool {
    switch self {
    case .attribute(let attribute): attribute.mayBeNil
    case .relationship(let relationship): relationship.mayBeNil
    }
  }
}
