import PredicateModel
import PredicateSyntax
import PredicateTestSupport

/// Writes simple conditions as SQL on the raw tables, without the code that translates predicates. It only uses correlated subqueries, and
/// reads stored values as the documents define them (a value outside its declared family is nil).
struct PlainSQL {
  /// Thrown for a condition that this writer has no SQL for.
  struct Unknown: Error {}

  /// A step from one row to related rows: their tables, and the condition that relates them.
  private struct Step {
    let entity: Entity
    let alias: String
    /// `FROM … WHERE …`.
    let rows: String
    /// The ORDER BY terms that decide which of several rows is first; empty if there is no defined order.
    let order: String
  }

  let model: DataModel
  private var aliases = 0

  init(_ model: DataModel) { self.model = model }

  /// A statement that selects the references of an entity's rows that a condition is true of, ascending; 1 for each row of an entity
  /// without references.
  static func statement(_ model: DataModel, _ entity: String, where condition: PlainCondition) throws -> String {
    var writer = PlainSQL(model)
    guard let entity = model.entity(named: entity) else { throw Unknown() }
    let alias = writer.alias()
    let test = try writer.text(of: condition, entity, alias)
    let shown = entity.key.referenceColumn.map { "\(alias).\($0.quotedName)" } ?? "1"
    return "SELECT \(shown) FROM \(entity.table.quotedName) AS \(alias) WHERE \(test) ORDER BY 1"
  }

  private mutating func alias() -> String {
    aliases += 1
    return "r\(aliases)"
  }

  // MARK: Conditions

  private mutating func text(of condition: PlainCondition, _ entity: Entity, _ row: String) throws -> String {
    switch condition {
    case .compare(let path, let op, let literal):
      return try value(of: path, entity, row) { Self.comparison($0, op, try Self.constant(literal, for: $1)) }
    case .pair(let left, let op, let right):
      let first = try value(of: left, entity, row)
      let second = try value(of: right, entity, row)
      // UUIDs of both forms meet as digits.
      return Self.comparison(
        between: Self.comparable(first.0, first.1), op, Self.comparable(second.0, second.1))
    case .isNil(let path): return try value(of: path, entity, row) { value, _ in "\(value) IS NULL" }
    case .member(let path, let literals):
      return try value(of: path, entity, row) { value, attribute in
        let items = try literals.map { try Self.constant($0, for: attribute) }
        return "coalesce(\(value) IN (\(items.joined(separator: ", "))), 0)"
      }
    case .between(let path, let low, let high):
      return try value(of: path, entity, row) { value, attribute in
        let bounds = try [low, high].map { try Self.constant($0, for: attribute) }
        return "coalesce(\(value) >= \(bounds[0]) AND \(value) <= \(bounds[1]), 0)"
      }
    case .begins(let path, let prefix):
      return try value(of: path, entity, row) { value, _ in
        "coalesce(substr(\(value), 1, \(prefix.unicodeScalars.count)) = \(prefix.quotedText) COLLATE BINARY, 0)"
      }
    case .missing(let steps):
      return try "NOT " + existence(steps[...], entity, row) { _, _, _ in "1" }
    case .any(let steps, let many, let name, let op, let literal):
      return try existence((steps + [many])[...], entity, row) { _, entity, row in
        guard let attribute = Self.attribute(name, of: entity) else { throw Unknown() }
        return Self.comparison(try Self.value(of: attribute, row), op, try Self.constant(literal, for: attribute))
      }
    case .count(let steps, let many, let op, let count):
      // If the path leads to no object, the count is nil, and only != is true for nil.
      guard !steps.isEmpty else { return "\(try self.count(many, entity, row)) \(op.sql) \(count)" }
      let found = try existence(steps[...], entity, row) { writer, entity, row in
        "\(try writer.count(many, entity, row)) \(op.sql) \(count)"
      }
      guard op == .notEqual else { return found }
      return try "(\(found) OR NOT \(existence(steps[...], entity, row) { _, _, _ in "1" }))"
    case .and(let left, let right): return try "(\(text(of: left, entity, row)) AND \(text(of: right, entity, row)))"
    case .or(let left, let right): return try "(\(text(of: left, entity, row)) OR \(text(of: right, entity, row)))"
    case .not(let operand): return try "NOT (\(text(of: operand, entity, row)))"
    }
  }

  /// SQL that tests whether the relationships lead to a row that meets a test.
  private mutating func existence(
    _ steps: ArraySlice<String>, _ entity: Entity, _ row: String,
    _ test: (inout PlainSQL, Entity, String) throws -> String
  ) throws -> String {
    guard let name = steps.first else { return try test(&self, entity, row) }
    let (step, isToMany) = try step(name, entity, row)
    let rest = try existence(steps.dropFirst(), step.entity, step.alias, test)
    if isToMany { return "EXISTS (SELECT 1 \(step.rows) AND \(rest))" }
    return "coalesce((SELECT \(rest) \(step.rows) \(step.order) LIMIT 1), 0)"
  }

