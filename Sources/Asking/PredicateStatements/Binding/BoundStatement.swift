import PredicateBinding
import PredicateModel
import PredicateSyntax
import PredicateValues

/// A query whose names and types are resolved, together with the parsed query.
package struct BoundStatement: Sendable {
  package let query: QueryStatement
  /// The fetch that the clauses describe.
  package let fetch: EntityFetch
  /// The fetch, bound to ``model``.
  package var bound: BoundFetch
  /// Whether the statement asks only for the number of rows.
  package var isCount: Bool
  package let model: DataModel
  package let variables: QueryVariables

  /// The notes of the parser, of the binder, and on divisions of integers.
  package let notes: [PredicateIssue]

  /// Binds a query. Throws the first issue, with its range in the text.
  package init(_ query: QueryStatement, model: DataModel, variables: QueryVariables) throws(PredicateIssue) {
    self.query = query
    self.model = model
    self.variables = variables
    isCount = query.isCount
    fetch = query.fetch
    bound = try BoundFetch(fetch, model: model, variables: variables)
    var written = query.notes
    if written.contains(where: { $0.has(.booleanText) }) {
      // For a column of texts, `autoload == "yes"` compares with a text, so the note about booleans is left out.
      var texts = ComparedTexts(entity: bound.entity, model: model)
      fetch.predicate?.walk(&texts)
      written.removeAll { note in note.has(.booleanText) && texts.ranges.contains { $0 == note.range } }
    }
    notes = written + bound.notes + (query.isCount ? [] : IntegerDivisions.notes(on: bound, fetch.columns))
  }
}

/// Finds the ranges of the values that a condition compares with texts of objects.
private struct ComparedTexts: PredicateVisitor {
  let entity: Entity
  let model: DataModel
  private(set) var ranges: [SourceRange] = []

  init(entity: Entity, model: DataModel) { (self.entity, self.model) = (entity, model) }

  mutating func visit(_ predicate: QueryPredicate) -> Bool {
    if case .comparison(let comparison) = predicate.node, case .keyPath(let path) = comparison.left.node {
      switch PathTarget.target(of: path, from: entity, in: model) {
      case .value(.string, _)?, .values(.string, _)?: ranges.append(comparison.right.range)
      default: break
      }
    }
    return true
  }
}

extension PredicateIssue {
  /// Whether the issue is a note that matters only if Apple's systems read the predicate. It is not shown for queries of a database.
  package var concernsOtherPlatforms: Bool {
    severity == .note && (has(.extension) || has(.stringReadAsDate) || has(.stringReadAsUUID))
  }
}
