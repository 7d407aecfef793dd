import PredicateStatements
import PredicateSyntax
import PredicateValues

/// Finds expressions with surprising values in a clause of a statement. The conditions of subqueries are not searched, because a path in them may
/// start at the subquery's variable and not at the object of the statement.
struct Surprises: PredicateVisitor {
  /// `loans.@avg.days`
  struct Average {
    enum Collection {
      case path(QueryKeyPath)
      /// `SUBQUERY(loans, $l, $l.days > 3)`
      case subquery(QueryExpression)
    }

    let collection: Collection
    let key: QueryKeyPath
    let range: SourceRange
  }

  /// `now() - 30`: a value, and a whole number that is added to it or subtracted from it.
  struct Sum {
    let date: QueryExpression
    let number: Int64
    let range: SourceRange
    let numberRange: SourceRange
  }

  /// A subtraction of three numbers that has the form of a day: `2020-01-31`.
  struct Day {
    /// The day with two digits for the month and for the day of the month.
    let text: String
    let result: Int64
    let range: SourceRange
  }

  private(set) var averages: [Average] = []
  /// The values that are compared with nil.
  private(set) var testedForNil: [QueryExpression] = []
  private(set) var sums: [Sum] = []
  /// The differences of dates that are compared with a number of at most 366. The number probably means days, but the difference is in seconds.
  private(set) var differences: [QueryExpression] = []
  private(set) var casts: [QueryExpression] = []
  /// Paths of several steps whose last one is a part of a date.
  private(set) var dateParts: [(path: QueryKeyPath, range: SourceRange)] = []
  /// The places of positions 0 in substring functions, which count from 1.
  private(set) var firstLetters: [SourceRange] = []
  private(set) var days: [Day] = []

  /// The properties that are compared with nil.
  var nilTests: [(name: String, range: SourceRange)] {
    testedForNil.compactMap { value in value.bareName.map { ($0, value.range) } }
  }

  mutating func visit(_ predicate: QueryPredicate) -> Bool {
    guard case .comparison(let comparison) = predicate.node else { return true }
    if case .literal(.null) = comparison.right.node { testedForNil.append(comparison.left) }
    for (side, other) in [(comparison.left, comparison.right), (comparison.right, comparison.left)] {
      guard case .binary(.subtract, _, _) = side.node, case .literal(.integer(let number)) = other.node,
        (1...366).contains(number)
      else { continue }
      differences.append(side)
    }
    return true
  }

  mutating func visit(_ expression: QueryExpression) -> Bool {
    switch expression.node {
    case .subquery: return false
    case .cast: casts.append(expression)
    case .call("substring:", let arguments) where arguments.count > 1:
      if case .literal(.integer(0)) = arguments[1].node { firstLetters.append(expression.range) }
    case .binary(.subtract, let date, let right), .binary(.add, let date, let right):
      if let day = Self.day(expression) { days.append(day) }
      if case .literal(.integer(let number)) = right.node {
        sums.append(Sum(date: date, number: Int64(number), range: expression.range, numberRange: right.range))
      }
    case .path(let base, let path):
      if case .subquery = base.node, case .collectionOperator("avg") = path.first, let key = Self.path(path.rest[...]) {
        averages.append(Average(collection: .subquery(base), key: key, range: expression.range))
      }
    case .keyPath(let path):
      let components = path.components
      let place = components.firstIndex { if case .collectionOperator("avg") = $0 { true } else { false } }
      if let place, let collection = Self.path(components[..<place]), let key = Self.path(components[(place + 1)...]) {
        averages.append(Average(collection: .path(collection), key: key, range: expression.range))
      }
      if path.count > 2, case .key(let name)? = components.last, DateProperty(name: name) != nil {
        dateParts.append((path, expression.range))
      }
    default: break
    }
    return true
  }

  /// The day that a subtraction has the form of; nil for every other expression.
  private static func day(_ expression: QueryExpression) -> Day? {
    guard case .binary(.subtract, let left, let right) = expression.node,
      case .binary(.subtract, let first, let second) = left.node, case .literal(.integer(let year)) = first.node,
      case .literal(.integer(let month)) = second.node, case .literal(.integer(let day)) = right.node,
      (1800...2200).contains(year), (1...12).contains(month), (1...31).contains(day)
    else { return nil }
    let text = "\(year)-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)"
    return Day(text: text, result: Int64(year - month - day), range: expression.range)
  }

  private static func path(_ components: ArraySlice<QueryKeyPath.Component>) -> QueryKeyPath? {
    components.first.map { QueryKeyPath($0, Array(components.dropFirst())) }
  }
}
