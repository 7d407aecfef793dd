import PredicateBinding
import PredicateModel
import PredicateSQL
import PredicateValues

/// SQLite's meaning of the language, with the functions of ``SQLiteFunctions``: it has exact SQL for every construct.
package struct SQLiteLowering: DatabaseLowering {
  /// Whether the database stores text as UTF-8. In UTF-16, texts do not sort by their scalars.
  let isUTF8: Bool
  /// Whether texts are searched by functions that count their steps. SQLite's own function compares, in the worst case, each byte of a text with each
  /// byte of the pattern, and counts that as one step.
  var countsSteps = false
  /// Collects the columns that a statement relies on; nil if the statement may run later than it is made.
  var reliedColumns: ReliedColumns?
  let keyForms: SQLKeyForms
  package var rewrites: SQLRewrites

  /// The SQL for a database in which a foreign key refers to a key exactly if their values are equal. The types and collations that the columns
  /// declare are not used.
  package init(isUTF8: Bool = true, rewrites: SQLRewrites = .sqlite) {
    self.init(isUTF8: isUTF8, keyForms: .unknown, rewrites: rewrites)
  }

  init(isUTF8: Bool, keyForms: SQLKeyForms, rewrites: SQLRewrites = .sqlite) {
    self.isUTF8 = isUTF8
    self.keyForms = keyForms
    self.rewrites = rewrites
  }

  package var dialect: any SQLDialect { SQLiteDialect(isUTF8: isUTF8) }

  package func type(of type: QueryType) -> SQLType? { type == .decimal ? nil : SQLType(type) }

  /// SQL's operators give the same results for the types of ``type(of:)``, because ``form(of:in:)`` has the operators that differ.
  package func computesAsIs(_ value: CoreValue, in planner: SQLPlanner) -> Bool { true }
  package func comparesAsIs(_ left: CoreValue, _ right: CoreValue) -> Bool { true }
  package func hasExtremes(of type: QueryType) -> Bool { true }

  /// True only if a double is exactly the number, because a rounded double would compare differently.
  package func hasExactForm(_ decimal: QueryDecimal) -> Bool {
    decimal.wholeValue != nil || NumberOrder.compare(decimal, decimal.nearestDouble) == .equal
  }

  /// The elements of a JSON array or object as rows, with their indexes or names.
  static func elements(ofArray list: SQLExpression) -> SQLExpression { .written("json_each(\(list))", type: .shape) }

  package func elements(
    of collection: CoreValue, inAnyOrder: Bool, in planner: inout SQLPlanner
  ) throws(PredicateIssue) -> SQLElements? {
    let (tag, values) = try planner.tagged([collection], inAnyOrder: inAnyOrder)
    let list = SQLExpression.function(.elements, [tag] + values, mayBeNull: true)
    return SQLElements(.elements(Self.elements(ofArray: list))) { .function(.element, [$0], mayBeNull: true) }
  }

  // Ways through relationships

  package func findsAllAtOnce(_ range: CoreRange, in planner: inout SQLPlanner) throws(PredicateIssue) -> Bool {
    try planner.readsWholeTable(range)
  }

  package func exists(
    _ range: CoreRange, in planner: inout SQLPlanner
  ) throws(PredicateIssue) -> SQLExpression? {
    if let comparison = try planner.comparisonOfExtreme(range) { return comparison }
    let keys = try planner.selectOfAllRows(range) { planner, all, foreignKey throws(PredicateIssue) in
      planner.select([foreignKey], all, where: all.filter)
    }
    return keys.map { .member($0.key, of: $0.select) }
  }

  package func fold(
    _ fold: SQLFold, over range: CoreRange, in planner: inout SQLPlanner
  ) throws(PredicateIssue) -> SQLExpression? {
    try planner.foldOfAllRows(fold, over: range)
  }

  package func narrow(
    _ range: CoreRange, _ link: SQLStepLink, in scope: Int, of planner: inout SQLPlanner
  ) throws(PredicateIssue) {
    if try planner.readsWholeTable(range, inAnyStep: true) { try planner.keepSelected(range, link, in: scope) }
  }

  package func source(
    ofLongPath row: CoreRow, in scope: Int, of planner: inout SQLPlanner
  ) throws(PredicateIssue) -> Int? {
    try planner.sourceOfLongPath(to: row, in: scope)
  }

  /// To read all rows SQLite chooses the smallest index, and fails if the connection lacks that index's collation.
  package func avoidsIndexes(of table: String, foundBy columns: [String], _ indexes: SQLIndexes) -> Bool {
    !indexes.areUsable(ofTable: table) && !columns.contains { indexes.begin(with: $0, of: table) }
  }
}

