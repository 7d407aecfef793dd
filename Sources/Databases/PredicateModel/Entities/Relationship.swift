import PredicateValues

/// A way from the objects of one entity to those of another (or of the same).
public struct Relationship: Sendable {
  /// How many objects are at the other end.
  public enum Cardinality: String, Sendable, Codable {
    /// One, or none.
    case toOne
    /// Any number, by key, or in an order of their own (``Relationship/orderColumn``).
    case toMany
  }

  /// What predicates call it.
  public package(set) var name: String
  /// The entity at the other end.
  public package(set) var destination: String
  /// What the other end calls the same relationship; nil where it has no name there.
  public package(set) var inverse: String?
  /// One or many.
  public package(set) var cardinality: Cardinality
  /// Whether the model allows that there is no object. A to-many relationship is empty then, never nil.
  public package(set) var isOptional: Bool
  /// What becomes of the other end when an object of this end is deleted.
  public package(set) var deleteRule: DeleteRule
  /// Which columns hold it.
  public package(set) var storage: RelationshipStorage
  /// Whether it is proven that every key that is set has its row: foreign keys were enforced. Where it is not, a dangling key
  /// reads as nil.
  public package(set) var isTrusted: Bool
  /// The columns whose values the foreign key holds, where they are not those of the key (``EntityKey/columns``) of the entity that
  /// it leads to: `country_code REFERENCES country (code)`. Both ends of a relationship say the same. Nil for a table of pairs.
  public package(set) var referencedColumns: [String]?
  /// Whether no schema declares it: it was made out from the names of columns.
  public package(set) var isGuessed: Bool
  /// How many objects there must be at least.
  public package(set) var minimumCount: Int
  /// How many objects there may be at most; nil for any number.
  public package(set) var maximumCount: Int?
  /// The column of whole numbers that keeps the place of each object of an ordered to-many relationship; nil where the objects have no
  /// order but their keys. It lies beside the foreign key: in the destination's table, or in the table of pairs.
  ///
  ///     Relationship(
  ///       name: "songs", destination: "Song", inverse: "album", cardinality: .toMany,
  ///       storage: .foreignKeyOfDestination("album_id"), orderColumn: "songs_position")
  ///
  /// Objects of the same place come by key, and objects without one (the column holds no whole number) come first.
  public package(set) var orderColumn: String?
  /// Values that programs keep with the relationship: texts, numbers and booleans by their names. The library gives them no meaning.
  public package(set) var userInfo: QueryDictionary

  /// Whether the objects have an order of their own.
  public var isOrdered: Bool { orderColumn != nil }

  /// A relationship.
  public init(
    name: String, destination: String, inverse: String?, cardinality: Cardinality, isOptional: Bool = true,
    deleteRule: DeleteRule = .nullify, storage: RelationshipStorage, isTrusted: Bool = false,
    referencedColumns: [String]? = nil, isGuessed: Bool = false, minimumCount: Int = 0, maximumCount: Int? = nil,
    orderColumn: String? = nil, userInfo: QueryDictionary = QueryDictionary()
  ) {
    self.name = name
    self.destination = destination
    self.inverse = inverse
    self.cardinality = cardinality
    self.isOptional = isOptional
    self.deleteRule = deleteRule
    self.storage = storage
    self.isTrusted = isTrusted
    self.referencedColumns = referencedColumns
    self.isGuessed = isGuessed
    self.minimumCount = minimumCount
    self.maximumCount = maximumCount
    self.orderColumn = orderColumn
    self.userInfo = userInfo
  }

  /// Whether there may be no object at the other end of a to-one relationship. Never so of a to-many one, which is empty.
  public var mayBeNil: Bool {
    guard cardinality == .toOne else { return false }
    // Of a key on the other side nothing can be promised: no constraint makes a row exist there.
    guard case .foreignKey = storage else { return true }
    return isOptional || !isTrusted
  }
}

/// What becomes of the objects at the other end of a relationship when an object of this end is deleted.
public enum DeleteRule: String, Sendable, Codable, CaseIterable {
  /// They forget the deleted object.
  case nullify
  /// They are deleted too.
  case cascade
  /// The object cannot be deleted while there are any.
  case deny
  /// They are left as they are, with a key that leads nowhere.
  case noAction
}
