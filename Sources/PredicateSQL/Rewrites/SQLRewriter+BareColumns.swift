import PredicateBinding
import PredicateModel
import PredicateValues

/// Columns whose type nothing proves, and texts in columns of numbers: `CASE WHEN typeof(x) = 'text' THEN x END = ?` is the whole truth, and no
/// index finds it. Beside it stands the comparison of the column as it is, which holds of no fewer rows, and which an index finds.
extension SQLRewriter {
  /// The condition as one of the bare column; nil where that would say less, or helps nothing.
  func bareColumn(
    beside condition: SQLExpression, _ comparison: SQLComparison, _ read: SQLColumnRead
  ) -> SQLExpression? {
    guard let column = bareColumn(of: read, besides: comparison.isOrdered ? comparison.all : []) else { return nil }
    switch condition.node {
    case .binary(let op, _, let constant): return .compare(op, column, constant)
    case .between(_, let low, let high): return .between(column, low, high)
    case .inList(_, let constants): return .member(column, of: constants)
    default: return nil
    }
  }

  /// The column of an attribute whose value is read through a test of its storage or without its affinity, as it is; nil where the bare
  /// column would say less, or helps nothing.
  ///
  /// - Parameter constants: Those beside which its texts have an order.
  func bareColumn(of read: SQLColumnRead, besides constants: [QueryValue]) -> SQLExpression? {
    guard rewrites.contains(.bareColumns), !read.attribute.isTrusted || read.attribute.isTextBesideNumbers else {
      return nil
    }
    switch read.attribute.storage {
    case .integer, .real, .secondsSince2001: return read.column
    // A text that looks like a number may be taken for one beside a column that holds numbers, and then stands elsewhere in the order.
    case .text: return constants.contains(where: Self.looksLikeNumber) ? nil : read.column
    default: return nil
    }
  }

  /// `x == 5` of a column without a type: beside the language's own comparison SQL's, which is true of no fewer rows.
  func dynamicEquality(beside condition: SQLExpression) -> SQLExpression? {
    guard rewrites.contains(.bareColumns), case .function(.dynamic, let arguments) = condition.node,
      arguments.count == 5,
      case .name(let name) = arguments[0].node, name == ComparisonOperator.equal.spelling,
      case .name(let tags) = arguments[1].node, Self.plainConstants.contains(tags),
      case .column = arguments[2].node, case .parameter = arguments[3].node, case .integer(0) = arguments[4].node
    else { return nil }
    return .compare(.equal, arguments[2], arguments[3])
  }

  /// The tags of a stored value beside a number or a text.
  private static let plainConstants = [SQLValueTag.integer, .double, .string].map {
    SQLValueTag.stored.rawValue + $0.rawValue
  }

  static func looksLikeNumber(_ constant: QueryValue) -> Bool {
    guard case .string(let text) = constant, let first = text.utf8.first else { return false }
    return first <= 0x20 || (0x30...0x39).contains(first) || [0x2B, 0x2D, 0x2E].contains(first)
  }
}
