import OpenPredicate

/// A condition in two forms: the predicate, and the count that an ordinary developer writes.
struct Row<Element> {
  let property: PropertyKind
  let condition: ConditionKind
  let format: String
  let arguments: [QueryArgument]
  var question = Question.count
  /// Counts the elements that match, by a loop that is compiled with its closure inside; of a sort key gives the number of the least element.
  let count: ([Element]) -> Int

  enum Question {
    case count
    /// The same, one call of `matches` for each element.
    case matches
    /// The element with the least value of a sort key, which is the format.
    case least
  }
}
