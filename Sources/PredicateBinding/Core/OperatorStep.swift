import PredicateValues

/// One step of a path with collection operators over a value of which nothing is known before it runs.
public enum OperatorStep: Sendable, Hashable {
  /// A member by name.
  case key(String)
  /// An operator: of each element of the collection that the path has reached what the steps behind it lead to. An object before it is
  /// followed by those steps until there is a collection (`@sum.items.tags.@count`).
  case collectionOperator(CollectionOperator)
}
