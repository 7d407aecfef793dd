import PredicateBinding
import PredicateMemory
import PredicateValues

/// How a stored value is loaded for the rows at the end of a path.
enum ValueLoader: Sendable {
  /// A string so many bytes from the row.
  case text(Int)
  /// An optional string so many bytes from the row.
  case optionalText(Int)
  /// A value of a type with raw values that takes one byte, so many bytes from the row. Its raw values are kept: `identity` tells where.
  case byte(Int, ValueReader, identity: Int)
  /// A value of any type so many bytes from the row.
  case reader(Int, ValueReader)

  /// What a row costs, in the unit of ``ConditionNode/cost``.
  var cost: Int {
    switch self {
    case .text, .optionalText, .byte: 20
    case .reader: 60
    }
  }
}
