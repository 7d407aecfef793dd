import PredicateModel
import PredicateStatements
import PredicateSyntax

/// Statements about films, and the issues of wrong ones, with the hints of the advice.
struct AdvisedStatements {
  private let model = DataModel.movies
  private let entity = "Movie"

  /// The issues of a statement; empty if a database would run it.
  func issues(_ text: String, foldsLike: Bool = true) -> [PredicateIssue] {
    do {
      if case .query(let query) = try StatementParser(model: model, currentEntity: entity).parse(text).get() {
        _ = try BoundFetch(query.fetch, model: model)
      }
      return []
    } catch let failure as StatementFailure {
      return improved(failure.issues, in: text, foldsLike)
    } catch let issue as PredicateIssue {
      return improved([issue], in: text, foldsLike)
    } catch {
      return [PredicateIssue(kind: .unsupported, code: "unexpected", message: "\(error)", range: nil)]
    }
  }

  private func improved(_ issues: [PredicateIssue], in text: String, _ foldsLike: Bool) -> [PredicateIssue] {
    let advice = StatementAdvice(
      model: model, currentEntity: entity, commandUsages: [("tables", ".tables")], foldsLike: foldsLike)
    return advice.improved(issues, in: text)
  }
}