/// SQLite's answers to ``SQLFormRequest``: calls of Swift functions, which run the language's own code.
extension SQLiteLowering {
  /// Every level of a nested value passes through this function, so its frame must be small: each case calls a function.
  package func form(
    of request: SQLFormRequest, in planner: inout SQLPlanner
  ) throws(PredicateIssue) -> SQLForm {
    switch request {
    case .value: .exact(try value(request, &planner))
    case .typeless, .any: .exact(try box(request, &planner))
    case .compare: try comparison(request, &planner)
    case .dynamic: try dynamic(request, &planner)
    case .member, .match, .equalsFolded, .neverTrue: try condition(request, &planner)
    case .fold, .key, .identity, .rank, .order, .sum, .windowSum, .groupKey, .groupAggregate:
      try otherForm(of: request, &planner)
    }
  }

  @inline(never)
  private func box(_ request: SQLFormRequest, _ planner: inout SQLPlanner) throws(PredicateIssue) -> SQLExpression {
    switch request {
    case .typeless(let value): try planner.typeless(value)
    case .any(let value): try planner.boxed(value)
    default: .null
    }
  }

  @inline(never)
  private func comparison(_ request: SQLFormRequest, _ planner: inout SQLPlanner) throws(PredicateIssue) -> SQLForm {
    guard case .compare(let comparison, let left, let right) = request else { return .none(request.words) }
    let (tags, values) = try planner.tagged([left, right])
    return .exact(.function(.compare, [.name("\(comparison)"), tags] + values, mayBeNull: false))
  }

  @inline(never)
  private func dynamic(_ request: SQLFormRequest, _ planner: inout SQLPlanner) throws(PredicateIssue) -> SQLForm {
    if let test = try textTest(request, &planner) { return .exact(test) }
    guard case .dynamic(let op, let left, let right, let options) = request else { return .none(request.words) }
    return Self.dynamic(op, try planner.tagged([left, right]), options)
  }

  @inline(never)
  private static func dynamic(
    _ op: ComparisonOperator, _ operands: (tags: SQLExpression, values: [SQLExpression]), _ options: StringOptions
  ) -> SQLForm {
    let arguments = [.name(op.spelling), operands.tags] + operands.values + [.integer(Int(options.rawValue))]
    return .exact(.function(.dynamic, arguments, mayBeNull: false))
  }

  @inline(never)
  private func condition(_ request: SQLFormRequest, _ planner: inout SQLPlanner) throws(PredicateIssue) -> SQLForm {
    switch request {
    case .neverTrue: return .exact(.function(.never, [], mayBeNull: false))
    case .member(let value, let constants):
      let (tag, values) = try planner.tagged([value])
      guard let list = SQLBox.parameter(.array(constants)) else {
        return .none("An object that is not in the database")
      }
      return .exact(.function(.member, [tag] + values + [.parameter(list)], mayBeNull: false))
    case .match(let match, let subject, let pattern): return .exact(try self.match(match, subject, pattern, &planner))
    case .equalsFolded(let subject, let text, let options):
      let values = [try planner.value(subject), try planner.value(text)]
      return .exact(.strict(.equals, values + [.integer(Int(options.rawValue))]))
    default: return .none(request.words)
    }
  }

