import PredicateSQLite

/// The default of a column: what a new object has there as long as nobody says otherwise.
struct ColumnDefault: Sendable {
  /// Where a record has the column's value.
  enum Place: Sendable {
    case attribute(Int)
    case reference(Int)
  }

  let place: Place
  /// The expression, as the schema has it.
  let expression: String
  /// The type of a CAST that does what the column does to a value; nil where it does nothing.
  let castType: String?

  /// Nil for a column without a default.
  init?(_ column: TableRules.Column?, at place: Place) {
    guard let column, let expression = column.defaultExpression, !expression.isSQLNull else { return nil }
    self.place = place
    self.expression = expression
    castType = column.castType
  }

  /// Whether every row gets the same value: a literal. An expression stands in brackets in SQL, but for the names of the time.
  var isConstant: Bool { !expression.hasPrefix("(") && !expression.uppercased().hasPrefix("CURRENT_") }
}

extension String {
  fileprivate var isSQLNull: Bool { uppercased() == "NULL" }
}
