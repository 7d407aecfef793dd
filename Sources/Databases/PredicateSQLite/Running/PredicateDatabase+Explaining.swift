import PredicateBinding
import PredicateFetching
import PredicateModel
import PredicateReference
import PredicateValues

extension PredicateDatabase {
  /// The reason why an object meets a predicate or not; nil for an unknown object.
  ///
  /// ```swift
  /// let alien = ObjectReference(entity: "Movie", key: 24)
  /// let why = try database.explanation(of: QueryPredicate("year > 1990 AND lent == YES"), for: alien)
  /// ```
  ///
  /// Fetches the object's row, and related rows that the predicate reads.
  ///
  /// - Parameters:
  ///   - predicate: The condition; names are those of the model.
  ///   - object: The object, by its entity and key.
  ///   - variables: Values for the `$variables` of the predicate.
  ///   - options: The functions, limits and time zone that the predicate is bound with.
  /// - Throws: A `PredicateIssue` if the predicate does not fit the entity, a ``DatabaseIssue``.
  public func explanation(
    of predicate: QueryPredicate, for object: ObjectReference, variables: QueryVariables = [:],
    options: BindingOptions = BindingOptions()
  ) throws -> Explanation? {
    try explained(predicate, for: object, variables: variables, options: options)
  }

  /// For each part of a predicate, the number of objects that it holds for. That shows which condition excludes how many objects. SQLite computes
  /// each number.
  ///
  /// ```swift
  /// let counts = try database.countParts(of: QueryPredicate("year > 1990 AND lent == YES"), entity: "Movie")
  /// counts.parts.map { ($0.text, $0.decidesAlone) }
  /// ```
  ///
  /// - Parameters:
  ///   - predicate: The condition; names are those of the model.
  ///   - entity: The name of an entity.
  ///   - variables: Values for the `$variables` of the predicate.
  ///   - options: The functions, limits and time zone that the predicate is bound with.
  /// - Throws: as ``count(_:variables:options:)``.
  public func countParts(
    of predicate: QueryPredicate, entity: String, variables: QueryVariables = [:],
    options: BindingOptions = BindingOptions()
  ) throws -> Explanation.Counts {
    try Explanation.Counts(of: predicate) {
      try count(EntityFetch(entity, where: $0), variables: variables, options: options)
    }
  }
}
