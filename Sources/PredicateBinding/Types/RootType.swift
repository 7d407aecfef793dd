import PredicateValues

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
