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

/// A type source whose types may inherit from one another: entities with parents, classes with superclasses.
///
/// A policy's entry for a type applies to all types that inherit from it.
package protocol InheritingTypeSource: TypeSource {
  /// The names of the types that a type inherits from, the nearest first. Empty for a type without a parent and for an unknown type.
  func ancestors(of entity: String) -> [String]
}

/// A type source whose entities may inherit from one another. An object of an entity is also an object of the entity's ancestors, with the same key.
package protocol HierarchyTypeSource: InheritingTypeSource {
  /// The entity that references to objects of an entity have: the root of its hierarchy. For an entity without parents and children, and for an
  /// unknown entity, it is the entity itself.
  func referenceName(of entity: String) -> String

  /// The names of all entities.
  var entityNames: [String] { get }
}

/// A type source that gives advice about names that are not members.
package protocol AdvisingTypeSource: TypeSource {
  /// The reason why predicates cannot read a property of the type. Nil if the type does not have such a property.
  func unreadableMember(named name: String, of entity: String) -> UnreadableMember?

  /// A sentence for the hint about an unknown name, for example that computed properties need a property table. Nil if there is none.
  func noteOnMembers(of entity: String) -> String?
}

/// A type source for the types of a program. They differ from tables: classes inherit, elements may be missing, objects may not be comparable, and a
/// type may have properties that cannot be read.
package protocol ObjectTypeSource: AdvisingTypeSource, InheritingTypeSource {
  /// The raw values of the cases of an enum property, if they are texts and all of them are known; otherwise nil.
  func rawTexts(of member: String, of entity: String) -> [String]?

  /// The type of the values of a dictionary property, if each of them is known to be a single value, such as a text. Nil for every other property.
  func singleValueType(ofDictionary member: String, of entity: String) -> QueryType?

  /// The reason why two objects of a type cannot be compared; nil if they can.
  func whyIncomparable(_ entity: String) -> UnreadableMember?

  /// The only member of a box around an object that may be missing, such as an element of `[Movie?]`. The evaluated object is then the object in the
  /// box. Nil for every other type.
  func boxedMember(of entity: String) -> Member?

  /// The names by which a policy may call a type: the full name, then the shorter names.
  func policyNames(of entity: String) -> [String]

  /// The types that a name in a policy applies to.
  func entities(withPolicyName name: String) -> [String]

  /// Whether an object of one type may also be an object of the other type, with the same key: a class and its subclass.
  func mayShareObjects(_ entity: String, _ other: String) -> Bool

  /// Whether objects of a type are compared by their identity: instances of classes. Structs are compared by their properties.
  func hasIdentity(_ entity: String) -> Bool
}

/// A property of a type, as a type source describes it.
///
/// ```swift
/// Member("rating", .attribute(.double), isOptional: true)
/// Member("tags", .toMany("Tag"), isOptional: false)
/// ```
public struct Member: Sendable, Hashable {
  /// The kind of a property's value.
  public enum Kind: Sendable, Hashable {
    /// A value that is not an object. A collection of values (`[String]`) counts as to-many.
    case attribute(QueryType)
    /// One object of the named entity, or none.
    case toOne(String)
    /// Objects of the named entity.
    case toMany(String)
  }

  /// The name, as predicates write it.
  public let name: String
  /// The kind of the value.
  public let kind: Kind
  /// Whether the value may be nil. A to-many property is nil only if it is an optional array in Swift; in a database it is never nil.
  public let isOptional: Bool
  /// Whether the value is a document, such as JSON in a column of a database. A path into a document is nil if the document has no such part.
  package var isDocument = false
  /// Whether the value is a text that encodes a value of Swift as JSON. Conditions can only compare it with texts of JSON.
  package var isEncoded = false
  /// Whether the value is a date that is kept as a text to the microsecond at most.
  package var isDateText = false

  /// A property of a type.
  public init(_ name: String, _ kind: Kind, isOptional: Bool) {
    self.name = name
    self.kind = kind
    self.isOptional = isOptional
  }
}

/// The reason why predicates cannot read a property or a type, for the message of an issue.
public struct UnreadableMember: Sendable, Hashable {
  /// The reason, as it is written after the colon in the message: `it is lazy`.
  public let reason: String
  /// A change that would make the property readable. It is the hint of the issue.
  public let remedy: String?
  package let code: DiagnosticCode

  /// A reason, and a remedy if there is one.
  public init(reason: String, remedy: String? = nil) {
    self.init(reason: reason, remedy: remedy, code: .unreadableProperty)
  }

  package init(reason: String, remedy: String?, code: DiagnosticCode) {
    self.reason = reason
    self.remedy = remedy
    self.code = code
  }
}
