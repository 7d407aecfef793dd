import PredicateBinding
import PredicateModel
import PredicateValues

/// Columns whose type nothing proves, and texts in columns of numbers: `CASE WHEN typeof(x) = 'text' THEN x END = ?` is the whole truth, and no
/// index finds it. Beside it stands the comparison of the column as it is, which holds of no fewer rows, and which an index finds.
extension SQLPlanner {
  /// The column of an attribute that an index begins with and whose value is read through a test of its storage or without its affinity, as
  /// it is; nil where the bare column would say less, or helps nothing.
  ///
  /// - Parameter isOrdered: Whether it is compared with more than equality by texts among `constants`.
  mutating func bareColumn(
    of value: CoreValue, besides constants: [QueryValue], isOrdered: Bool
  ) throws(PredicateIssue) -> SQLExpression? {
    guard case .attribute(let row, let member) = value.node else { return nil }
    let entity = try entity(of: row)
    let attribute = try attribute(of: row, member, range: value.range)
    guard !attribute.isTrusted || attribute.isTextBesideNumbers, indexes.begin(with: attribute.column, of: entity.table)
    else { return nil }
    switch attribute.storage {
    case .integer, .real, .secondsSince2001: break
    case .text:
      // A text that looks like a number may be taken for one beside a column that holds numbers, and then stands elsewhere in the order.
      if isOrdered && constants.contains(where: Self.looksLikeNumber) { return nil }
    default: return nil
    }
    return .column(
      attribute.column, of: try source(of: row), mayBeNull: true,
      hasOwnCollation: attribute.storage == .text && !attribute.comparesBinary)
  }

  static func looksLikeNumber(_ constant: QueryValue) -> Bool {
    guard case .string(let text) = constant, let first = text.utf8.first else { return false }
    return first <= 0x20 || (0x30...0x39).contains(first) || [0x2B, 0x2D, 0x2E].contains(first)
  }
}
