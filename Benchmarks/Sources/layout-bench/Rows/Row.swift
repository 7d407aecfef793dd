import OpenPredicate

/// A condition in two forms: the predicate, and the count that an ordinary developer writes.
struct Row<Element> {
  let property: PropertyKind
  let condition: ConditionKind
  let format: String
  let arguments: [QueryArgument]
  /// Counts the elements that match, by a loop that is compiled with its closure inside.
  let count: ([Element]) -> Int
}