  @inline(never)
  private func otherForm(of request: SQLFormRequest, _ planner: inout SQLPlanner) throws(PredicateIssue) -> SQLForm {
    switch request {
    case .fold(let text, let options): return .exact(.strict(.fold, [text, .integer(Int(options.rawValue))]))
    case .key(let object):
      return .exact(.function(.key, [try planner.boxed(object)], type: .object, mayBeNull: true))
    case .identity(let columns):
      return .exact(.function(.list, [Self.tags(of: columns)] + columns, mayBeNull: false))
    case .rank(let value): return .exact(try rank(of: value, &planner))
    case .order(let value, let type): return .exact(Self.ranked(value, type))
    case .sum(let isAverage, let term, let type):
      return .exact(Self.sum(isAverage ? .average : .sum, term, fractionsOf: type))
    case .windowSum(let term, let type, let window):
      return .exact(window.of(Self.sum(.sum, term, fractionsOf: type)))
    case .groupKey(let key): return .exact(try groupKey(key, &planner))
    case .groupAggregate(let function, let value): return try aggregate(function, value, &planner)
    case .compare, .dynamic, .member, .match, .equalsFolded, .neverTrue, .value, .typeless, .any:
      return .none(request.words)
    }
  }

  /// The tags of values as columns hold them.
  private static func tags(of columns: [SQLExpression]) -> SQLExpression {
    .name(String(repeating: SQLValueTag.stored.rawValue, count: columns.count))
  }

  /// A string test without options of a column without a type that is proven to hold only texts; nil for any other comparison.
  @inline(never)
  private func textTest(
    _ request: SQLFormRequest, _ planner: inout SQLPlanner
  ) throws(PredicateIssue) -> SQLExpression? {
    guard case .dynamic(let op, let left, let right, let options) = request else { return nil }
    let (subject, pattern) = op == .in ? (right, left) : (left, right)
    let match: CoreMatch
    switch op {
    case .in, .contains: match = .contains
    case .beginsWith: match = .prefix
    case .endsWith: match = .suffix
    case .like: match = .like(options)
    default: return nil
    }
    guard options.isEmpty, case .string(let text)? = pattern.constantValue, !text.isEmpty,
      case .attribute = subject.node,
      let column = bareValue(try planner.tagged(subject), planner, onlyTexts: true)
    else { return nil }
    if match == .contains, !countsSteps {
      return .compare(.greater, .strict(.position, [column, .parameter(.string(text))]), .integer(0))
    }
    return .strict(match.function, [column, .parameter(.string(text)), .integer(Int(options.rawValue))])
  }

  /// A string test. All tests are Swift functions over UTF-8 bytes, except for CONTAINS of a text without options.
  private func match(
    _ match: CoreMatch, _ subject: CoreValue, _ pattern: CoreValue, _ planner: inout SQLPlanner
  ) throws(PredicateIssue) -> SQLExpression {
    var (subject, options) = (subject, StringOptions())
    switch match {
    case .like(let own), .regularExpression(let own): options = own
    case .prefix, .suffix, .contains:
      if case .fold(let operand, let own) = subject.node {
        (subject, options) = (operand, own)
      } else if match == .contains, !countsSteps, case .string(let text)? = pattern.constantValue, !text.isEmpty {
        let place = SQLExpression.strict(.position, [try planner.value(subject), .parameter(.string(text))])
        return .compare(.greater, place, .integer(0))
      }
    }
    let values = [try planner.value(subject), try planner.value(pattern)]
    return .strict(match.function, values + [.integer(Int(options.rawValue))])
  }

