import PredicateBinding
import PredicateModel
import PredicateValues

/// A database's answer to an ``SQLFormRequest``.
package enum SQLForm: Sendable {
  /// The SQL has the same meaning.
  case exact(SQLExpression)
  /// A condition that is true for the same rows, and perhaps for further rows. The text is the name of the request in messages.
  case wider(SQLExpression, String)
  /// A condition that is true for the same rows, for rows for which memory reports an error, and perhaps for further rows.
  case widerWithFailures(SQLExpression, String)
  /// The database has no SQL for the request. The text is the name of the request in messages.
  case none(String)
}

/// How a database expresses the meaning of the language. ``SQLDialect`` only has the spelling of SQL.
///
/// The planner itself writes the operators that work in the same way in every database. For everything else it calls ``form(of:in:)``.
///
/// No requirement has a default here, so a lowering that wraps another one cannot forget a member. A database conforms to ``DatabaseLowering``, whose
/// defaults are right for every database. The members without such a default are facts about the database.
package protocol SQLLowering: Sendable {
  var dialect: any SQLDialect { get }
  /// The rewrites that make statements faster in this database.
  var rewrites: SQLRewrites { get }
  /// The database's own rewrites of a test; nil if it has none.
  var testRewrite: SQLTestRewrite? { get }
  /// The database's own rewrite of a statement; nil if it has none.
  var selectRewrite: SQLSelectRewrite? { get }

  /// The database's SQL for a request that SQL's own operators do not express in every database.
  func form(of request: SQLFormRequest, in planner: inout SQLPlanner) throws(PredicateIssue) -> SQLForm

  // Types and columns

  /// The SQL type for values of a type of the language. Nil if SQL's operators do not compare and compute them as the language does.
  func type(of type: QueryType) -> SQLType?
  /// Whether SQL computes a value from its parts with the same result as the language: arithmetic, a choice, an aggregate. The types of the parts
  /// have representations in SQL.
  func computesAsIs(_ value: CoreValue, in planner: SQLPlanner) -> Bool
  /// The arithmetic as SQL that the database computes without a function of the project; nil for SQL's operator.
  func arithmetic(_ value: CoreValue, in planner: inout SQLPlanner) throws(PredicateIssue) -> SQLExpression?
  /// Whether SQL's operators compare two values as the language does. The types of the values have representations in SQL. If false, the planner
  /// requests ``SQLFormRequest/compare``.
  func comparesAsIs(_ left: CoreValue, _ right: CoreValue) -> Bool
  /// Whether MIN and MAX accept values of the type. The caller knows that SQL orders the type as the language does.
  func hasExtremes(of type: QueryType) -> Bool
  /// Whether a decimal number can be compared with the numbers of columns, because SQL can represent it exactly.
  func hasExactForm(_ decimal: QueryDecimal) -> Bool
  /// The type of an unconverted column; ``SQLType/stored`` if each value has its own type.
  func type(ofColumn attribute: Attribute) -> SQLType
  /// Whether comparisons of the unconverted column use the scalars' order.
  func comparesByScalars(_ attribute: Attribute) -> Bool
  /// A column of a key as a value that compares by scalars. It is the unconverted column if the column's type compares in this way.
  func keyValue(of attribute: Attribute, in column: SQLExpression) -> SQLExpression
  /// Whether a comparison can use the unconverted column, so that an index of the column can be used.
  func isReadAsItIs(_ attribute: Attribute) -> Bool
  /// An attribute's value, converted to the representation that its type has in SQL. NULL if the column contains a value of another type.
  func value(of attribute: Attribute, in column: SQLExpression) -> SQLExpression
  /// The unconverted column of an attribute, if its rows prove that they contain only values of the attribute, in the same order. If `mayReadAll` is
  /// true, the proof may read all values, which takes linear time.
  func provenColumn(_ read: SQLColumnRead, mayReadAll: Bool) -> SQLExpression?
  func isMissing(_ attribute: Attribute, in column: SQLExpression) -> SQLExpression
  /// Whether a constant number is compared with an attribute's column alike as a parameter and in the condition of an index.
  func comparesNumbers(_ attribute: Attribute) -> Bool
  /// Whether the rows prove that a column contains only NULL and values of the attribute. The order of the stored values may differ from that of the
  /// attribute's values.
  ///
  /// - Parameter mayReadAll: Whether all values may be read for the proof, because the statement reads them anyway.
  func holdsOnlyValues(_ read: SQLColumnRead, mayReadAll: Bool) -> Bool

  // Keys

  /// Whether a foreign key and the key of another table compare as equal exactly if they contain equal values.
  func areAlike(_ columns: [String], of table: String, and key: [String], of other: String) -> Bool
  /// How equal pairs in a join table are told apart; nil if the schema proves that no two rows have the same pair in these columns.
  func repeatedPairs(_ columns: [String], of table: String) -> SQLRepeatedPairs?
  /// Whether the schema proves that no two rows of a table have the same values in some columns.
  func areDistinct(_ columns: [String], of table: String) -> Bool
  /// How a foreign key is compared with the key that it refers to; nil if `=` compares them correctly.
  ///
  /// - Parameter isGrouped: Whether the rows with the key are grouped.
  func keyComparison(
    of column: String, in table: String, with key: String, of other: String, isGrouped: Bool
  ) -> (any SQLKeyComparison)?

  // Ways through relationships

  /// Whether the elements for all rows are found together, because the database cannot find those of a single row.
  func findsAllAtOnce(_ range: CoreRange, in planner: inout SQLPlanner) throws(PredicateIssue) -> Bool
  /// The database's own test whether a range has an element; nil if the planner's usual test is used.
  func exists(_ range: CoreRange, in planner: inout SQLPlanner) throws(PredicateIssue) -> SQLExpression?
  /// The database's own SQL for a value over all elements of a range that starts at a row. Nil if the planner's usual statement is used, which runs
  /// for each row.
  func fold(
    _ fold: SQLFold, over range: CoreRange, in planner: inout SQLPlanner
  ) throws(PredicateIssue) -> SQLExpression?
  /// Whether the database groups a joined statement only once, even in a subquery that runs for each row, and reads only some of its groups if a
  /// constant selects them. If true, elements are grouped even if an index finds the elements of one row.
  var groupsElements: Bool { get }
  /// Adds conditions to a SELECT over the elements of all rows, so that it reads fewer elements. The source of the first step has already been added.
  func narrow(
    _ range: CoreRange, _ link: SQLStepLink, in scope: Int, of planner: inout SQLPlanner
  ) throws(PredicateIssue)
  /// The source with the columns of a row whose path has more steps than one SELECT can join; nil if one SELECT suffices.
  func source(
    ofLongPath row: CoreRow, in scope: Int, of planner: inout SQLPlanner
  ) throws(PredicateIssue) -> Int?
  /// The elements of a collection value as rows with their positions; nil if the database cannot list them.
  func elements(
    of collection: CoreValue, inAnyOrder: Bool, in planner: inout SQLPlanner
  ) throws(PredicateIssue) -> SQLElements?
  /// The stored position of an object in an ordered relationship: a whole number, or NULL.
  func place(in column: SQLExpression, isTrusted: Bool) -> SQLExpression
  /// Whether the statement must read a table without its indexes.
  ///
  /// - Parameter columns: The columns that each row is looked up by; empty if all rows are read.
  func avoidsIndexes(of table: String, foundBy columns: [String], _ indexes: SQLIndexes) -> Bool
}

