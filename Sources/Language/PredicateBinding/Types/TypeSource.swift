import PredicateValues

/// Describes types to the binder. Examples are the model of a database, the columns of records, and the types of a program.
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
  /// The member of a type with a name; nil if there is none.
  func member(named name: String, of entity: String) -> Member?

  /// The names of all members of a type, in their natural order. Only hints use them.
  func memberNames(of entity: String) -> [String]

  /// Whether a path may begin with the entity's name, which then means all its objects: `Order.@count`. False for the types of a program.
  func hasAllObjects(of entity: String) -> Bool

  /// The names of the attributes that are the key of an entity's objects, in order. They are used for `Customer["ALFKI"]` and `OrderLine[10248, 11]`.
  /// Empty if the objects have no key.
  func keyNames(of entity: String) -> [String]

  /// The time zone for properties of dates, unless the binding options have another one.
  var timeZone: QueryTimeZone { get }
}

extension TypeSource {
  /// The default: false.
  public func hasAllObjects(of entity: String) -> Bool { false }

  /// The default: no names.
  public func keyNames(of entity: String) -> [String] { [] }

  /// The default: UTC.
  public var timeZone: QueryTimeZone { .utc }

  /// The member for all levels of a relationship, `reports*`. The relationship must be from an entity to itself, or to an entity that it inherits
  /// from. Nil for every other member.
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

/// The type of the evaluated object. A predicate is bound to it.
///
/// ```swift
/// try Binder.bind(predicate, to: .entity("Movie", model))  // names and types are checked now
/// try Binder.bind(predicate, to: .value(.string))          // SELF BEGINSWITH "a"
/// try Binder.bind(predicate, to: .dynamic)                 // and here when the predicate runs
/// ```
public enum RootType: Sendable {
  /// The type is unknown before the predicate runs: dictionaries, JSON, mixed values. Names are looked up and families are checked at run time, from
  /// left to right.
  case dynamic
  /// A value without members: the elements of `[String]`.
  case value(QueryType)
  /// An object of an entity that the source describes.
  case entity(String, any TypeSource)
}