  private mutating func count(_ many: String, _ entity: Entity, _ row: String) throws -> String {
    "(SELECT count(*) \(try step(many, entity, row).step.rows))"
  }

  /// SQL that tests the value at the end of a path. The value is NULL if the path leads to no row.
  private mutating func value(
    of path: PlainCondition.Path, _ entity: Entity, _ row: String, _ test: (String, Attribute) throws -> String
  ) throws -> String {
    let (value, attribute) = try value(of: path, entity, row)
    return try test(value, attribute)
  }

  private mutating func value(
    of path: PlainCondition.Path, _ entity: Entity, _ row: String
  ) throws -> (String, Attribute) {
    var (entity, row) = (entity, row)
    var steps: [Step] = []
    for name in path.steps {
      let (step, isToMany) = try step(name, entity, row)
      guard !isToMany else { throw Unknown() }
      steps.append(step)
      (entity, row) = (step.entity, step.alias)
    }
    guard let attribute = Self.attribute(path.attribute, of: entity) else { throw Unknown() }
    var value = try Self.value(of: attribute, row)
    for step in steps.reversed() { value = "(SELECT \(value) \(step.rows) \(step.order) LIMIT 1)" }
    return (value, attribute)
  }

  private static func attribute(_ name: String, of entity: Entity) -> Attribute? {
    if case .attribute(let attribute)? = entity.member(named: name) { attribute } else { nil }
  }

  // MARK: Relationships

  private mutating func step(_ name: String, _ entity: Entity, _ row: String) throws -> (step: Step, isToMany: Bool) {
    guard let way = entity.relationship(named: name), let destination = model.entity(named: way.destination) else {
      throw Unknown()
    }
    let other = alias()
    let source = "FROM \(destination.table.quotedName) AS \(other)"
    let test: String
    switch way.storage {
    case .foreignKey(let columns):
      let names = way.referencedColumns ?? destination.key.columns
      test = "\(source) WHERE \(Self.refers(columns, of: row, to: names, of: other))"
    case .foreignKeyOfDestination(let columns):
      let names = way.referencedColumns ?? entity.key.columns
      test = "\(source) WHERE \(Self.refers(columns, of: other, to: names, of: row))"
    case .joinTable(let join):
      // A pair counts once, also if the table contains it several times.
      let pair = alias()
      let columns = join.sourceColumns + join.destinationColumns
      let names = columns.indices.map { "p\($0)" }
      let pairs = zip(columns, names).map { "\($0.quotedName) AS \($1)" }.joined(separator: ", ")
      let (own, others) = (Array(names.prefix(join.sourceColumns.count)), names.dropFirst(join.sourceColumns.count))
      test = """
        FROM (SELECT DISTINCT \(pairs) FROM \(join.table.quotedName)) AS \(pair), \
        \(destination.table.quotedName) AS \(other) \
        WHERE \(Self.refers(own, of: pair, to: entity.key.columns, of: row)) \
        AND \(Self.refers(Array(others), of: pair, to: destination.key.columns, of: other))
        """
    }
    let keys = destination.key.referenceColumn.map { [$0] } ?? destination.key.columns
    let order = keys.map { "\(other).\($0.quotedName)" }.joined(separator: ", ")
    let step = Step(
      entity: destination, alias: other, rows: test, order: order.isEmpty ? "" : "ORDER BY \(order)")
    return (step, way.cardinality == .toMany)
  }

  /// The condition of a reference, as SQLite enforces it: the comparison uses the affinity and the collation of the key's column.
  private static func refers(_ own: [String], of row: String, to names: [String], of key: String) -> String {
    zip(own, names).map { "\(key).\($1.quotedName) = +\(row).\($0.quotedName)" }.joined(separator: " AND ")
  }

  // MARK: Values

