import PredicateValues

/// Where the binder learns types: the model of a database, the columns of records, the types of a program.
///
/// The binder resolves a path from left to right. For each name it asks for the member of the type that the path has reached. Names are
/// compared by Unicode scalars.
///
/// ```swift
/// struct Films: TypeSource {
///   func member(named name: String, of entity: String) -> Member? {
///     name == "year" ? Member("year", .attribute(.integer), isOptional: false) : nil
///   }
///   func memberNames(of entity: String) -> [String] { ["year"] }
/// }
/// let bound = try Binder.bind(QueryPredicate(format: "year > 1990"), to: .entity("Film", Films()))
/// ```
public protocol TypeSource: Sendable {
  /// The member of a type; nil where the type has none of that name.
  func member(named name: String, of entity: String) -> Member?

  /// The names of all members of a type, in the order in which a person would list them. Only hints use them.
  func memberNames(of entity: String) -> [String]

  /// Whether all objects of an entity can be found by its name, so that a path may begin with it: `Order.@count`. False of the types of a
  /// program.
  func hasAllObjects(of entity: String) -> Bool

  /// The names of the attributes that are the key of an entity's objects, in order, so that `Customer["ALFKI"]` and `OrderLine[10248, 11]` name
  /// objects. Empty if the objects have no key.
  func keyNames(of entity: String) -> [String]

  /// Where the properties of dates are read, unless binding is told another zone.
  var timeZone: QueryTimeZone { get }
}

extension TypeSource {
  /// False.
  public func hasAllObjects(of entity: String) -> Bool { false }

  /// None.
  public func keyNames(of entity: String) -> [String] { [] }

  /// UTC.
  public var timeZone: QueryTimeZone { .utc }
}

/// What the evaluated object is: the type that a predicate is bound to.
///
/// ```swift
/// try Binder.bind(predicate, to: .entity("Movie", model))  // names and types are checked now
/// try Binder.bind(predicate, to: .value(.string))          // SELF BEGINSWITH "a"
/// try Binder.bind(predicate, to: .dynamic)                 // and here when the predicate runs
/// ```
public enum RootType: Sendable {
  /// Nothing is known before the predicate runs: dictionaries, JSON, mixed values. Names are looked up and families judged when
  /// the predicate runs, from left to right.
  case dynamic
  /// A value without members of its own: the elements of `[String]`.
  case value(QueryType)
  /// An object of an entity that the source describes.
  case entity(String, any TypeSource)
}
