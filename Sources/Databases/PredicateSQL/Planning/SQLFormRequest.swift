import PredicateBinding
import PredicateModel
import PredicateSyntax
import PredicateValues

/// A part of a predicate whose SQL operators differ between databases, or from the language. The lowering of a database returns its SQL.
///
/// The cases are indirect, so that a request takes one word of each stack frame of the recursion.
package indirect enum SQLFormRequest {
  // Conditions

  /// A comparison of values. SQL's operators would give other results than the language.
  case compare(CoreComparison, CoreValue, CoreValue)
  /// A comparison of values whose families are known only at run time.
  case dynamic(ComparisonOperator, CoreValue, CoreValue, StringOptions)
  /// Membership in a list of constants. SQL's operators would give other results than the language.
  case member(CoreValue, [QueryValue])
  case match(CoreMatch, CoreValue, CoreValue)
  /// Whether a text equals an already folded text, ignoring the differences of the options.
  case equalsFolded(CoreValue, CoreValue, StringOptions)
  /// A condition that is always false, but that the database must not evaluate before it has read a row.
  case neverTrue

  // Values

  /// A value whose type exists in SQL. In some databases SQL's operators cannot compute it.
  case value(CoreValue)
  /// A value whose type, or the type of a part, does not exist in SQL.
  case typeless(CoreValue)
  /// A value together with its type, because values of several types are possible.
  case any(CoreValue)
  /// A text without the differences that the options ignore.
  case fold(SQLExpression, StringOptions)
  /// The key of an object that is a computed value, not a row.
  case key(CoreValue)
  /// A key of several columns as one value.
  case identity([SQLExpression])

  // Order, groups and aggregates

  /// A value as a sort key.
  case rank(CoreValue)
  /// A column of groups or of distinct rows as a sort key.
  case order(SQLExpression, QueryType)
  /// A sum or a mean of elements; 0 without elements.
  ///
  /// - Parameter fractionsOf: The type of terms that may have fractions; nil for whole numbers. A sum with fractions is exact, and is rounded once
  ///   at the end.
  case sum(isAverage: Bool, SQLExpression, fractionsOf: QueryType?)
  /// The sum of a window of rows. The parameters are those of `sum`.
  case windowSum(SQLExpression, fractionsOf: QueryType?, SQLWindow)
  /// A value that is the same for all objects of a group.
  case groupKey(CoreValue)
  /// An aggregate of a group over values that SQL's own functions do not accept.
  case groupAggregate(GroupAggregate.Function, CoreValue)

  /// The name of the request in messages.
  package var words: String {
    switch self {
    case .compare, .dynamic, .member: "A comparison of values of these types"
    case .match(let match, _, _): match.words
    case .equalsFolded, .fold: "Ignoring case, accents or other differences in texts"
    case .neverTrue: "A condition whose evaluation can fail for a row"
    case .value(let value): value.words
    case .typeless(let value), .any(let value): "A value of the type \(value.type.description)"
    case .key: "An object as a value"
    case .identity: "A primary key of several columns as a value"
    case .rank(let value): "Sorting by values of the type \(value.type.description)"
    case .order(_, let type): "Sorting by values of the type \(type.description)"
    case .sum, .windowSum: "A sum"
    case .groupKey(let value): "Grouping by values of the type \(value.type.description)"
    case .groupAggregate(.statistic(let statistic), _): "The aggregate \(statistic.name)"
    case .groupAggregate(_, let value): "An aggregate of values of the type \(value.type.description)"
    }
  }
}

extension CoreMatch {
  fileprivate var words: String {
    switch self {
    case .prefix: "BEGINSWITH"
    case .suffix: "ENDSWITH"
    case .contains: "CONTAINS"
    case .like: "LIKE"
    case .regularExpression: "MATCHES"
    }
  }
}

extension CoreValue {
  fileprivate var words: String {
    switch node {
    case .call(let definition, _): "The function \(definition.name)"
    case .cast(_, let target): "CAST to \(target.name)"
    case .property(_, let name): "The property \(name)"
    case .arithmetic(let op, _, _): "The operator \(op.spelling)"
    case .fold: "Ignoring case, accents or other differences in texts"
    case .index: "An element of a collection"
    default: "A value of the type \(type.description)"
    }
  }
}

extension SQLPlanner {
  /// The database's SQL for a request. `form(of:in:)` needs the planner as `inout`, so it is called on a copy of the lowering.
  package mutating func form(of request: SQLFormRequest) throws(PredicateIssue) -> SQLForm {
    let lowering = lowering
    return try lowering.form(of: request, in: &self)
  }

  /// The database's exact SQL for a request. Without exact SQL, the function throws `sql-unsupported` with the name of the request.
  package mutating func exact(_ request: SQLFormRequest, range: SourceRange) throws(PredicateIssue) -> SQLExpression {
    try Self.exact(try form(of: request), range: range)
  }

  /// The expression of an exact form. For any other form, throws `sql-unsupported`.
  package static func exact(_ form: SQLForm, range: SourceRange) throws(PredicateIssue) -> SQLExpression {
    switch form {
    case .exact(let expression): return expression
    case .wider(_, let words), .widerWithFailures(_, let words), .none(let words):
      throw .unsupportedInSQL(words, range: range)
    }
  }
}
