import PredicateValues

/// A property whose objects a fetch finds each time it is read. Nothing stores it, and it has no inverse.
///
/// The predicate is about an object that may be found. `$FETCH_SOURCE` is the object that has the property, `$FETCHED_PROPERTY` the property:
/// `$FETCHED_PROPERTY.userInfo.days` is an entry of ``userInfo``, `$FETCHED_PROPERTY.name` the name.
///
///     FetchedProperty(
///       name: "recentHires", destination: "Employee",
///       predicate: try QueryPredicate(format: "department == $FETCH_SOURCE AND age < $FETCHED_PROPERTY.userInfo.age"),
///       userInfo: QueryDictionary([("age", 30)]))
public struct FetchedProperty: Sendable {
  /// What programs call it.
  public let name: String
  /// The entity whose objects it finds.
  public let destination: String
  /// What must be true of an object; nil for all objects.
  public let predicate: QueryPredicate?
  /// The order; objects that no key tells apart come by their primary key.
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

  /// The variable that stands for the object with the property.
  package static let sourceVariable = "FETCH_SOURCE"
  /// The variable that stands for the property.
  package static let propertyVariable = "FETCHED_PROPERTY"

  /// The property as predicates read it.
  package var description: QueryValue {
    .dictionary(QueryDictionary([("name", .string(name)), ("userInfo", .dictionary(userInfo))]))
  }
}