/// The lowering of a database: ``SQLLowering`` with the defaults that are right for every database.
///
/// A default never asserts a fact about the database. A default gives no SQL for a form, proves nothing about the rows, and keeps the planner's usual
/// statements.
/// Facts have no default: how values compare and compute, how columns store them, and how keys compare. A wrong answer to one of them makes wrong
/// results, and the contract suite of the tests finds most of these.
package protocol DatabaseLowering: SQLLowering {}

extension DatabaseLowering {
  package var testRewrite: SQLTestRewrite? { nil }
  package var selectRewrite: SQLSelectRewrite? { nil }
  package func form(of request: SQLFormRequest, in planner: inout SQLPlanner) throws(PredicateIssue) -> SQLForm {
    .none(request.words)
  }
  package func arithmetic(_ value: CoreValue, in planner: inout SQLPlanner) throws(PredicateIssue) -> SQLExpression? {
    nil
  }

  /// The unconverted column, if it is the attribute's value without a proof. A database that converts columns overrides this.
  package func provenColumn(_ read: SQLColumnRead, mayReadAll: Bool) -> SQLExpression? {
    let column = SQLExpression.column(
      read.attribute.column, of: read.source, type: type(ofColumn: read.attribute), mayBeNull: true)
    return value(of: read.attribute, in: column).isColumn ? column : nil
  }
  package func holdsOnlyValues(_ read: SQLColumnRead, mayReadAll: Bool) -> Bool { false }
  package func areDistinct(_ columns: [String], of table: String) -> Bool { false }

