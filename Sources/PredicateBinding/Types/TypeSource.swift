import PredicateValues

/// Where the binder learns types: a Swift type, the model of a database, a model file.
///
/// It is asked one thing: what a member of a type is. Names are compared by Unicode scalars.
public protocol TypeSource: Sendable {
  /// The member of a type; nil where the type has none of that name.
  func member(named name: String, of entity: String) -> Member?

  /// The names of all members of a type, in the order in which a person would list them.
  func memberNames(of entity: String) -> [String]
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