  /// A value whose type exists in SQL: a function of the language's function table, a conversion, a property, an operator, an element of a
  /// collection.
  @inline(never)
  private func value(_ request: SQLFormRequest, _ planner: inout SQLPlanner) throws(PredicateIssue) -> SQLExpression {
    guard case .value(let value) = request else { return .null }
    switch value.node {
    case .call: return try planner.call(value, isBoxed: false)
    case .cast: return try planner.cast(value, isBoxed: false)
    case .property: return try planner.property(of: value)
    case .arithmetic: return try bits(value, &planner)
    case .index: return try planner.indexed(value)
    default: return try planner.typeless(value)
    }
  }

  /// An operation on bits, or a power.
  @inline(never)
  private func bits(_ value: CoreValue, _ planner: inout SQLPlanner) throws(PredicateIssue) -> SQLExpression {
    guard case .arithmetic(let op, let left, let right) = value.node else { return .null }
    let operands = [try planner.value(left), try planner.value(right)]
    if op == .power { return .function(.power, operands, mayBeNull: true) }
    return .function(.bits, [.integer(Int(op.rawValue))] + operands, mayBeNull: true)
  }
}

extension CoreMatch {
  /// The function that runs the test.
  fileprivate var function: SQLFunction {
    switch self {
    case .prefix: .beginsWith
    case .suffix: .endsWith
    case .contains: .contains
    case .like: .like
    case .regularExpression: .matches
    }
  }
}

/// Keys. SQLite compares two columns by the affinity and the collation in their declarations.
extension SQLiteLowering {
  package func areAlike(_ columns: [String], of table: String, and key: [String], of other: String) -> Bool {
    keyForms.areAlike(columns, of: table, and: key, of: other)
  }

  package func repeatedPairs(_ columns: [String], of table: String) -> SQLRepeatedPairs? {
    keyForms.mayRepeat(columns, of: table) ? SQLRepeatedPairs(uniqueColumn: keyForms.rowNumber(of: table)) : nil
  }

  package func areDistinct(_ columns: [String], of table: String) -> Bool {
    keyForms.areUnique(columns, of: table)
  }

  package func keyComparison(
    of column: String, in table: String, with key: String, of other: String, isGrouped: Bool
  ) -> (any SQLKeyComparison)? {
    let lost = keyForms.lostAffinity(of: column, of: table, to: key, of: other)
    return lost == .besides && isGrouped ? SQLKeyForms.LostAffinity.besidesInGroups : lost
  }
}

extension SQLKeyForms.LostAffinity: SQLKeyComparison {
  func asKey(_ foreign: SQLExpression) -> SQLExpression { foreign.unindexed }

  func conditions(key: SQLExpression, foreign: SQLExpression) -> [SQLExpression] {
    let bare = SQLExpression.compare(.equal, key, foreign.unindexed)
    return switch self {
    case .besides: [.compare(.equal, key, foreign), bare]
    case .besidesInGroups: [.compare(.greaterOrEqual, key, foreign), .compare(.lessOrEqual, key, foreign), bare]
    case .numberOfText: [.any(Self.nearNumbers(of: key, foreign)), bare]
    case .alone: [bare]
    }
  }

  /// Conditions that a number is close to the number of a text, so that the text may mean this number: SQLite writes 15 digits. They allow for two
  /// exceptions: the texts of infinities do not convert to numbers, and the text of the greatest double may be read as an infinity. A text is greater
  /// than every number.
  private static func nearNumbers(of text: SQLExpression, _ number: SQLExpression) -> [SQLExpression] {
    let value = SQLExpression.cast(text, .double)
    let bounds = [1 - 0x1p-46, 1 + 0x1p-46].map {
      SQLExpression.arithmetic(.multiply, value, .parameter(.double($0)), isInteger: false)
    }
    let greatest = Double.greatestFiniteMagnitude * (1 - 0x1p-46)
    return [
      .between(
        number, .function(.minimum, bounds, mayBeNull: true), .function(.maximum, bounds, mayBeNull: true)),
      .compare(.greaterOrEqual, number, .parameter(.double(greatest))),
      .compare(.lessOrEqual, number, .parameter(.double(-greatest))),
    ]
  }
}
