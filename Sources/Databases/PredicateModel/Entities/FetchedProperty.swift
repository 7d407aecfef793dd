import PredicateValues

/// A property whose objects are fetched whenever it is read. It is not stored and has no inverse.
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
