#if PostgreSQL
  import PredicateSQL
  import PredicateValues

  /// The `=` of a type that equates different texts. It is used to find rows by an index of the column; the bytes of the text then decide.
  enum LooseEquality {
    /// `char(n)`: ignores blanks at the end.
    case padded
    /// `citext`: ignores case. The type and its operators are in the schema of the extension, outside of the search path.
    case citext(schema: String)

    /// A test whether a column has one of some texts. If there are more than `most`, an array is used.
    func condition(_ side: PostgreSQLLowering.Operand, _ texts: [String], most: Int) -> SQLExpression {
      let bytes = side.compared.withoutCollation
      let exact = texts.map { QueryValue.string($0) }
      if texts.count == 1 {
        return .all([mayHold(side.expression, texts), .compare(.equal, bytes, .parameter(exact[0]))])
      }
      // Texts whose type the server derives from their place cannot be in an array.
      guard texts.count <= most else { return .member(bytes, of: exact) }
      return .all([mayHold(side.expression, texts), .member(bytes, of: exact)])
    }

    /// A test whether the type's own `=` finds one of some texts in a column.
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
