import PredicateDatabases
import PredicateModel
import PredicateObjects
import PredicateStatements
import PredicateSyntax
import PredicateValues

/// Refuses a change whose condition selects objects only because it reads an unreadable value as nil.
///
/// A text in a column of numbers reads as nil, so `score == nil` and `score != 5` select its object, too. A question has a note about that. A change
/// would lose the text, and nobody would see it.
struct UnreadableReads {
  private let change: ChangeStatement
  private let entity: Entity
  private let context: ObjectContext
  private let variables: QueryVariables
  private let paths: [ReadPath]
  private var database: any QueryBackend { context.database }

  init(_ change: ChangeStatement, _ entity: Entity, _ context: ObjectContext, _ variables: QueryVariables) {
    (self.change, self.entity, self.context, self.variables) = (change, entity, context, variables)
    paths = change.predicate.map { ReadPath.all(in: $0, of: entity, context.modelOfObjects) } ?? []
  }

  /// Whether some object may have an unreadable value that the condition or a new value reads. It is found by statements, without loading objects.
  func mayExist(inValues targets: [ChangeTarget]) throws -> Bool {
    var read: [Attribute] = []
    for target in targets {
      guard case .computed = target.source, case .expression(let value) = target.assignment.value else { continue }
      read += AttributesRead.all(by: value, of: entity)
    }
    read += paths.filter(\.relationships.isEmpty).map(\.attribute)
    var seen: Set<ScalarString> = []
    for attribute in read where attribute.mayMisfit && seen.insert(ScalarString(attribute.name)).inserted {
      let isNil = QueryPredicate.comparison(
        QueryComparison(.keyPath(QueryKeyPath(.key(attribute.name))), .equal, .literal(.null)))
      let fetch = EntityFetch(entity.name, where: change.predicate.map { .and([$0, isNil]) } ?? isNil)
      if try database.number(of: fetch, variables: variables) > 0, try hasMisfits(attribute, entity) {
        return true
      }
    }
    return try paths.contains { try !$0.relationships.isEmpty && hasMisfits($0.attribute, $0.entity) }
  }

  private func hasMisfits(_ attribute: Attribute, _ entity: Entity) throws -> Bool {
    try database.misfitCount(of: attribute, in: entity) != 0
  }

  /// Throws if the condition selects one of the objects only because it reads a value as nil.
  func refuse(_ objects: [StoredObject]) throws {
    guard let condition = change.predicate, !objects.isEmpty else { return }
    var found: [(path: ReadPath, object: StoredObject, owner: ObjectID, value: StoredValue)] = []
    for path in paths {
      // Related objects are loaded only if their column has unreadable values.
      if !path.relationships.isEmpty, try !hasMisfits(path.attribute, path.entity) { continue }
      for object in objects {
        guard let (owner, value) = try path.unreadableValue(from: object) else { continue }
        found.append((path, object, owner, value))
      }
    }
    if found.isEmpty { return }
    // An object that meets the condition whatever its unreadable values mean is selected on purpose.
    let names = Set(found.map { ScalarString($0.path.text) })
    let certain = CertainCondition(unreadable: names).certain(condition)
    let meant: Set<ObjectIdentifier> =
      certain == .literal(false)
      ? []
      : Set(
        try context.objects(EntityFetch(entity.name, where: certain), variables: variables).map(ObjectIdentifier.init))
    found.removeAll { meant.contains(ObjectIdentifier($0.object)) }
    guard let first = found.first else { return }
    let count = found.count { $0.path.text.hasSameScalars(as: first.path.text) }
    throw PredicateIssue.unreadableCondition(
      count, of: first.path.text, first.path.attribute, first.path.entity, sample: LostValues.text(of: first.value),
      object: first.owner, testsNil: first.path.isTestedForNil, range: first.path.range)
  }
}

/// A path in a condition that ends at an attribute whose column may hold values of another type.
private struct ReadPath {
  let relationships: [String]
  let attribute: Attribute
  /// The entity of the attribute.
  let entity: Entity
  /// The path up to the attribute: `shop.opened`.
  let text: String
  let range: SourceRange
  /// Whether the condition compares the attribute with nil.
  var isTestedForNil = false

