import PredicateModel

/// The column that a value is read from. Rewrites know it where an index begins with the column.
struct SQLColumnRead: Sendable {
  let attribute: Attribute
  let table: String
  let source: Int
  /// Whether the row is that of a variable, and none that a to-one step leads to.
  let isOfVariable: Bool

  /// The column as it is stored.
  var column: SQLExpression {
    let isText =
      switch attribute.storage {
      case .text, .iso8601Text, .uuidText: true
      default: false
      }
    return .column(
      attribute.column, of: source, mayBeNull: true, hasOwnCollation: isText && !attribute.comparesBinary)
  }
}
