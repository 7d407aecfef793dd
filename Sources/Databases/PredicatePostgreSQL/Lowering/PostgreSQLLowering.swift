#if PostgreSQL
  import PredicateBinding
  import PredicateModel
  import PredicateSQL
  import PredicateValues

  /// PostgreSQL's SQL for the language. A construct has SQL only if the SQL has the same meaning. Memory evaluates all other constructs.
  ///
  /// Nothing is installed on the server. The SQL of predicates that only PostgreSQL understands is written in this folder.
  struct PostgreSQLLowering: DatabaseLowering {
    /// The names of tables with their schemas.
    let tables: [ScalarString: String]
    /// The labels of each enum, by the enum's name. The server would raise an error for a constant that is not a label.
    let labels: [String: Set<ScalarString>]
    /// The columns (table and column) whose `=` may equate texts with different scalars.
    let looseColumns: Set<[ScalarString]>
    /// The lists of columns that are unique together, by tables.
    let uniqueColumns: [ScalarString: [Set<ScalarString>]]
    /// The collations, in SQL, of the columns (table and column) whose collation differs from the database's. The server cannot compare two of them.
    let collations: [[ScalarString]: String]
    /// The schema of the type `citext`; nil for a database without this type.
    let citextSchema: String?
    /// Whether texts are UTF-8. In other encodings bytes and scalars are in different orders, so memory evaluates all tests of texts except equality.
    let isUTF8: Bool

    /// Whether the server may sum floating-point numbers itself. The result depends on the order of the rows.
    let usesServerSums: Bool

    /// The tables whose rows are on other servers.
    let partitioned: [ScalarString: PartitionedTable]

    var dialect: any SQLDialect { PostgreSQLDialect(tables: tables) }

    /// The server's own planner orders conditions, and turns EXISTS into semi-joins and NOT EXISTS into anti-joins. It does not group elements before
    /// it counts them, and it runs a subquery of each row for each row. Statements over several servers are rewritten by ``PartitionedRewrite``.
    var rewrites: SQLRewrites {
      let all: SQLRewrites = [.countGroups, .pairTargets, .keysAlone, .lateJoins]
      return partitioned.isEmpty ? all.union(.groupedJoins) : all
    }

    var groupsElements: Bool { true }

    var selectRewrite: SQLSelectRewrite? { PartitionedRewrite.rewrite(partitioned) }

    /// Every level of a nested value passes through this function, so its frame must be small: each case calls a function.
    func form(of request: SQLFormRequest, in planner: inout SQLPlanner) throws(PredicateIssue) -> SQLForm {
      switch request {
      case .compare, .member, .match, .equalsFolded: try condition(request, &planner)
      case .dynamic: try dynamic(request, &planner)
      case .value, .typeless: try value(request, &planner)
      default: combined(request)
      }
    }

    @inline(never)
    private func condition(_ request: SQLFormRequest, _ planner: inout SQLPlanner) throws(PredicateIssue) -> SQLForm {
      let words = request.words
      switch request {
      case .compare(let comparison, let left, let right):
        return try compare(comparison, left, right, words, &planner)
      case .member(let value, let constants): return try member(value, constants, words, &planner)
      case .match(let match, let subject, let pattern): return try self.match(match, subject, pattern, words, &planner)
      case .equalsFolded(let subject, let text, let options):
        return try equalsFolded(subject, text, options, words, &planner)
      default: return .none(words)
      }
    }

    @inline(never)
    private func dynamic(_ request: SQLFormRequest, _ planner: inout SQLPlanner) throws(PredicateIssue) -> SQLForm {
      let words = request.words
      guard case .dynamic(let op, let value, let other, let options) = request, options.isEmpty else {
        return .none(words)
      }
      if op == .between {
        guard case .list(let pair) = other.node, pair.count == 2 else { return .none(words) }
        let low = try compare(.greaterOrEqual, value, pair[0], words, &planner)
        return low.and(try compare(.lessOrEqual, value, pair[1], words, &planner))
      }
      if let form = try memberOfArray(value, op, other, &planner) { return form }
      return try compareInside(value, op, other, &planner) ?? .none(Self.obstacle(value, other, words))
    }

    @inline(never)
    private func value(_ request: SQLFormRequest, _ planner: inout SQLPlanner) throws(PredicateIssue) -> SQLForm {
      let known: SQLExpression? =
        switch request {
        case .value(let value):
          if let length = try length(value, &planner) {
            length
          } else if let count = try byteCount(value, &planner) {
            count
          } else {
            try dateProperty(value, &planner)
          }
        case .typeless(let value): try arrayLength(value, &planner)
        default: nil
        }
      return known.map { .exact($0) } ?? .none(request.words)
    }

    /// Sort keys and sums.
    @inline(never)
    private func combined(_ request: SQLFormRequest) -> SQLForm {
      switch request {
      case .order(_, .string) where !isUTF8, .order(_, .url) where !isUTF8: return .none(request.words)
      case .order(let value, let type):
        return .exact(type == .string || type == .url ? value.byScalars : value)
      case .sum(let isAverage, let term, fractionsOf: nil): return .exact(sum(isAverage, term, .integer))
      case .sum(isAverage: false, let term, fractionsOf: .decimal?) where term.hasDecimalSums:
        return .exact(sum(false, term, .decimal))
      case .sum(let isAverage, let term, fractionsOf: .double?) where usesServerSums:
        return .exact(sum(isAverage, term, .double))
      case .windowSum(let term, fractionsOf: nil, let window):
        let sum = window.of(SQLFunction("SUM", .integer, isOfGroup: true), [Self.summand(term)], mayBeNull: true)
        return .exact(.written("COALESCE(\(sum), 0)", type: .integer, mayBeNull: false))
      default: return .none(request.words)
      }
    }

    // MARK: Types

    func type(of type: QueryType) -> SQLType? { SQLType(type) }

    /// True, because `numeric` has all digits of a decimal number.
    func hasExactForm(_ decimal: QueryDecimal) -> Bool { true }

    /// False for booleans and UUIDs, because the server has no MIN of them.
    func hasExtremes(of type: QueryType) -> Bool {
      switch type {
      case .integer, .double, .decimal, .date: true
      default: false
      }
    }

    /// Other arithmetic of the server ends with an error in cases that give a double or nil in the language.
    func computesAsIs(_ value: CoreValue, in planner: SQLPlanner) -> Bool {
      switch value.node {
      case .arithmetic, .negate: isExact(value, planner)
      // The server would convert two types to one: 9007199254740993 as a double is 9007199254740992.
      case .choose(_, let first, let second):
        // A text that may have either of two collations has none, and the server cannot group such texts.
        first.isNull || second.isNull || first.type == second.type && (first.type != .string || !mixesCollations)
      default: true
      }
    }

    /// True for keys, which are whole numbers. This lowering itself compares everything else.
    func comparesAsIs(_ left: CoreValue, _ right: CoreValue) -> Bool { left.type.isObject && right.type.isObject }

    // MARK: Columns

    func type(ofColumn attribute: Attribute) -> SQLType { SQLType(attribute.type) ?? .stored }

    func comparesByScalars(_ attribute: Attribute) -> Bool {
      attribute.type != .string && attribute.type != .url || attribute.textOrder == .scalars
    }

    /// True, because a column contains only values of its type. ``form(of:in:)`` compares the columns whose values this lowering converts.
    func isReadAsItIs(_ attribute: Attribute) -> Bool { true }
    func comparesNumbers(_ attribute: Attribute) -> Bool { true }

    /// A column of integers contains nothing else.
    func place(in column: SQLExpression, isTrusted: Bool) -> SQLExpression { column }

    /// Labels of an enum are compared as texts, which have an order by scalars. The server orders labels as they are declared, and has no operators for
    /// domains over enums.
    func keyValue(of attribute: Attribute, in column: SQLExpression) -> SQLExpression {
      switch attribute.serverType {
      case .label, .castText: value(of: attribute, in: column)
      default: column
      }
    }

    /// A column in the representation of its type: a date as seconds since 2001. Values that read as nil are NULL.
    func value(of attribute: Attribute, in column: SQLExpression) -> SQLExpression {
      switch attribute.serverType {
      case .float4:
        .written(
          "CASE WHEN \(column, .additive) <> 'NaN' THEN CAST(\(column) AS double precision) END", type: .double,
          mayBeNull: true)
      // CASE is used, because postgres_fdw does not send NULLIF to a server.
      case .float8:
        .written("CASE WHEN \(column, .additive) <> 'NaN' THEN \(column) END", type: .double, mayBeNull: true)
      case .numeric:
        .written("CASE WHEN abs(\(column)) < 'Infinity' THEN \(column) END", type: .decimal, mayBeNull: true)
      case .paddedText, .castText, .citext, .label, .time:
        SQLExpression(
          .cast(column, .string), type: .string, mayBeNull: column.mayBeNull, hasOwnCollation: column.hasOwnCollation)
      case .date, .timestamp, .timestamptz:
        .written(
          "CAST(EXTRACT(EPOCH FROM \(column)) - 978307200 AS double precision)", type: .date)
      case .interval: .written("CAST(EXTRACT(EPOCH FROM \(column)) AS double precision)", type: .double)
      default: column
      }
    }

    /// The column itself as a sort key, for types that the server sorts like the language; nil for other types.
    func provenColumn(_ read: SQLColumnRead, mayReadAll: Bool) -> SQLExpression? {
      guard read.attribute.serverType?.type == .date else { return nil }
      return .column(read.attribute.column, of: read.source, type: .date, mayBeNull: true)
    }

    /// A column of dates has nothing else, and the conversion of a date is never NULL.
    func holdsOnlyValues(_ read: SQLColumnRead, mayReadAll: Bool) -> Bool { read.attribute.serverType?.type == .date }

    func isMissing(_ attribute: Attribute, in column: SQLExpression) -> SQLExpression {
      switch attribute.serverType {
      case .float4, .float8:
        .any([column.isNull, .written("\(column, .additive) = 'NaN'", .comparison, type: .condition)])
          .twoValued
      case .numeric:
        .any([column.isNull, .written("abs(\(column)) >= 'Infinity'", .comparison, type: .condition)]).twoValued
      case .jsonb:
        .any([column.isNull, .written("\(column, .additive) = 'null'", .comparison, type: .condition)])
          .twoValued
      case .json:
        // The column keeps the text as it was written, including the white space that JSON allows.
        .any([
          column.isNull,
          .written("btrim(CAST(\(column) AS text), E' \\t\\n\\r') = 'null'", .comparison, type: .condition),
        ]).twoValued
      default: column.isNull
      }
    }

    private var mixesCollations: Bool { Set(collations.values).count > 1 }

    func collation(of column: String, in table: String) -> String? {
      collations[[ScalarString(table), ScalarString(column)]]
    }

    /// True if `=` compares the foreign key with the key by values, also under the key's collation.
    func areAlike(_ columns: [String], of table: String, and key: [String], of other: String) -> Bool {
      zip(columns, key).allSatisfy { column, key in
        !looseColumns.contains([ScalarString(table), ScalarString(column)])
          && !looseColumns.contains([ScalarString(other), ScalarString(key)])
          && keyComparison(of: column, in: table, with: key, of: other, isGrouped: false) == nil
      }
    }

    func areDistinct(_ columns: [String], of table: String) -> Bool {
      let names = Set(columns.map { ScalarString($0) })
      return uniqueColumns[ScalarString(table)]?.contains { names.isSuperset(of: $0) } == true
    }

    /// The keys of tables on other servers are not visible, so the model is trusted.
    func repeatedPairs(_ columns: [String], of table: String) -> SQLRepeatedPairs? {
      partitioned[ScalarString(table)] != nil || areDistinct(columns, of: table)
        ? nil : SQLRepeatedPairs(uniqueColumn: nil)
    }

    func keyComparison(
      of column: String, in table: String, with key: String, of other: String, isGrouped: Bool
    ) -> (any SQLKeyComparison)? {
      guard let own = collation(of: column, in: table), let keys = collation(of: key, in: other), own != keys else {
        return nil
      }
      return CollatedKey(collation: keys)
    }

    // MARK: Elements of arrays

    func findsAllAtOnce(_ range: CoreRange, in planner: inout SQLPlanner) throws(PredicateIssue) -> Bool {
      // A source that the attempt adds is added again by the SQL itself.
      var attempt = planner
      return try existsInArray(range, &attempt) != nil
    }

    func exists(_ range: CoreRange, in planner: inout SQLPlanner) throws(PredicateIssue) -> SQLExpression? {
      try existsInArray(range, &planner)
    }

    // MARK: Aggregates

    /// The term of a sum of whole numbers. The sum is exact, because the server adds decimal numbers. For a mean, the nearest double is divided. A
    /// boolean is 0 or 1.
    private static func summand(_ value: SQLExpression) -> SQLExpression {
      value.type == .boolean ? SQLExpression.written("CAST(\(value) AS integer)", type: .integer) : value
    }

    private func sum(_ isAverage: Bool, _ value: SQLExpression, _ type: SQLType) -> SQLExpression {
      let sum = SQLExpression.function(
        SQLFunction("SUM", type, isOfGroup: true), [Self.summand(value)], mayBeNull: true)
      if isAverage {
        let count = SQLExpression.function(.count, [], mayBeNull: false)
        return .written(
          "COALESCE(CAST(\(sum) AS double precision) / NULLIF(\(count), 0), 0)", type: .double, mayBeNull: false)
      }
      // CASE is used, because postgres_fdw does not send COALESCE to a server.
      if !partitioned.isEmpty { return .choose(sum.isNull, .integer(0), otherwise: sum) }
      return .written("COALESCE(\(sum), 0)", type: type, mayBeNull: false)
    }
  }

  /// A foreign key whose collation differs from its key's. The key's collation is stated, which the server also uses to check the foreign key.
  private struct CollatedKey: SQLKeyComparison {
    let collation: String

    func asKey(_ foreign: SQLExpression) -> SQLExpression {
      .written("\(foreign, .primary) COLLATE \(collation)", .primary, type: .string, mayBeNull: foreign.mayBeNull)
    }

    func conditions(key: SQLExpression, foreign: SQLExpression) -> [SQLExpression] {
      [.compare(.equal, key, asKey(foreign))]
    }
  }

  extension SQLForm {
    /// The conjunction of two results.
    func and(_ other: SQLForm) -> SQLForm { joined(other) { .all($0) } }

    /// The disjunction of two results.
    func or(_ other: SQLForm) -> SQLForm { joined(other) { .any($0) } }

    private func joined(_ other: SQLForm, _ join: ([SQLExpression]) -> SQLExpression) -> SQLForm {
      switch (self, other) {
      case (.none, _), (.widerWithFailures, _): self
      case (_, .none), (_, .widerWithFailures): other
      case (.exact(let a), .exact(let b)): .exact(join([a, b]))
      case (.exact(let a), .wider(let b, let words)), (.wider(let a, let words), .exact(let b)),
        (.wider(let a, let words), .wider(let b, _)):
        .wider(join([a, b]), words)
      }
    }
  }

  extension SQLExpression {
    /// Whether every sum of such values is a decimal number: the digits are bounded by the declaration of a column, or by those of all columns of arithmetic.
    fileprivate var hasDecimalSums: Bool {
      switch node {
      case .binary(let op, _, _): op.isArithmetic && type == .decimal
      case .negate: type == .decimal
      default: read?.attribute.declaredDigits != nil
      }
    }

    /// A condition of `IS NULL OR …`, which is NULL for no row: a column that is NULL makes the first part true.
    fileprivate var twoValued: SQLExpression { SQLExpression(node, type: type, mayBeNull: false) }
  }

  extension QueryType {
    fileprivate var isObject: Bool { if case .object = self { true } else { false } }
  }
#endif
