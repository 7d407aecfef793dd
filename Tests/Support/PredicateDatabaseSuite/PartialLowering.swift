import PredicateBinding
import PredicateModel
import PredicateSQL
import PredicateSQLite
import PredicateSyntax
import PredicateValues

/// A lowering for SQLite that lacks some SQL, to test on a real connection how a database without this library's functions behaves.
///
/// It forwards every other member to SQLite's lowering. `SQLLowering` has no defaults, so the compiler reports a member that is missing here.
package struct PartialLowering: SQLLowering {
  package enum Lack: Sendable, CaseIterable {
    /// Half of the optional SQL is missing. The wider condition for a text test or a comparison is that both sides are not nil.
    case half
    /// All optional SQL is missing, and SQL's operators do not compare texts like the language.
    case all
  }

  /// A fact that a lowering may assert wrongly.
  package enum Fact: Sendable, CaseIterable {
    /// No two rows of a join table have the same pair.
    case pairsAreUnique
    /// A foreign key has the same value as its key.
    case keysAreAlike
    /// Columns compare texts by their scalars.
    case textsCompareByScalars
  }

  private let base: SQLiteLowering
  /// The SQL that is missing; nil if none is.
  private let lack: Lack?
  /// The fact that is asserted of all columns, although the database does not have it; nil for the database's own facts.
  private var asserted: Fact?

  package init(_ base: SQLiteLowering, without lack: Lack) {
    self.base = base
    self.lack = lack
  }

  /// A lowering with all SQL that asserts a fact.
  package init(_ base: SQLiteLowering, asserting fact: Fact) {
    self.base = base
    lack = nil
    asserted = fact
  }

  package var dialect: any SQLDialect { base.dialect }
  package var rewrites: SQLRewrites { base.rewrites }
  package var testRewrite: SQLTestRewrite? { base.testRewrite }
  package var selectRewrite: SQLSelectRewrite? { base.selectRewrite }

  package func form(of request: SQLFormRequest, in planner: inout SQLPlanner) throws(PredicateIssue) -> SQLForm {
    guard let lack else { return try base.form(of: request, in: &planner) }
    switch (lack, request) {
    case (_, .neverTrue): return try base.form(of: request, in: &planner)
    case (.all, _): return .none(request.words)
    case (_, .match(.like, _, _)), (_, .match(.regularExpression, _, _)), (_, .dynamic), (_, .value), (_, .fold),
      (_, .rank),
      (_, .groupKey), (_, .key), (_, .sum(_, _, fractionsOf: .some)):
      return .none(request.words)
    case (_, .match(_, let subject, let pattern)):
      if case .fold(let text, _) = subject.node { return try Self.notNil([text, pattern], request, &planner) }
      return try Self.notNil([subject, pattern], request, &planner)
    case (_, .equalsFolded(let subject, _, _)): return try Self.notNil([subject], request, &planner)
    // Two nil values are the same, so a condition that only keeps values other than nil would lose rows. The wider condition is therefore true.
    case (_, .compare(.same, _, _)): return .wider(.truth, request.words)
    case (_, .compare(_, let left, let right)): return try Self.notNil([left, right], request, &planner)
    case (_, .member(let value, let constants)):
      return constants.contains(where: \.isNull)
        ? .wider(.truth, request.words) : try Self.notNil([value], request, &planner)
    default: return try base.form(of: request, in: &planner)
    }
  }

  private static func notNil(
    _ values: [CoreValue], _ request: SQLFormRequest, _ planner: inout SQLPlanner
  ) throws(PredicateIssue) -> SQLForm {
    var conditions: [SQLExpression] = []
    for value in values where value.isOptional { conditions.append(try planner.value(value).isNotNull) }
    return .wider(.all(conditions), request.words)
  }

  // MARK: As SQLite has it

  package func type(of type: QueryType) -> SQLType? {
    lack == .all && type == .string ? nil : base.type(of: type)
  }
  package func computesAsIs(_ value: CoreValue, in planner: SQLPlanner) -> Bool {
    base.computesAsIs(value, in: planner)
  }
  package func arithmetic(_ value: CoreValue, in planner: inout SQLPlanner) throws(PredicateIssue) -> SQLExpression? {
    try base.arithmetic(value, in: &planner)
  }
  package func comparesAsIs(_ left: CoreValue, _ right: CoreValue) -> Bool { base.comparesAsIs(left, right) }
  package func hasExtremes(of type: QueryType) -> Bool { base.hasExtremes(of: type) }
  package func hasExactForm(_ decimal: QueryDecimal) -> Bool { base.hasExactForm(decimal) }
  package func type(ofColumn attribute: Attribute) -> SQLType {
    lack == .all && attribute.type == .string ? .stored : base.type(ofColumn: attribute)
  }
  package func comparesByScalars(_ attribute: Attribute) -> Bool {
    asserted == .textsCompareByScalars || base.comparesByScalars(attribute)
  }
  package func keyValue(of attribute: Attribute, in column: SQLExpression) -> SQLExpression {
    base.keyValue(of: attribute, in: column)
  }
  package func comparesNumbers(_ attribute: Attribute) -> Bool { base.comparesNumbers(attribute) }
  package func isReadAsItIs(_ attribute: Attribute) -> Bool { base.isReadAsItIs(attribute) }
  package func value(of attribute: Attribute, in column: SQLExpression) -> SQLExpression {
    base.value(of: attribute, in: column)
  }
  package func isMissing(_ attribute: Attribute, in column: SQLExpression) -> SQLExpression {
    base.isMissing(attribute, in: column)
  }
  /// A text has no type in SQL without functions, so its column proves nothing.
  package func provenColumn(_ read: SQLColumnRead, mayReadAll: Bool) -> SQLExpression? {
    lack == .all && read.attribute.type == .string ? nil : base.provenColumn(read, mayReadAll: mayReadAll)
  }
  package func holdsOnlyValues(_ read: SQLColumnRead, mayReadAll: Bool) -> Bool {
    base.holdsOnlyValues(read, mayReadAll: mayReadAll)
  }
  package func repeatedPairs(_ columns: [String], of table: String) -> SQLRepeatedPairs? {
    asserted == .pairsAreUnique ? nil : base.repeatedPairs(columns, of: table)
  }
  package func areDistinct(_ columns: [String], of table: String) -> Bool { base.areDistinct(columns, of: table) }
  package func areAlike(_ columns: [String], of table: String, and key: [String], of other: String) -> Bool {
    asserted == .keysAreAlike || base.areAlike(columns, of: table, and: key, of: other)
  }
  package func keyComparison(
    of column: String, in table: String, with key: String, of other: String, isGrouped: Bool
  ) -> (any SQLKeyComparison)? {
    base.keyComparison(of: column, in: table, with: key, of: other, isGrouped: isGrouped)
  }
  package func findsAllAtOnce(_ range: CoreRange, in planner: inout SQLPlanner) throws(PredicateIssue) -> Bool {
    try base.findsAllAtOnce(range, in: &planner)
  }
  package func exists(_ range: CoreRange, in planner: inout SQLPlanner) throws(PredicateIssue) -> SQLExpression? {
    try base.exists(range, in: &planner)
  }
  package func fold(
    _ fold: SQLFold, over range: CoreRange, in planner: inout SQLPlanner
  ) throws(PredicateIssue) -> SQLExpression? {
    try base.fold(fold, over: range, in: &planner)
  }
  package var groupsElements: Bool { base.groupsElements }
  package func narrow(
    _ range: CoreRange, _ link: SQLStepLink, in scope: Int, of planner: inout SQLPlanner
  ) throws(PredicateIssue) {
    try base.narrow(range, link, in: scope, of: &planner)
  }
  package func source(
    ofLongPath row: CoreRow, in scope: Int, of planner: inout SQLPlanner
  ) throws(PredicateIssue) -> Int? {
    try base.source(ofLongPath: row, in: scope, of: &planner)
  }
  package func elements(
    of collection: CoreValue, inAnyOrder: Bool, in planner: inout SQLPlanner
  ) throws(PredicateIssue) -> SQLElements? {
    lack == .all ? nil : try base.elements(of: collection, inAnyOrder: inAnyOrder, in: &planner)
  }
  package func place(in column: SQLExpression, isTrusted: Bool) -> SQLExpression {
    base.place(in: column, isTrusted: isTrusted)
  }
  package func avoidsIndexes(of table: String, foundBy columns: [String], _ indexes: SQLIndexes) -> Bool {
    base.avoidsIndexes(of: table, foundBy: columns, indexes)
  }
}
