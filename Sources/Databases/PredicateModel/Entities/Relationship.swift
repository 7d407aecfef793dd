import PredicateValues

/// A reference from the objects of one entity to those of another entity, or of the same.
///
/// ```swift
/// Relationship(name: "borrower", destination: "Friend", inverse: "movies", cardinality: .toOne, storage: .foreignKey("borrower_id"))
/// ```
public struct Relationship: Sendable {
  /// The number of objects at the other end.
  public enum Cardinality: String, Sendable, Codable {
    /// One object, or none.
    case toOne
    /// Any number of objects, in the order of their keys or of ``Relationship/orderColumn``.
    case toMany
  }

  /// The name in predicates.
  public package(set) var name: String
  /// The entity at the other end.
  public package(set) var destination: String
  /// The name of the relationship at the other end; nil if it has none there.
  public package(set) var inverse: String?
  /// Whether the relationship is to one object or to many.
  public package(set) var cardinality: Cardinality
  /// Whether the model allows the relationship to have no object. A to-many relationship is then empty, never nil.
  public package(set) var isOptional: Bool
  /// The action on the objects at the other end when an object of this end is deleted.
  public package(set) var deleteRule: DeleteRule
  /// The columns that hold the relationship.
  public package(set) var storage: RelationshipStorage
  /// Whether every key is proven to have its row, because foreign keys were enforced. Otherwise a dangling key reads as nil.
  public package(set) var isTrusted: Bool
  /// The columns that the foreign key refers to, if they are not the destination's key (``EntityKey/columns``): `country_code REFERENCES country (code)`.
  /// Both ends have the same list. Nil for a table of pairs.
  public package(set) var referencedColumns: [String]?
  /// Whether the relationship was guessed from the names of columns, because no schema declares it.
  public package(set) var isGuessed: Bool
  /// The least number of objects.
  public package(set) var minimumCount: Int
  /// The greatest number of objects; nil for any number.
  public package(set) var maximumCount: Int?
  /// The column with the position of each object in an ordered to-many relationship, a whole number; nil if the order is that of the keys. The column is in
  /// the table with the foreign key: the destination's table, or the table of pairs.
  ///
  ///     Relationship(
  ///       name: "songs", destination: "Song", inverse: "album", cardinality: .toMany,
  ///       storage: .foreignKeyOfDestination("album_id"), orderColumn: "songs_position")
  ///
  /// Objects with the same position are in the order of their keys. Objects without a whole number in the column come first.
  public package(set) var orderColumn: String?
  /// Values of the application for the relationship: texts, numbers and booleans by their names. The library does not interpret them.
  public package(set) var userInfo: QueryDictionary

  /// Whether the objects have an order column.
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

  /// All levels of a relationship from an entity to itself: `reports*`. Its table of pairs is made by a statement. Each pair has the keys of an object and of
  /// one that repeated steps reach from it.
  ///
  /// - Parameter keyLength: The number of columns of the entity's key.
  package func levels(keyLength: Int) -> Relationship {
    let name = QueryKeyPath.levels(of: name)
    let pairs = RelationshipStorage.JoinTable(
      table: name, sourceColumns: (0..<keyLength).map { "from\($0)" },
      destinationColumns: (0..<keyLength).map { "to\($0)" })
    return Relationship(
      name: name, destination: destination, inverse: nil, cardinality: .toMany, storage: .joinTable(pairs),
      isTrusted: true)
  }

  /// Whether a to-one relationship may have no object. False for a to-many relationship, which may be empty instead.
  public var mayBeNil: Bool {
    guard cardinality == .toOne else { return false }
    // A foreign key in the other table guarantees nothing: no constraint requires a row there.
    guard case .foreignKey = storage else { return true }
    return isOptional || !isTrusted
  }
}

/// The action on the objects at the other end of a relationship when an object of this end is deleted:
/// `@ToMany(deleteRule: .cascade) var orders: [Order]` deletes the orders of a deleted customer.
public enum DeleteRule: String, Sendable, Codable, CaseIterable {
  /// Their reference to the deleted object is set to nil.
  case nullify
  /// They are deleted too.
  case cascade
  /// Deleting is an error while there are such objects.
  case deny
  /// They stay unchanged, with a dangling key.
  case noAction
}