  package func findsAllAtOnce(_ range: CoreRange, in planner: inout SQLPlanner) throws(PredicateIssue) -> Bool { false }
  package func exists(_ range: CoreRange, in planner: inout SQLPlanner) throws(PredicateIssue) -> SQLExpression? { nil }
  package func fold(
    _ fold: SQLFold, over range: CoreRange, in planner: inout SQLPlanner
  ) throws(PredicateIssue) -> SQLExpression? { nil }
  package var groupsElements: Bool { false }
  package func narrow(
    _ range: CoreRange, _ link: SQLStepLink, in scope: Int, of planner: inout SQLPlanner
  ) throws(PredicateIssue) {}
  package func source(
    ofLongPath row: CoreRow, in scope: Int, of planner: inout SQLPlanner
  ) throws(PredicateIssue) -> Int? { nil }
  package func elements(
    of collection: CoreValue, inAnyOrder: Bool, in planner: inout SQLPlanner
  ) throws(PredicateIssue) -> SQLElements? { nil }
  package func avoidsIndexes(of table: String, foundBy columns: [String], _ indexes: SQLIndexes) -> Bool { false }
}

/// How a foreign key is compared with its key, if `=` does not compare them correctly.
package protocol SQLKeyComparison: Sendable {
  /// The conditions under which the foreign key refers to the key. All of them must be true.
  func conditions(key: SQLExpression, foreign: SQLExpression) -> [SQLExpression]
  /// The foreign key's column, converted for use as the key.
  func asKey(_ foreign: SQLExpression) -> SQLExpression
}

/// The rows of a join table in which a pair may occur more than once.
package struct SQLRepeatedPairs: Sendable {
  /// A column with another number in each row; nil if there is none.
  package let uniqueColumn: String?

  package init(uniqueColumn: String?) { self.uniqueColumn = uniqueColumn }
}

/// A value that is computed from all elements of a range.
package struct SQLFold {
  package enum Kind: Equatable {
    case count
    case extreme(isLeast: Bool)
    case sum(isAverage: Bool)
  }

  package let kind: Kind
  /// The value of each element; nil if elements are only counted.
  package let element: CoreValue?

  package init(_ kind: Kind, of element: CoreValue? = nil) {
    self.kind = kind
    self.element = element
  }

  /// The value for a range that has a start but no elements. Nil if it is NULL, as for a range without a start.
  package var none: SQLExpression? {
    switch kind {
    case .count, .sum(isAverage: false): .integer(0)
    case .sum(isAverage: true): .cast(.integer(0), .double)
    case .extreme: nil
    }
  }
}

/// The elements of a collection value as rows.
package struct SQLElements {
  package let relation: SQLSource.Relation
  /// Makes the value of an element from the value column of its row.
  package let value: @Sendable (SQLExpression) -> SQLExpression

  package init(_ relation: SQLSource.Relation, value: @escaping @Sendable (SQLExpression) -> SQLExpression) {
    self.relation = relation
    self.value = value
  }
}
