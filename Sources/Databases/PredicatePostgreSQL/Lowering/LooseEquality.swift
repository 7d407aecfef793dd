#if PostgreSQL
  import PredicateSQL
  import PredicateValues

  /// The `=` of a type that takes more texts for the same. It finds an index of the column, and the bytes of the text decide.
  enum LooseEquality {
    /// `char(n)`: without the blanks at the end.
    case padded
    /// `citext`: without case. The type and its operators are in the schema of the extension, outside of the search path.
    case citext(schema: String)

    /// Whether a column has one of some texts, of which an array has more than `most`.
    func condition(_ side: PostgreSQLLowering.Operand, _ texts: [String], most: Int) -> SQLExpression {
      let bytes = side.compared.withoutCollation
      let exact = texts.map { QueryValue.string($0) }
      if texts.count == 1 {
        return .all([mayHold(side.expression, texts), .compare(.equal, bytes, .parameter(exact[0]))])
      }
      // Texts in the type of their place have no array.
      guard texts.count <= most else { return .member(bytes, of: exact) }
      return .all([mayHold(side.expression, texts), .member(bytes, of: exact)])
    }

    /// Whether the type's own `=` finds one of some texts in a column.
    private func mayHold(_ column: SQLExpression, _ texts: [String]) -> SQLExpression {
      let constants = texts.map { QueryValue.url($0) }
      switch self {
      case .padded where texts.count == 1: return .compare(.equal, column, .parameter(constants[0]))
      case .padded: return .member(column, of: constants)
      case .citext(let schema):
        let name = schema.quoted(by: "\"")
        if texts.count == 1 {
          return .written(
            "\(column, .additive) OPERATOR(\(name).=) \(parameter: constants[0])", .comparison, type: .condition)
        }
        return .written(
          "\(column, .additive) OPERATOR(\(name).=) ANY (CAST(ARRAY[\(constants.map { .parameter($0) })] AS \(name).citext[]))",
          .comparison, type: .condition, mayBeNull: column.mayBeNull)
      }
    }
  }
#endif
