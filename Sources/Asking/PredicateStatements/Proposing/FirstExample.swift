import PredicateModel
import PredicateSyntax

extension StatementParser {
  /// An example statement for this database in canonical format, if possible with a path to another entity. It gives few rows and needs no sorting,
  /// so it is cheap. Nil if `accepts` is false for all statements.
  ///
  /// - Parameter accepts: Whether a statement has an answer, so that it can be an example.
  package func firstExample(_ accepts: (QueryStatement) -> Bool) -> String? {
    let entities = model.entities
    let own = entities.filter { $0.name == currentEntity } + entities.filter { $0.name != currentEntity }
    // Entities with many relationships come first, because people know them best.
    let linked = own.sorted { $0.relationships.count > $1.relationships.count }
    let texts = own.lazy.flatMap { paths(from: $0) } + linked.map { "\($0.name.asStatementName) limit 5" }
    return texts.first { text in
      guard let query = parse(text).query else { return false }
      // A statement that cannot be bound is not an example. For instance, its names may need quotes.
      do throws(PredicateIssue) {
        return try BoundStatement(query, model: model, variables: [:]).bound.notes.isEmpty && accepts(query)
      } catch {
        return false
      }
    }
  }

  /// Statements such as `Album show title, artist.name limit 5`.
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
