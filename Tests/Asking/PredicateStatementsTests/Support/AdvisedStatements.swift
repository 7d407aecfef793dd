import PredicateModel
import PredicateStatements
import PredicateSyntax

/// Statements about films, and the issues of wrong ones, with the hints of the advice.
struct AdvisedStatements {
  private let model = DataModel.movies
  private let entity = "Movie"

  /// The issues of a statement; none if a database would run it.
  func issues(_ text: String) -> [PredicateIssue] {
    do {
      if case .query(let query) = try StatementParser(model: model, currentEntity: entity).parse(text).get() {
        _ = try BoundFetch(query.fetch, model: model)
      }
      return []
    } catch let failure as StatementFailure {
      return improved(failure.issues, in: text)
    } catch let issue as PredicateIssue {
      return improved([issue], in: text)
    } catch {
      return [PredicateIssue(kind: .unsupported, code: "unexpected", message: "\(error)", range: nil)]
    }
  }

  private func improved(_ issues: [PredicateIssue], in text: String) -> [PredicateIssue] {
    StatementAdvice(model: model, currentEntity: entity, commandUsages: [("tables", ".tables")])
      .improved(issues, in: text)
  }
}
