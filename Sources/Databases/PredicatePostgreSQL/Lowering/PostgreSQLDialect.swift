#if PostgreSQL
  import PredicateSQL
  import PredicateValues

  /// The SQL of PostgreSQL 15 or later. The catalogue of an older server lacks some of the columns that are read.
  struct PostgreSQLDialect: SQLDialect {
    /// The names of tables with their schemas, by their names in the model.
    let tables: [ScalarString: String]

    var name: String { "postgresql" }

    /// The table with its schema: `"public"."film"`.
    func quoted(table name: String) -> String { tables[ScalarString(name)] ?? quoted(name) }

    func parameter(_ number: Int) -> String { "$\(number)" }

    var sameOperator: String { "IS NOT DISTINCT FROM" }
    var differentOperator: String { "IS DISTINCT FROM" }
    /// The order of UTF-8 bytes, which is that of scalars.
    var scalarOrder: String { "COLLATE \"C\"" }
    func truth(_ value: Bool) -> String { value ? "TRUE" : "FALSE" }
    func truthTest(_ isTrue: Bool) -> String { isTrue ? "IS TRUE" : "IS NOT TRUE" }
    /// PostgreSQL does not have such a clause.
    var withoutIndexes: String { "" }
    /// True. Keys with a nondeterministic collation are an exception, which ``PostgreSQLLowering/areAlike(_:of:and:of:)`` handles.
    var equatesTextsByScalars: Bool { true }
    var divisionByZeroIsNull: Bool { false }
    func keepsName(ofColumn name: String) -> Bool { true }

    func typeName(of type: SQLType) -> String {
      switch type {
      case .boolean, .condition: "boolean"
      case .integer, .object: "bigint"
      case .double, .date, .number: "double precision"
      case .decimal: "numeric"
      case .string, .url, .stored, .any, .shape: "text"
      case .data: "bytea"
      case .uuid: "uuid"
      }
    }

    /// Dates as seconds since 2001, objects as their keys. All other values are sent in their own types.
    func binding(_ constant: QueryValue) -> QueryValue {
      switch constant {
      case .date(let seconds): .double(seconds)
      case .reference(let reference): .integer(reference.key)
      case .object(let object): object.reference.map { .integer($0.key) } ?? .null
      default: constant
      }
    }

    /// A constant with the type of its parameter: `1990::bigint`, `'7.5'::double precision`. A backslash in a text is a plain character, which is the
    /// server's default.
    func literal(_ constant: QueryValue) -> String {
      guard let text = ServerParameter(constant).text else { return "NULL" }
      switch constant {
      case .boolean(let value): return truth(value)
      case .integer(let value) where value >= 0: return "\(text)::bigint"
      case .url: return quotedText(text)
      case .array(let elements):
        return "\(quotedText(text))::\(typeName(of: elements.first.map { SQLType(of: $0) } ?? .string))[]"
      default: return "\(quotedText(text))::\(typeName(of: SQLType(of: constant)))"
      }
    }

    var boundListElements: (front: String, end: String) { ("SELECT unnest(", ")") }

    var boundRowElements: (front: String, end: String)? { ("SELECT * FROM unnest(", ")") }

    /// An array of constants of one type. Texts whose type the server derives from their place cannot be in an array.
    func boundList(of constants: [QueryValue]) -> QueryValue? {
      let bound = constants.map(binding)
      guard let first = bound.first, first.type != .url,
        bound.allSatisfy({ !$0.isNull && $0.type == first.type })
      else { return nil }
      return .array(bound)
    }

    var concatenationFunction: String? { nil }
    var valuesRow: String { "" }
    var valuesColumn: String { "column1" }
    /// False, because only columns with the collation "C" do.
    var ordersStringsByScalars: Bool { false }

    /// The stack of PostgreSQL's parser limits nesting; there is no fixed number. The protocol allows 65,535 parameters.
    var limits: SQLLimits {
      SQLLimits(
        joinedTables: 128, chainedConditions: 256, nestedStatements: 32, nestedValues: 64, arguments: 100,
        writtenConstants: 64, parameters: 10_000)
    }

    /// Empty, because a column keeps its type in every comparison.
    var unindexed: String { "" }
    /// The order is stated, because PostgreSQL sorts NULL as the greatest value.
    func nullOrder(isAscending: Bool) -> String { isAscending ? " NULLS FIRST" : " NULLS LAST" }
    var unlimited: String { "ALL" }
  }
#endif
