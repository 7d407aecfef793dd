import PredicateBinding
import PredicateValues

extension QueryPolicy {
  /// The policy with what can be read of a type's declared table (``QueryableProperties``).
  ///
  /// ```swift
  /// let policy = QueryPolicy().allowing(.only("title", "author"), of: Post.self).allowing(.all, of: User.self)
  /// ```
  public func allowing(_ names: Names, of type: any Any.Type) -> QueryPolicy {
    allowing(names, ofEntity: ShapeRegistry.name(of: type))
  }

  /// The policy with a condition that every object of a type has to meet; see ``requiring(_:ofEntity:variables:)``.
  ///
  /// ```swift
  /// let policy = QueryPolicy().allowing(.all, of: Post.self)
  ///   .requiring(try QueryPredicate("isPublic == YES"), of: Post.self)
  /// ```
  public func requiring(
    _ rule: QueryPredicate, of type: any Any.Type, variables: QueryVariables = [:]
  ) -> QueryPolicy {
    requiring(rule, ofEntity: ShapeRegistry.name(of: type), variables: variables)
  }
}
