/// The rows of the variables in one chunk.
final class BatchFrame {
  /// How many rows the chunk has.
  var count = 0
  /// The rows of each variable; nil for those that are not in force.
  var rows: [Rows?]
  /// The rows that only the plain evaluator can decide. Whatever the mask says of them does not count.
  let undecided: MaskWords

  init(variableCount: Int, undecided: MaskWords) {
    rows = Array(repeating: nil, count: max(1, variableCount))
    self.undecided = undecided
  }
}
