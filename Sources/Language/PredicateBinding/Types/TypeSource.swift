import PredicateValues

/// Describes types to the binder: the model of a database, the columns of records, the types of a program.
///
/// The binder resolves a path from left to right. For each name it looks up the member of the type that the path has reached. Names are compared by Unicode
/// scalars.
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
  /// The member of a type; nil if the type has no member of that name.
  func member(named name: String, of entity: String) -> Member?

  /// The names of all members of a type, in their natural order. Only hints use them.
  func memberNames(of entity: String) -> [String]

  /// Whether a path may begin with the entity's name, for all of its objects: `Order.@count`. False for the types of a program.
  func hasAllObjects(of entity: String) -> Bool

  /// The names of the attributes that form the key of an entity's objects, in order. They make `Customer["ALFKI"]` and `OrderLine[10248, 11]` possible. Empty
  /// if the objects have no key.
  func keyNames(of entity: String) -> [String]

  /// The time zone for properties of dates, unless the binding options have another one.
  var timeZone: QueryTimeZone { get }
}

extension TypeSource {
  /// The default: false.
  public func hasAllObjects(of entity: String) -> Bool { false }

  /// The default: no names.
  public func keyNames(of entity: String) -> [String] { [] }

  /// UTC.
  public var timeZone: QueryTimeZone { .utc }

  /// All levels of a relationship from an entity to itself, or to an entity that it inherits from: `reports*`. Nil for every other member.
  package func levels(of member: Member, from entity: String) -> Member? {
    switch member.kind {
    case .attribute: return nil
    case .toOne(let target), .toMany(let target):
      let ancestors = (self as? any InheritingTypeSource)?.ancestors(of: entity) ?? []
      guard target.hasSameScalars(as: entity) || ancestors.contains(where: target.hasSameScalars) else { return nil }
      return Member(QueryKeyPath.levels(of: member.name), .toMany(target), isOptional: false)
    }
  }
}

/// The type of the evaluated object, which a predicate is bound to.
///
/// ```swift
/// try Binder.bind(predicate, to: .entity("Movie", model))  // names and types are checked now
/// try Binder.bind(predicate, to: .value(.string))          // SELF BEGINSWITH "a"
/// try Binder.bind(predicate, to: .dynamic)                 // and here when the predicate runs
/// ```
public enum RootType: Sendable {
  /// Unknown before the predicate runs: dictionaries, JSON, mixed values. Names are looked up and families are checked at run time, from left to right.
  case dynamic
  /// A value without members: the elements of `[String]`.
  case value(QueryType)
  /// An object of an entity that the source describes.
  case entity(String, any TypeSource)
}
