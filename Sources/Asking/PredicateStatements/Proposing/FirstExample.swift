import PredicateModel
import PredicateSyntax

extension StatementParser {
  /// A statement to try on this database, in its canonical form: one with a path to another entity if there is one. It gives few rows, and
  /// needs no order, so it costs nothing. Nil if no statement is accepted.
  ///
  /// - Parameter accepts: Whether a statement has an answer.
  package func firstExample(_ accepts: (QueryStatement) -> Bool) -> String? {
    let entities = model.entities
    let own = entities.filter { $0.name == currentEntity } + entities.filter { $0.name != currentEntity }
    // Objects that others refer to are those that people know.
    let linked = own.sorted { $0.relationships.count > $1.relationships.count }
    let texts = own.lazy.flatMap { paths(from: $0) } + linked.map { "\($0.name.asStatementName) limit 5" }
    return texts.first { text in
      guard let query = parse(text).query else { return false }
      // A text that does not bind is not an example: its names may need quotes.
      do throws(PredicateIssue) {
        return try BoundStatement(query, model: model, variables: [:]).bound.notes.isEmpty && accepts(query)
      } catch {
        return false
      }
    }
  }

  /// `Album show title, artist.name limit 5`.
  private func paths(from entity: Entity) -> [String] {
    guard let title = entity.titleAttribute?.name else { return [] }
    return entity.relationships.compactMap { relationship in
      guard relationship.cardinality == .toOne, relationship.destination != entity.name,
        let name = model.destination(of: relationship)?.titleAttribute?.name
      else { return nil }
      return "\(entity.name.asStatementName) show \(title), \(relationship.name).\(name) limit 5"
    }
  }
}
