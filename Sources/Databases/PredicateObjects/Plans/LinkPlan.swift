import PredicateDatabases
import PredicateModel

/// A relationship of an entity, and its storage. It is a class, because each change of an object uses the entity's relationships.
final class LinkPlan: Sendable {
  /// Where the references to the objects at the other end are stored.
  enum Storage: Sendable, Equatable {
    /// In a foreign key of the object's own record.
    case reference(Int)
    /// In a foreign key of the records at the other end.
    case referencedBy(Int)
    /// In a join table. The object is the source or the destination of its pairs.
    case pairs(table: Int, isSource: Bool)
    /// Objects cannot read the relationship: a column of the key is not an attribute, or refers to two tables.
    case unusable

    /// The table of pairs; nil for any other storage.
    var table: Int? { if case .pairs(let table, _) = self { table } else { nil } }
  }

  let relationship: Relationship
  /// The position of the entity at the other end.
  let destination: Int
  let storage: Storage
  /// The position of the inverse among the relationships of the entity at the other end; nil if there is none.
  let inverse: Int?

  let isToMany: Bool
  /// Whether the relationship keeps an order of its objects.
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

struct ForeignKeyPlace: Hashable {
  let entity: Int
  /// The index of the foreign key in its records.
  let slot: Int
}

/// The columns by which a table refers to the objects of an entity.
struct EndKey: Sendable {
  let reference: KeyReference
  /// The attributes of the referenced entity whose values the columns repeat. Empty if the column contains an integer that is not the value of an attribute.
  private(set) var attributes: [Int]

  /// Nil if an attribute is missing.
  init?(_ columns: [String], to entity: Entity, _ key: RecordKey, referenced: [String]? = nil) {
    let names = referenced ?? entity.key.columns
    guard !columns.isEmpty, columns.count == names.count else { return nil }
    reference = KeyReference(columns: columns, referenced: names, target: key)
    if reference.isDirect {
      attributes = []
      return
    }
    attributes = names.compactMap { name in entity.attributes.firstIndex { $0.column.isSameSQLName(as: name) } }
    if attributes.count != names.count { return nil }
  }

  /// The same key, with the attribute that shows the integer key at the other end; nil if no attribute does.
  func withAttribute(of entity: Entity) -> EndKey? {
    let found = reference.referenced.compactMap { name in
      entity.attributes.firstIndex { $0.column.isSameSQLName(as: name) }
    }
    guard found.count == reference.referenced.count else { return nil }
    var copy = self
    copy.attributes = found
    return copy
  }
}

/// A table of pairs, whose columns hold the keys of two entities.
struct PairTable: Sendable {
  let table: String
  /// The foreign keys to the source and to the destination.
  let sourceKey: EndKey
  let destinationKey: EndKey
  let source: Int
  let destination: Int
  /// The entity whose objects are the rows of the table; nil if the table has only pairs. If there is one, pairs are inserted and deleted as objects
  /// of this entity, so that the relationship and the entity agree.
  private(set) var rows: Rows?
  /// Whether the table has each pair in both directions, because the relationship is its own inverse.
  let isSymmetric: Bool
  /// The columns besides those of the two keys. When a pair is removed, their values are stored so that undoing can restore them.
  private(set) var furtherColumns: [String]
  /// The column with the position of the destination in the source's list; nil for a list without an order.
  private(set) var sourceOrderColumn: String?
  /// The column with the position of the source in the destination's list; nil for a list without an order.
  private(set) var destinationOrderColumn: String?

  /// An entity whose objects are pairs.
  struct Rows: Sendable {
    let entity: Int
    /// The entity's foreign keys to the source and to the destination.
    let source: Int
    let destination: Int

    func slot(ofSource isSource: Bool) -> Int { isSource ? source : destination }
  }

  /// Treats the objects of an entity as the pairs, unless an end has an order or the relationship is symmetric.
  mutating func keep(in rows: Rows) { if !isOrdered, !isSymmetric { self.rows = rows } }

  /// The first columns of the foreign keys. Integer keys have only these.
  var sourceColumn: String { sourceKey.reference.columns[0] }
  var destinationColumn: String { destinationKey.reference.columns[0] }

  var keyColumns: [String] { sourceKey.reference.columns + destinationKey.reference.columns }

  /// Whether both foreign keys contain integer keys.
  var isDirect: Bool { sourceKey.reference.isDirect && destinationKey.reference.isDirect }

  /// The table seen from one end.
  func selection(ofSource isSource: Bool) -> PairSelection {
    PairSelection(
      table: table, owner: (isSource ? sourceKey : destinationKey).reference,
      member: (isSource ? destinationKey : sourceKey).reference, place: orderColumn(ofSource: isSource))
  }

  /// The column that keeps the order of one end's list.
  func orderColumn(ofSource isSource: Bool) -> String? { isSource ? sourceOrderColumn : destinationOrderColumn }

  /// Whether one of the ends has an order.
  var isOrdered: Bool { sourceOrderColumn != nil || destinationOrderColumn != nil }

  var orderColumns: [String] { [sourceOrderColumn, destinationOrderColumn].compactMap { $0 } }

  /// Sets the column that stores the order of one end's list.
  mutating func keepOrder(in column: String?, ofSource isSource: Bool) {
    guard let column else { return }
    if isSource { sourceOrderColumn = column } else { destinationOrderColumn = column }
    furtherColumns.removeAll { $0.isSameSQLName(as: column) }
  }
}
