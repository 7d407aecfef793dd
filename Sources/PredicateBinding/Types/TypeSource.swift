import PredicateValues

/// Where the binder learns types: a Swift type, the model of a database, a model file.
///
/// It is asked one thing: what a member of a type is. Names are compared by Unicode scalars.
public protocol TypeSource: Sendable {
  /// The member of a type; nil where the type has none of that name.
  func member(named name: String, of entity: String) -> Member?

  /// The names of all members of a type, in the order in which a person would list them.
  func memberNames(of entity: String) -> [String]

  /// Why something that the type has is no member; nil where it has nothing of that name.
  func unreadableMember(named name: String, of entity: String) -> UnreadableMember?

  /// Why it cannot be told whether two objects of a type are equal; nil where it can.
  func whyIncomparable(_ entity: String) -> UnreadableMember?

  /// The member of a type that is nothing but a box around an object that may be missing (the elements of `[Movie?]`); nil of every other
  /// type. The evaluated object is then what is in the box.
  func boxedMember(of entity: String) -> Member?

  /// Whether an object of one type may be one of the other type as well, and is then known by the same key: a class and its subclass.
  func mayBeAlike(_ entity: String, _ other: String) -> Bool

  /// What to say of a type beside the names that it has, to who asked for another; nil where there is nothing to say.
  func noteOnMembers(of entity: String) -> String?
}

extension TypeSource {
  /// Nothing: what the type has is a member.
  public func unreadableMember(named name: String, of entity: String) -> UnreadableMember? { nil }

  /// Nothing: objects are told apart by what identifies them.
  public func whyIncomparable(_ entity: String) -> UnreadableMember? { nil }

  /// Nil: no type is a box.
  public func boxedMember(of entity: String) -> Member? { nil }

  /// False: every type has its own objects.
  public func mayBeAlike(_ entity: String, _ other: String) -> Bool { false }

  /// Nothing.
  public func noteOnMembers(of entity: String) -> String? { nil }
}

/// Something of a type that predicates cannot read, for the message to who asked for it.
public struct UnreadableMember: Sendable, Hashable {
  /// Why, as it stands behind a colon: `it is lazy`.
  public let reason: String
  /// What can be done.
  public let remedy: String?

  /// Something that cannot be read.
  public init(reason: String, remedy: String? = nil) {
    self.reason = reason
    self.remedy = remedy
  }
}

/// What the evaluated object is.
public enum RootType: Sendable {
  /// Nothing is known before the predicate runs: dictionaries, JSON, mixed values. Names are looked up and families judged when
  /// the predicate runs, from left to right.
  case dynamic
  /// A value without members of its own: the elements of `[String]`.
  case value(QueryType)
  /// An object of an entity that the source describes.
  case entity(String, any TypeSource)
}
