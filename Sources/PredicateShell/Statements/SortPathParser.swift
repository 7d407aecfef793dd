import PredicateModel
import PredicateSyntax
import PredicateValues

/// Reads the path of a sort key, and follows it through the model, so that the first name that leads nowhere is the one that is
/// named.
struct SortPathParser {
  let model: DataModel
  let entity: Entity

  /// Where the path has led to.
  private enum Place {
    case object(Entity)
    case objects(Entity)
    case value(QueryType)
  }

  /// Takes `a`, `a.b.c`, `a."b c"`, `#size`, `tags.@count`.
  func parse(_ scanner: inout StatementScanner) throws(PredicateIssue) -> QueryKeyPath {
    scanner.skipSpaces()
    let start = scanner.position
    var components: [QueryKeyPath.Component] = []
    var place = Place.object(entity)
    repeat {
      let (component, range) = try component(&scanner)
      place = try step(from: place, to: component, at: range)
      components.append(component)
    } while scanner.take(".")
    let range = scanner.range(from: start)
    switch place {
    case .value(.collection(let element)): throw .sortType(QueryType.collection(element).description, range: range)
    case .value: break
    case .object(let entity): throw .sortType(QueryType.object(entity.name).description, range: range)
    case .objects(let entity): throw .sortType(QueryType.collection(.object(entity.name)).description, range: range)
    }
    // There is a first one: the loop reads at least one.
    return QueryKeyPath(components[0], Array(components.dropFirst()))
  }

  private func component(
    _ scanner: inout StatementScanner
  ) throws(PredicateIssue) -> (QueryKeyPath.Component, SourceRange) {
    let start = scanner.position
    if scanner.take("@") {
      if let word = scanner.takeName() { return (.collectionOperator(word.text), scanner.range(from: start)) }
    } else {
      _ = scanner.take("#")
      if let word = scanner.takeName() ?? scanner.takeQuotedName() {
        return (.key(word.text), scanner.range(from: start))
      }
    }
    let found = scanner.isAtEnd ? "" : scanner.takeAnything().text
    throw .sortKeyExpected(found: found, range: scanner.range(from: start))
  }

  private func step(
    from place: Place, to component: QueryKeyPath.Component, at range: SourceRange
  ) throws(PredicateIssue) -> Place {
    switch (place, component) {
    case (.objects, .collectionOperator("count")), (.value(.collection), .collectionOperator("count")):
      return .value(.integer)
    case (.object(let entity), .key(let name)): return try member(name, of: entity, at: range)
    // Nothing is known of what is inside.
    case (.value(.any), _), (.value(.dictionary), _): return .value(.any)
    case (.objects(let entity), .key(let name)):
      throw .sortByManyValues(name, of: entity.name, range: range)
    case (_, .collectionOperator(let name)):
      throw .sortOperator(name, range: range)
    case (.value(let type), .key(let name)):
      throw .keyOfValue(name, type.description, range: range)
    case (_, .variable(let name)), (_, .call(let name, _)):
      throw .sortKeyExpected(found: name, range: range)
    case (_, .placeholder(let placeholder)):
      throw .sortKeyExpected(found: "%\(placeholder.conversion)", range: range)
    }
  }

  private func member(_ name: String, of entity: Entity, at range: SourceRange) throws(PredicateIssue) -> Place {
    switch entity.member(named: name) {
    case .attribute(let attribute): return .value(attribute.type)
    case .relationship(let relationship):
      guard let destination = model.destination(of: relationship) else { return .value(.any) }
      return relationship.cardinality == .toMany ? .objects(destination) : .object(destination)
    case nil:
      throw .unknownSortKey(name, of: entity.name, known: entity.memberNames, range: range)
    }
  }
}
