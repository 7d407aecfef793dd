import PredicateBinding
import PredicateValues

/// A range as the engine runs it: its elements become the rows of chunks of their own.
struct RangeNode: Sendable {
  /// For each element found so far, the elements of an array.
  struct Step: Sendable {
    /// Where the elements come from.
    enum Source: Sendable {
      /// Stored arrays. The elements may be references; the rows are then the instances.
      case array(RowPath, ElementPath, areInstances: Bool)
      /// Stored sets at an offset from the row, with the stride of their places. The elements may be references; the rows are then the
      /// instances.
      case set(RowPath, Int, stride: Int, areInstances: Bool)
      /// Stored collections so many bytes from the row, of which the elements are copied. They may be references; the rows are then the
      /// instances.
      case copies(RowPath, Int, CopySource, areInstances: Bool)
      /// Collections that are values. The rows are their elements as values. A relationship goes through a dictionary, too.
      case values(ValueNode, isRelationship: Bool)
      /// Collections of unknown types. The rows are views of their elements.
      case views(ViewNode, at: SourceRange)
    }

    let variable: Int
    let source: Source
  }

  let steps: [Step]
  let filter: ConditionNode
  /// Whether going through it cannot fail.
  let isTotal: Bool
  /// How many numbers from outside the filter and the value of each element read.
  let numbers: Int
  /// Those of them without which the filter holds of no element, and their slots.
  let needed: [(number: NumberNode, slot: Int)]
  /// Which of the run's walks goes through it.
  let identity: Int
}
