import PredicateModel

/// A relationship of an entity, and where it is stored. A class, since each change of an object goes through its links.
final class LinkPlan: Sendable {
  /// Where the objects at the other end are found.
  enum Storage: Sendable, Equatable {
    /// In a foreign key of the object's own record.
    case reference(Int)
    /// In a foreign key of the records at the other end.
    case referencedBy(Int)
    /// In a table of pairs, in which the object is the source or the destination.
    case pairs(table: Int, isSource: Bool)
    /// In a way that objects are not read through: keys of several columns, or of other columns than the primary key.
    case unusable

    /// The table of pairs; nil for any other storage.
    var table: Int? { if case .pairs(let table, _) = self { table } else { nil } }
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

/// A foreign key of an entity.
struct ForeignKeyPlace: Hashable {
  /// The position of the entity.
  let entity: Int
  /// The place of the foreign key in its records.
  let slot: Int
}

/// A table of pairs, whose columns hold the keys of two entities.
struct PairTable: Sendable {
  let table: String
  let sourceColumn: String
  let destinationColumn: String
  /// The positions of the entities.
  let source: Int
  let destination: Int
  /// Whether each pair stands in the table both ways: the relationship is its own inverse.
  let isSymmetric: Bool
  /// The columns beside the two that hold values of their own. Those of a pair that is taken away are kept for its return.
  private(set) var furtherColumns: [String]
  /// The column that keeps the place of the destination in the source's list; nil where that has no order.
  private(set) var sourceOrderColumn: String?
  /// The same of the source in the destination's list.
  private(set) var destinationOrderColumn: String?

  /// The columns that hold the keys.
  var keyColumns: [String] { [sourceColumn, destinationColumn] }

  /// The column that keeps the order of one end's list.
  func orderColumn(ofSource isSource: Bool) -> String? { isSource ? sourceOrderColumn : destinationOrderColumn }

  /// Whether one of the ends has an order.
  var isOrdered: Bool { sourceOrderColumn != nil || destinationOrderColumn != nil }

  /// The columns that keep orders.
  var orderColumns: [String] { [sourceOrderColumn, destinationOrderColumn].compactMap { $0 } }

  /// Keeps the order of one end's list in a column.
  mutating func keepOrder(in column: String?, ofSource isSource: Bool) {
    guard let column else { return }
    if isSource { sourceOrderColumn = column } else { destinationOrderColumn = column }
    furtherColumns.removeAll { $0.isSameSQLName(as: column) }
  }
}
