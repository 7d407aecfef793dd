import PredicateModel
import PredicateObjects
import PredicateOutput
import PredicateSyntax
import PredicateValues

/// Refuses changes that compute a new value from a stored value of the wrong type.
///
/// A text in a column of dates is read as nil, so `at + 86400` is nil, too, and `coalesce(at, now())` is the present moment. Writing them would lose the
/// text. A constant, `at = nil`, is not refused. A nil that comes from another attribute without a value is not refused either.
struct LostValues {
  private let entity: Entity
  private let objects: [StoredObject]

  init(_ entity: Entity, _ objects: [StoredObject]) {
    self.entity = entity
    self.objects = objects
  }

  /// Throws for the first new value that was computed from an unreadable value, which would then be lost.
  func refuse(_ targets: [ChangeTarget], _ results: [[ChangeTarget.Result]]) throws {
    for (position, target) in targets.enumerated() {
      guard case .attribute(let attribute) = target.member, case .computed = target.source,
        case .expression(let expression) = target.assignment.value
      else { continue }
      let sources = AttributesRead.all(by: expression, of: entity)
      guard sources.contains(where: { !$0.isTrusted }) else { continue }
      let changed = zip(objects, results).compactMap { object, values -> (object: StoredObject, result: QueryValue)? in
        if case .value(let value, _) = values[position] { (object, value) } else { nil }
      }
      try refuse(changed, sources, attribute, range: target.assignment.valueRange)
    }
  }

  private func refuse(
    _ changed: [(object: StoredObject, result: QueryValue)], _ sources: [Attribute], _ attribute: Attribute,
    range: SourceRange
  ) throws {
    var counts = sources.map { _ in 0 }
    var first: (object: ObjectID, value: StoredValue, source: Int, result: QueryValue)?
    for (object, result) in changed {
      let found = try sources.map { try object.unreadableValue(of: $0.name) }
      // If another attribute in the expression is nil, the result would be nil for any value, so nothing is lost.
      if result.isNull,
        try !zip(sources, found).allSatisfy({ try $1 != nil || !object.value(of: $0.name).isNull })
      {
        continue
      }
      for (place, value) in found.enumerated() {
        guard let value else { continue }
        counts[place] += 1
        first = first ?? (object.id, value, place, result)
      }
    }
    guard let first else { return }
    throw PredicateIssue.lostValues(
      counts[first.source], of: sources[first.source], entity, sample: Self.text(of: first.value), object: first.object,
      in: attribute, result: first.result, range: range)
  }

  static func text(of value: StoredValue) -> String {
    let text = ValueText.literal(of: AttributeStorage.dynamic.value(of: value, as: .any))
    return text.count > longestSample ? text.prefix(longestSample) + "…" : text
  }

  private static let longestSample = 60
}

/// Collects the attributes of the changed object that an expression reads.
struct AttributesRead: PredicateVisitor {
  private let entity: Entity
  private var found: [Attribute] = []

  private init(of entity: Entity) { self.entity = entity }

  /// The attributes, each of them once. Attributes of other objects are not included.
  static func all(by expression: QueryExpression, of entity: Entity) -> [Attribute] {
    var reader = AttributesRead(of: entity)
    expression.walk(&reader)
    return reader.found
  }

  mutating func visit(_ expression: QueryExpression) -> Bool {
    guard case .keyPath(let path) = expression.node else { return true }
    if case .key(let name) = path.first, let attribute = entity.attribute(named: name),
      !found.contains(where: { $0.column == attribute.column })
    {
      found.append(attribute)
    }
    return true
  }
}
