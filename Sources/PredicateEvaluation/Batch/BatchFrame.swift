/// The rows of the variables in one chunk.
final class BatchFrame {
  /// How many rows the chunk has.
  var count = 0
  /// Whether the rows are the elements of ranges, so that a row from outside may come up many times.
  let isOfElements: Bool
  /// The rows of each variable; nil for those that are not in force.
  var rows: [Rows?]
  /// The rows that only the plain evaluator can decide. Whatever the mask says of them does not count.
  let undecided: MaskWords

  init(variableCount: Int, undecided: MaskWords, isOfElements: Bool) {
    self.isOfElements = isOfElements
    rows = Array(repeating: nil, count: max(1, variableCount))
    self.undecided = undecided
  }
}
