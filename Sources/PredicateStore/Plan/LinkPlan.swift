import PredicateModel

/// A relationship of an entity, and where it is stored. A class, since each change of an object goes through its links.
final class LinkPlan: Sendable {
  /// Where the objects at the other end are found.
  enum Storage: Sendable {
    /// In a foreign key of the object's own record.
    case reference(Int)
    /// In a foreign key of the records at the other end.
    case referencedBy(Int)
    /// In a table of pairs, in which the object is the source or the destination.
    case pairs(table: Int, isSource: Bool)
    /// In a way that objects are not read through: keys of several columns, or of other columns than the primary key.
    case unusable
  }

  let relationship: Relationship
  /// The position of the entity at the other end.
  let destination: Int
  let storage: Storage
  /// The position of the inverse among the links of the entity at the other end; nil where there is none.
  let inverse: Int?

  let isToMany: Bool
  /// Whether the objects at the other end have an order of their own.
  let isOrdered: Bool

  init(relationship: Relationship, destination: Int, storage: Storage, inverse: Int?) {
    self.relationship = relationship
    self.destination = destination
    self.storage = storage
    self.inverse = inverse
    isToMany = relationship.cardinality == .toMany
    isOrdered = relationship.isOrdered
  }
}