  /// A column's value in a form that SQL compares with a constant; NULL for a value outside of its family.
  static func value(of attribute: Attribute, _ row: String) throws -> String {
    let column = "\(row).\(attribute.column.quotedName)"
    let isNumber = "typeof(\(column)) IN ('integer', 'real')"
    func number(_ value: String) -> String { "(CASE WHEN \(isNumber) THEN \(value) END)" }
    switch attribute.storage {
    case .dynamic: return "+\(column)"
    case .integer, .real, .zeroOrOne: return number(column)
    case .booleanWords:
      return "(CASE WHEN \(isNumber) THEN \(column) WHEN typeof(\(column)) <> 'text' THEN NULL "
        + "WHEN lower(\(column)) COLLATE BINARY IN ('true', 't', 'yes', 'y', 'on', '1') THEN 1 "
        + "WHEN lower(\(column)) COLLATE BINARY IN ('false', 'f', 'no', 'n', 'off', '0') THEN 0 END)"
    case .text: return "(CASE WHEN typeof(\(column)) = 'text' THEN \(column) END COLLATE BINARY)"
    case .blob: return "(CASE WHEN typeof(\(column)) = 'blob' THEN \(column) END)"
    case .secondsSince2001: return number("CAST(\(column) AS REAL)")
    case .secondsSince1970: return number("CAST(\(column) AS REAL) - 978307200.0")
    case .millisecondsSince1970: return number("(\(column) - 978307200000) / 1000.0")
    case .microsecondsSince1970: return number("(\(column) - 978307200000000) / 1000000.0")
    case .nanosecondsSince1970: return number("(\(column) - 978307200000000000) / 1000000000.0")
    case .secondsSince1601: return number("CAST(\(column) AS REAL) - 12622780800.0")
    case .microsecondsSince1601: return number("(\(column) - 12622780800000000) / 1000000.0")
    case .nanosecondsSince2001: return number("CAST(\(column) AS REAL) / 1000000000.0")
    case .julianDay: return number("(CAST(\(column) AS REAL) - 2451910.5) * 86400.0")
    case .basicISO8601Number:
      let day = "printf('%04d-%02d-%02d', \(column) / 10000, \(column) / 100 % 100, \(column) % 100)"
      return
        "(CASE WHEN \(isNumber) AND \(column) BETWEEN 10000101 AND 99991231 AND CAST(\(column) AS INTEGER) = \(column) "
        + "AND date(\(day)) = \(day) THEN strftime('%s', \(day)) - 978307200.0 END)"
    case .iso8601Text:
      // A generated column can hold the texts in lowercase.
      let texts = (RandomValues.dates + RandomValues.days.dropFirst()).flatMap { text, seconds in
        Set([text, text.lowercased()]).sorted().map { "WHEN \($0.quotedText) THEN \(seconds)" }
      }
      return "(CASE WHEN typeof(\(column)) = 'text' THEN CASE \(column) COLLATE BINARY "
        + "\(texts.joined(separator: " ")) END END)"
    case .uuidText:
      // For length() and GLOB a text ends at an embedded NUL.
      let digits = [8, 4, 4, 4, 12].map { String(repeating: "[0-9a-f]", count: $0) }.joined(separator: "-")
      return "(CASE WHEN typeof(\(column)) = 'text' AND lower(\(column)) GLOB '\(digits)' "
        + "AND instr(\(column), char(0)) = 0 THEN lower(\(column)) END COLLATE BINARY)"
    case .uuidBytes: return "(CASE WHEN typeof(\(column)) = 'blob' AND length(\(column)) = 16 THEN \(column) END)"
    default: throw Unknown()
    }
  }

  private static func comparison(_ value: String, _ op: ComparisonOperator, _ constant: String) -> String {
    "coalesce(\(value) \(op.sql) \(constant), \(op == .notEqual ? 1 : 0))"
  }

  /// A comparison of two values that may be nil. Two nil values are equal.
  private static func comparison(between left: String, _ op: ComparisonOperator, _ right: String) -> String {
    switch op {
    case .equal: "\(left) IS \(right)"
    case .notEqual: "\(left) IS NOT \(right)"
    case .lessThanOrEqual, .greaterThanOrEqual:
      "(coalesce(\(left) \(op.sql) \(right), 0) OR (\(left) IS NULL AND \(right) IS NULL))"
    default: "coalesce(\(left) \(op.sql) \(right), 0)"
    }
  }

  private static func comparable(_ value: String, _ attribute: Attribute) -> String {
    switch attribute.storage {
    // `hex(NULL)` is an empty text, not NULL.
    case .uuidBytes: "nullif(lower(hex(\(value))), '')"
    case .uuidText: "replace(\(value), '-', '')"
    default: value
    }
  }

  private static func constant(_ literal: QueryLiteral, for attribute: Attribute) throws -> String {
    switch literal {
    case .integer(let value): return value == .min ? "(-9223372036854775807 - 1)" : "\(value)"
    case .double(let value), .date(let value): return "\(value)"
    case .boolean(let value): return value ? "1" : "0"
    case .string(let value): return value.quotedText
    case .data(let bytes): return "x'\(bytes.map(Self.hexadecimal).joined())'"
    case .uuid(let value):
      let digits = value.description.lowercased()
      return attribute.storage == .uuidBytes ? "x'\(digits.filter { $0 != "-" })'" : digits.quotedText
    default: throw Unknown()
    }
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16)
    return digits.count == 1 ? "0" + digits : digits
  }
}

extension ComparisonOperator {
  fileprivate var sql: String {
    switch self {
    case .lessThan: "<"
    case .lessThanOrEqual: "<="
    case .greaterThan: ">"
    case .greaterThanOrEqual: ">="
    case .notEqual: "<>"
    default: "="
    }
  }
}
