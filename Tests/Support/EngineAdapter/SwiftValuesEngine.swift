import PredicateBinding
import PredicateConformance
import PredicateEngine
import PredicateReference
import PredicateSyntax
import PredicateValues

/// Answers by the engine over Swift values, and fails if the reference evaluator has another answer.
struct SwiftValuesEngine: AdapterEngine {
  let lending: MovieLending
  let engines = ["memory"]

  /// The result of an evaluation: equal for two engines that agree.
  private enum Outcome: Equatable {
    case holds([Bool])
    case issue(code: String, SourceRange?)

    init(_ body: () throws(PredicateIssue) -> [Bool]) {
      do throws(PredicateIssue) {
        self = .holds(try body())
      } catch {
        self = .issue(code: error.code, error.range)
      }
    }
  }

  /// Evaluates the predicate over the value itself, over the value as `Any`, and among other elements. Fails if the reference and the engine
  /// disagree.
  func evaluate(
    _ predicate: QueryPredicate, object: QueryValue, variables: [Variable]
  ) throws(PredicateIssue) -> Bool {
    let expected = Result { () throws(PredicateIssue) in
      try predicate.evaluateByReference(with: object, variables: QueryVariables(variables))
    }
    let reference = Outcome { () throws(PredicateIssue) in [try expected.get()] }
    try compare(reference, predicate, [object], variables)
    try compare(reference, predicate, [SwiftValue.any(object)], variables)
    return try expected.get()
  }

  private func compare<Element>(
    _ reference: Outcome, _ predicate: QueryPredicate, _ elements: [Element], _ variables: [Variable]
  ) throws(PredicateIssue) {
    let single = Outcome { () throws(PredicateIssue) in
      let query = try BoundQuery<Element>(predicate, variables: QueryVariables(variables))
      var found: [Bool] = []
      for element in elements { found.append(try query.matches(element)) }
      return found
    }
    let run = Outcome { () throws(PredicateIssue) in
      let query = try BoundQuery<Element>(predicate, variables: QueryVariables(variables))
      let positions = try (elements + elements).filterIndices(query)
      // The elements occur twice, so every match must be found twice.
      let found = elements.indices.map(positions.contains)
      return positions == (found + found).indices.filter { (found + found)[$0] } ? found : []
    }
    guard single == reference, run == reference else {
      throw Self.disagreement("\(reference) by reference, \(single) alone and \(run) in a run of \(Element.self)")
    }
  }

  /// The value that the reference computes. Fails if the engine does not find that the expression equals it.
  func value(
    _ expression: QueryExpression, object: QueryValue, variables: [Variable]
  ) throws(PredicateIssue) -> QueryValue {
    let result = Result { () throws(PredicateIssue) in
      try expression.valueByReference(with: object, variables: QueryVariables(variables))
    }
    // The variable's name contains a space, so that no format contains it.
    let found = if case .success(let value) = result { value } else { QueryValue.null }
    for comparison: ComparisonOperator in [.equal, .lessThanOrEqual] {
      let predicate = QueryPredicate.comparison(QueryComparison(expression, comparison, .variable("the result")))
      let variables = variables + [("the result", found)]
      do throws(PredicateIssue) {
        _ = try evaluate(predicate, object: object, variables: variables)
      } catch  where error.code == Self.disagreementCode {
        throw error
      } catch {
        // The reference and the engine refuse the comparison in the same way.
      }
    }
    return try result.get()
  }

  func filter(
    fixture: String, entity: String, predicate: QueryPredicate, variables: [Variable], engine: String
  ) throws(AdapterFailure) -> AdapterRows {
    do throws(PredicateIssue) {
      let variables = QueryVariables(variables)
      switch entity {
      case "Movie":
        let keys = try Self.keys(of: lending.movies, predicate, variables)
        let copies = lending.movies.elements.map(MovieCopy.init)
        let positions = try Self.positions(in: copies, predicate, variables)
        guard positions.map({ lending.movies.ids[$0] }) == keys else {
          throw Self.disagreement("structs at \(positions), instances with \(keys)")
        }
        return .keys(keys.map { .integer($0) })
      case "Friend": return .keys(try Self.keys(of: lending.friends, predicate, variables).map { .integer($0) })
      case "Tag": return .keys(try Self.keys(of: lending.tags, predicate, variables).map { .integer($0) })
      case "Loan": return .keys(try Self.keys(of: lending.loans, predicate, variables).map { .integer($0) })
      default: throw PredicateIssue(kind: .unknownKey, code: "unknown-entity", message: "no entity \(entity)")
      }
    } catch {
      throw .issue(error)
    }
  }

  private static func keys<Element>(
    of rows: MovieLending.Rows<Element>, _ predicate: QueryPredicate, _ variables: QueryVariables
  ) throws(PredicateIssue) -> [Int64] {
    try positions(in: rows.elements, predicate, variables).map { rows.ids[$0] }.sorted()
  }

  /// The positions that the engine finds. Fails if the reference finds other positions.
  private static func positions<Element>(
    in elements: [Element], _ predicate: QueryPredicate, _ variables: QueryVariables
  ) throws(PredicateIssue) -> [Int] {
    let query = try BoundQuery<Element>(predicate, variables: variables)
    let found = try elements.filterIndices(query)
    var expected: [Int] = []
    for index in elements.indices where try query.matchesByReference(elements[index]) { expected.append(index) }
    guard found == expected else { throw disagreement("\(found), and \(expected) by reference, of \(Element.self)") }
    return found
  }

  private static let disagreementCode = "engines-disagree"

  private static func disagreement(_ message: String) -> PredicateIssue {
    PredicateIssue(kind: .unsupported, code: disagreementCode, message: message)
  }
}
