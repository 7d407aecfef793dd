/// A table of pairs, whose columns hold the keys of two entities.
struct PairTable: Sendable {
  let table: String
  let sourceColumn: String
  let destinationColumn: String
  /// The positions of the entities.
  let source: Int
  let destination: Int
  /// Whether each pair stands in the table both ways: the relationship is its own inverse.
  let isSymmetric: Bool
  /// The columns beside the two that hold values of their own. Those of a pair that is taken away are kept for its return.
  let furtherColumns: [String]
}