  static func all(in condition: QueryPredicate, of entity: Entity, _ model: DataModel) -> [ReadPath] {
    var reader = Reader(entity: entity, model: model)
    condition.walk(&reader)
    return reader.found.map { path in
      var path = path
      path.isTestedForNil = reader.nilTests.contains(ScalarString(path.text))
      return path
    }
  }

  init?(_ path: QueryKeyPath, from entity: Entity, _ model: DataModel, range: SourceRange) {
    var (entity, names) = (entity, [String]())
    for component in path.components {
      guard case .key(let name) = component else { return nil }
      switch entity.member(named: name) {
      case .attribute(let attribute)?:
        guard attribute.mayMisfit, let written = QueryKeyPath(keys: names + [attribute.name]) else { return nil }
        (relationships, self.attribute, self.entity, self.range) = (names, attribute, entity, range)
        text = QueryExpression.keyPath(written).canonicalFormat
        return
      case .relationship(let relationship)?:
        guard let next = model.destination(of: relationship) else { return nil }
        (entity, names) = (next, names + [name])
      case nil: return nil
      }
    }
    return nil
  }

  /// The first unreadable value at the end of the path, with the object that has it.
  func unreadableValue(from object: StoredObject) throws -> (owner: ObjectID, value: StoredValue)? {
    var owners = [object]
    for name in relationships { owners = try owners.flatMap { try $0.objects(of: name) } }
    for owner in owners {
      if let value = try owner.unreadableValue(of: attribute.name) { return (owner.id, value) }
    }
    return nil
  }

  private struct Reader: PredicateVisitor {
    let entity: Entity
    let model: DataModel
    var found: [ReadPath] = []
    var nilTests: Set<ScalarString> = []

    mutating func visit(_ predicate: QueryPredicate) -> Bool {
      if case .comparison(let comparison) = predicate.node, case .literal(.null) = comparison.right.node,
        case .keyPath(let path) = comparison.left.node
      {
        nilTests.insert(ScalarString(QueryExpression.keyPath(path).canonicalFormat))
      }
      return true
    }

    mutating func visit(_ expression: QueryExpression) -> Bool {
      guard case .keyPath(let path) = expression.node else { return true }
      if let read = ReadPath(path, from: entity, model, range: expression.range),
        !found.contains(where: { $0.text.hasSameScalars(as: read.text) })
      {
        found.append(read)
      }
      return true
    }
  }
}

/// Makes conditions that do not depend on unreadable values.
private struct CertainCondition {
  /// The paths to the values.
  let unreadable: Set<ScalarString>

  func certain(_ condition: QueryPredicate) -> QueryPredicate { part(condition, isCertain: true) }

  /// Without `isCertain`, a condition that is true whenever the original one may be true. With `isCertain`, a condition that is true only if the
  /// original one is true for every meaning of the unreadable values.
  private func part(_ condition: QueryPredicate, isCertain: Bool) -> QueryPredicate {
    switch condition.node {
    case .and(let operands):
      let parts = operands.map { part($0, isCertain: isCertain) }
      return parts.contains(.literal(false)) ? .literal(false) : .and(parts)
    case .or(let operands):
      let parts = operands.map { part($0, isCertain: isCertain) }.filter { $0 != .literal(false) }
      return parts.isEmpty ? .literal(false) : .or(parts)
    case .not(let operand):
      let inner = part(operand, isCertain: !isCertain)
      return inner == .literal(true) ? .literal(false) : .not(inner)
    default:
      var finder = PathFinder(unreadable: unreadable)
      condition.walk(&finder)
      return finder.isFound ? .literal(!isCertain) : condition
    }
  }

  private struct PathFinder: PredicateVisitor {
    let unreadable: Set<ScalarString>
    var isFound = false

    mutating func visit(_ expression: QueryExpression) -> Bool {
      guard case .keyPath(let path) = expression.node else { return !isFound }
      // A path may continue after the attribute: `born.year`.
      for length in 1...path.components.count {
        let names = path.components.prefix(length).map { if case .key(let name) = $0 { name } else { "" } }
        if let front = QueryKeyPath(keys: names),
          unreadable.contains(ScalarString(QueryExpression.keyPath(front).canonicalFormat))
        {
          isFound = true
        }
      }
      return !isFound
    }
  }
}

extension Attribute {
  /// Whether the column may hold values of another type. They are read as nil.
  fileprivate var mayMisfit: Bool { !isTrusted && type != .any }
}
