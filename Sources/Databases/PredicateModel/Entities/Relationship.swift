import PredicateValues

/// A reference from the objects of one entity to objects of another or the same entity.
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
  /// The name of the relationship at the other end; nil if the other end has no such relationship.
  public package(set) var inverse: String?
  /// Whether the relationship is to one object or to many.
  public package(set) var cardinality: Cardinality
  /// Whether the model allows the relationship to have no object. A to-many relationship is then empty, never nil.
  public package(set) var isOptional: Bool
  /// The action on the objects at the other end when an object of this end is deleted.
  public package(set) var deleteRule: DeleteRule
  /// The columns that hold the relationship.
  public package(set) var storage: RelationshipStorage
  /// Whether every foreign key is proven to have its row, because the database enforced foreign keys. Otherwise a dangling key reads as nil.
  public package(set) var isTrusted: Bool
  /// The columns that the foreign key refers to, if they differ from the destination's key (``EntityKey/columns``): `country_code REFERENCES country
  /// (code)`. Both ends have the same list. Nil for a join table.
  public package(set) var referencedColumns: [String]?
  /// Whether the relationship was guessed from the names of columns, because no schema declares it.
  public package(set) var isGuessed: Bool
  /// The least number of objects.
  public package(set) var minimumCount: Int
  /// The greatest number of objects; nil for any number.
  public package(set) var maximumCount: Int?
  /// The column with the position of each object in an ordered to-many relationship, a whole number. Nil if the objects are in the order of their
  /// keys. The column is in the table with the foreign key: the destination's table, or the join table.
  ///
  ///     Relationship(
  ///       name: "songs", destination: "Song", inverse: "album", cardinality: .toMany,
  ///       storage: .foreignKeyOfDestination("album_id"), orderColumn: "songs_position")
  ///
  /// Objects with the same position are in the order of their keys. Objects without a whole number in the column precede the others.
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

  /// All levels of a relationship from an entity to itself: `reports*`. A statement computes its join table. Each pair has the key of an object and
  /// the key of an object that repeated steps reach from it.
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
    // A relationship whose foreign key is in the other table may be nil, because no constraint requires a row there.
    guard case .foreignKey = storage else { return true }
    return isOptional || !isTrusted
  }
}

/// The action on the objects at the other end of a relationship when an object of this end is deleted. With `@ToMany(deleteRule: .cascade) var
/// orders: [Order]`, deleting a customer deletes the customer's orders.
public enum DeleteRule: String, Sendable, Codable, CaseIterable {
  /// Sets the reference of each object at the other end to nil.
  case nullify
  /// Sets the reference of each object at the other end to the default of its column, or to nil if there is no default.
  case setDefault
  /// They are deleted too.
  case cascade
  /// Refuses the deletion while there are objects at the other end.
  case deny
  /// Leaves the objects at the other end unchanged. Their foreign key then refers to no row.
  case noAction
}

/// A property whose value is the result of a fetch that runs whenever the property is read. It is not stored and has no inverse.
///
/// The predicate is evaluated for candidate objects. `$FETCH_SOURCE` is the object with the property, and `$FETCHED_PROPERTY` is the property:
/// `$FETCHED_PROPERTY.name` is its name, `$FETCHED_PROPERTY.userInfo.days` an entry of ``userInfo``.
///
///     FetchedProperty(
///       name: "recentHires", destination: "Employee",
///       predicate: try QueryPredicate(format: "department == $FETCH_SOURCE AND age < $FETCHED_PROPERTY.userInfo.age"),
///       userInfo: QueryDictionary([("age", 30)]))
public struct FetchedProperty: Sendable {
  /// The name in programs.
  public let name: String
  /// The entity of the fetched objects.
  public let destination: String
  /// The condition on the objects; nil for all objects.
  public let predicate: QueryPredicate?
  /// The order. Objects with equal keys are in the order of their primary key.
  public let sortKeys: [QuerySortKey]
  /// Values for the predicate: texts, numbers and booleans by their names.
  public let userInfo: QueryDictionary

  /// A fetched property.
  public init(
    name: String, destination: String, predicate: QueryPredicate? = nil, sortedBy sortKeys: [QuerySortKey] = [],
    userInfo: QueryDictionary = QueryDictionary()
  ) {
    self.name = name
    self.destination = destination
    self.predicate = predicate
    self.sortKeys = sortKeys
    self.userInfo = userInfo
  }

  /// The variable for the object with the property.
  package static let sourceVariable = "FETCH_SOURCE"
  package static let propertyVariable = "FETCHED_PROPERTY"

  /// The property as a value for predicates.
  package var description: QueryValue {
    .dictionary(QueryDictionary([("name", .string(name)), ("userInfo", .dictionary(userInfo))]))
  }
}
