import PredicateBinding
import PredicateModel
import PredicateValues

/// A database's answer for a form of the language.
package enum SQLForm: Sendable {
  /// It means the same.
  case exact(SQLExpression)
  /// A condition that holds for the same rows and perhaps more. The words name the form in messages.
  case wider(SQLExpression, String)
  /// A condition that holds for the same rows, for those that make the form fail in memory, and perhaps for more.
  case widerWithFailures(SQLExpression, String)
  /// Nothing. The words name the form in messages.
  case none(String)
}

/// How a database expresses the forms of the language: the seam of meaning. ``SQLDialect`` is the seam of spelling.
///
/// The planner knows the forms that SQL's own operators have in every database. It requests all others by ``form(of:in:)``. The defaults of the other
/// requirements suit a database whose columns hold values of one type, whose keys compare as values, and whose planner finds good plans for relationships.
package protocol SQLLowering: Sendable {
  var dialect: any SQLDialect { get }
  /// The rewrites that pay for the database.
  var rewrites: SQLRewrites { get }
  /// The database's own rewrites of a test; nil if it has none.
  var testRewrite: SQLTestRewrite? { get }
  /// The database's own rewrite of a statement; nil if it has none.
  var selectRewrite: SQLSelectRewrite? { get }

  /// The database's form for a request that SQL's own operators do not express in every database.
  func form(of request: SQLFormRequest, in planner: inout SQLPlanner) throws(PredicateIssue) -> SQLForm

  // Types and columns

  /// The SQL type of a type's values; nil if SQL's operators do not compare and compute with them as the language does.
  func type(of type: QueryType) -> SQLType?
  /// Whether SQL's operators and functions compute a value from its parts as the language does: arithmetic, a choice, an aggregate. The types of the parts have
  /// forms in SQL.
  func computesAsIs(_ value: CoreValue) -> Bool
  /// Whether SQL's operators compare two values as the language does. The types of the values have forms in SQL. Otherwise the comparison is requested as a
  /// form (``SQLFormRequest/compare``).
  func comparesAsIs(_ left: CoreValue, _ right: CoreValue) -> Bool
  /// Whether MIN and MAX accept values of a type that SQL orders as the language does.
  func hasExtremes(of type: QueryType) -> Bool
  /// Whether a decimal number can be compared with the numbers of columns, because it has an exact form.
  func hasExactForm(_ decimal: QueryDecimal) -> Bool
  /// The type of a bare column; ``SQLType/stored`` if each value has its own type.
  func type(ofColumn attribute: Attribute) -> SQLType
  /// Whether comparisons of the bare column use the scalars' order.
  func comparesByScalars(_ attribute: Attribute) -> Bool
  /// Whether a comparison can use the bare column, in the order of its index.
  func isReadAsItIs(_ attribute: Attribute) -> Bool
  /// An attribute's value in the one form of its type; NULL if the column holds a value of another type.
  func value(of attribute: Attribute, in column: SQLExpression) -> SQLExpression
  /// The bare column of an attribute, if its rows prove that it holds the attribute's values in their order. The proof takes linear time only if it may read
  /// all values.
  func provenColumn(_ read: SQLColumnRead, mayReadAll: Bool) -> SQLExpression?
  func isMissing(_ attribute: Attribute, in column: SQLExpression) -> SQLExpression

  // Keys

  /// Whether values of some columns of a table equal a key of another table exactly if they are the same values.
  func areAlike(_ columns: [String], of table: String, and key: [String], of other: String) -> Bool
  /// How a foreign key is compared with the key that it refers to; nil if `=` of the two columns has that meaning.
  ///
  /// - Parameter isGrouped: Whether the rows of the key are grouped.
  func keyComparison(
    of column: String, in table: String, with key: String, of other: String, isGrouped: Bool
  ) -> (any SQLKeyComparison)?

  // Ways through relationships

  /// Whether the elements are found for all rows at once, because they cannot be found for one row.
  func findsAllAtOnce(_ range: CoreRange, in planner: inout SQLPlanner) throws(PredicateIssue) -> Bool
  /// The database's own test whether a range has an element; nil for the test of every database.
  func exists(_ range: CoreRange, in planner: inout SQLPlanner) throws(PredicateIssue) -> SQLExpression?
  /// The database's own form of a value of all elements of a range that has a start; nil for a statement per row.
  func fold(
    _ fold: SQLFold, over range: CoreRange, in planner: inout SQLPlanner
  ) throws(PredicateIssue) -> SQLExpression?
  /// Adds conditions to a SELECT over the elements of all rows, so that it reads fewer elements. The first step already has its source.
  func narrow(
    _ range: CoreRange, _ link: SQLStepLink, in scope: Int, of planner: inout SQLPlanner
  ) throws(PredicateIssue)
  /// The source with the columns of a row whose path has more steps than one SELECT can join; nil if the steps fit.
  func source(
    ofLongPath row: CoreRow, in scope: Int, of planner: inout SQLPlanner
  ) throws(PredicateIssue) -> Int?
  /// The elements of a collection that is a value, as rows with their places; nil if the database cannot list them.
  func elements(
    of collection: CoreValue, inAnyOrder: Bool, in planner: inout SQLPlanner
  ) throws(PredicateIssue) -> SQLElements?
  /// The place of an object in an ordered relationship, as a whole number or NULL.
  func place(in column: SQLExpression, isTrusted: Bool) -> SQLExpression
  /// Whether a table is read without its indexes.
  ///
  /// - Parameter columns: The columns that each row is looked up by; empty if all rows are read.
  func avoidsIndexes(of table: String, foundBy columns: [String], _ indexes: SQLIndexes) -> Bool
}

extension SQLLowering {
  package var testRewrite: SQLTestRewrite? { nil }
  package var selectRewrite: SQLSelectRewrite? { nil }
  package func form(of request: SQLFormRequest, in planner: inout SQLPlanner) throws(PredicateIssue) -> SQLForm {
    .none(request.words)
  }

  package func type(of type: QueryType) -> SQLType? { SQLType(type) }
  package func computesAsIs(_ value: CoreValue) -> Bool { true }
  package func comparesAsIs(_ left: CoreValue, _ right: CoreValue) -> Bool { true }
  package func hasExtremes(of type: QueryType) -> Bool { true }
  package func hasExactForm(_ decimal: QueryDecimal) -> Bool { true }
  package func type(ofColumn attribute: Attribute) -> SQLType { SQLType(attribute.type) ?? .stored }
  package func comparesByScalars(_ attribute: Attribute) -> Bool { true }
  package func isReadAsItIs(_ attribute: Attribute) -> Bool { true }
  package func value(of attribute: Attribute, in column: SQLExpression) -> SQLExpression { column }
  /// The bare column if it is the value. A database that converts columns needs a proof.
  package func provenColumn(_ read: SQLColumnRead, mayReadAll: Bool) -> SQLExpression? {
    let column = SQLExpression.column(
      read.attribute.column, of: read.source, type: type(ofColumn: read.attribute), mayBeNull: true)
    return value(of: read.attribute, in: column).isColumn ? column : nil
  }
  package func isMissing(_ attribute: Attribute, in column: SQLExpression) -> SQLExpression { column.isNull }

  package func areAlike(_ columns: [String], of table: String, and key: [String], of other: String) -> Bool { true }
  package func keyComparison(
    of column: String, in table: String, with key: String, of other: String, isGrouped: Bool
  ) -> (any SQLKeyComparison)? { nil }

  package func findsAllAtOnce(_ range: CoreRange, in planner: inout SQLPlanner) throws(PredicateIssue) -> Bool { false }
  package func exists(_ range: CoreRange, in planner: inout SQLPlanner) throws(PredicateIssue) -> SQLExpression? { nil }
  package func fold(
    _ fold: SQLFold, over range: CoreRange, in planner: inout SQLPlanner
  ) throws(PredicateIssue) -> SQLExpression? { nil }
  package func narrow(
    _ range: CoreRange, _ link: SQLStepLink, in scope: Int, of planner: inout SQLPlanner
  ) throws(PredicateIssue) {}
  package func source(
    ofLongPath row: CoreRow, in scope: Int, of planner: inout SQLPlanner
  ) throws(PredicateIssue) -> Int? { nil }
  package func elements(
    of collection: CoreValue, inAnyOrder: Bool, in planner: inout SQLPlanner
  ) throws(PredicateIssue) -> SQLElements? { nil }
  package func place(in column: SQLExpression, isTrusted: Bool) -> SQLExpression { column }
  package func avoidsIndexes(of table: String, foundBy columns: [String], _ indexes: SQLIndexes) -> Bool { false }
}

/// How a foreign key is compared with the key that it refers to, if `=` of the two columns does not have that meaning.
package protocol SQLKeyComparison: Sendable {
  /// Conditions that all hold exactly if the foreign key refers to the key.
  func conditions(key: SQLExpression, foreign: SQLExpression) -> [SQLExpression]
  /// The foreign key's column, for use as the key.
  func asKey(_ foreign: SQLExpression) -> SQLExpression
}

/// A value of all elements of a range.
package struct SQLFold {
  package enum Kind {
    case count
    case extreme(isLeast: Bool)
    case sum(isAverage: Bool)
  }

  package let kind: Kind
  /// The value of each element; nil for the elements themselves.
  package let element: CoreValue?

  package init(_ kind: Kind, of element: CoreValue? = nil) {
    self.kind = kind
    self.element = element
  }

  /// The value of a range without elements; nil for NULL, which a range without a start has, too.
  package var none: SQLExpression? {
    switch kind {
    case .count, .sum(isAverage: false): .integer(0)
    case .sum(isAverage: true): .cast(.integer(0), .double)
    case .extreme: nil
    }
  }
}

/// The elements of a collection as rows.
package struct SQLElements {
  package let relation: SQLSource.Relation
  /// The value of an element, from the value column of its row.
  package let value: @Sendable (SQLExpression) -> SQLExpression

  package init(_ relation: SQLSource.Relation, value: @escaping @Sendable (SQLExpression) -> SQLExpression) {
    self.relation = relation
    self.value = value
  }
}
