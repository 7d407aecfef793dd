import PredicateBinding
import PredicateDocuments
import PredicateModel
import PredicateObjects
import PredicateOutput
import PredicateReference
import PredicateStatements
import PredicateValues

/// Finds the members that a statement names, and binds their values.
///
/// `Friend[3]` is the object with the key 3, as in conditions. The values of an insertion cannot read properties, because the object does not exist
/// yet.
struct ChangeBinder {
  let change: ChangeStatement
  let entity: Entity
  let model: DataModel
  let variables: QueryVariables
  let context: ObjectContext

  /// Throws if the model lacks the statement's entity, or if the condition compares a constant that was probably meant as a property.
  init(
    _ change: ChangeStatement, _ context: ObjectContext, variables: QueryVariables
  ) throws(PredicateIssue) {
    model = context.modelOfObjects
    guard let entity = model.entity(named: change.entity) else {
      throw .unknownEntity(change.entity, known: model.entityNames, range: change.verbRange)
    }
    self.change = change
    self.entity = entity
    self.context = context
    self.variables = variables
    if let condition = change.predicate,
      let (comparison, spelling) = MistakenConstants(of: entity, in: change.text).comparison(in: condition)
    {
      throw .constantComparison(comparison, spelling, severity: .error)
    }
  }

  /// The members with their bound values, in the statement's order. Throws the issue of the first wrong assignment.
  func targets() throws -> [ChangeTarget] {
    var owners: [(column: String, name: String)] = []
    return try change.assignments.map { assignment in
      guard let member = entity.member(named: assignment.member) else {
        throw PredicateIssue.unknownMember(assignment.member, of: entity, range: assignment.memberRange)
      }
      for column in member.columns {
        if let other = owners.first(where: { $0.column.isSameSQLName(as: column) }) {
          throw PredicateIssue.sameColumn(member.name, other.name, column, range: assignment.memberRange)
        }
      }
      owners += member.columns.map { ($0, member.name) }
      let isKey = entity.keyAttribute.map { $0.name.hasSameScalars(as: member.name) } ?? false
      let isHidden = entity.hiddenKey.map { $0.name.hasSameScalars(as: member.name) } ?? false
      if isHidden || isKey && change.verb == .update {
        throw PredicateIssue.keyAssigned(member.name, of: entity, range: assignment.memberRange)
      }
      if case .expression(let value) = assignment.value,
        let (text, spelling) = MistakenConstants(of: entity, in: change.text).columnName(in: value),
        case .literal(.string(let name)) = text.node
      {
        throw PredicateIssue.columnNameAsText(name, spelling, range: text.range)
      }
      return ChangeTarget(assignment: assignment, member: member, source: try source(of: assignment, for: member))
    }
  }

  private func source(of assignment: ChangeAssignment, for member: EntityMember) throws -> ChangeTarget.Source {
    switch (member, assignment.value) {
    case (.attribute, .expression(let expression)): try value(expression)
    case (.attribute(let attribute), _):
      throw PredicateIssue.objectsForAttribute(attribute, range: assignment.valueRange)
    case (.relationship(let relationship), let value): try objects(value, for: relationship, at: assignment.valueRange)
    }
  }

  /// - Parameter isPart: Whether the value is an operand of UNION, MINUS or INTERSECT, which may be an empty set.
  private func objects(
    _ value: ChangeAssignment.Value, for relationship: Relationship, isPart: Bool = false, at range: SourceRange
  ) throws -> ChangeTarget.Source {
    switch value {
    case .expression(let expression): return try objects(expression, for: relationship)
    case .selection(let fetch):
      return .objects(try selected(fetch, for: relationship, isPart: isPart, at: range))
    case .sets(let left, let op, let right):
      let sets = (
        try objects(left, for: relationship, isPart: true, at: range),
        try objects(right, for: relationship, isPart: true, at: range)
      )
      switch op {
      case .minus: return .minus(sets.0, sets.1)
      case .intersect: return .intersection(sets.0, sets.1)
      default: return .union(sets.0, sets.1)
      }
    }
  }

  private func value(_ expression: QueryExpression) throws -> ChangeTarget.Source {
    if change.verb == .insert { return .value(try expression.constant(variables: variables)) }
    return .computed(try Binder.bind(expression, to: .entity(entity.name, model), variables: variables))
  }

  // MARK: Objects

  private func objects(
    _ expression: QueryExpression, for relationship: Relationship
  ) throws -> ChangeTarget.Source {
    switch expression.node {
    case .literal(.null): return .objects([])
    case .literal:
      throw refusal(of: expression, for: relationship, at: expression.range)
    case .aggregate(let elements): return .all(try elements.map { try objects($0, for: relationship) })
    case .binary(.union, let left, let right):
      return .union(try objects(left, for: relationship), try objects(right, for: relationship))
    case .binary(.minus, let left, let right):
      return .minus(try objects(left, for: relationship), try objects(right, for: relationship))
    case .binary(.intersect, let left, let right):
      return .intersection(try objects(left, for: relationship), try objects(right, for: relationship))
    case .index(let base, .expression(let key)):
      if let entity = namedEntity(base) { return .objects([try object(of: entity, key, expression.range)]) }
    default: break
    }
    guard case .value(let value) = try value(expression) else {
      return .computed(try Binder.bind(expression, to: .entity(entity.name, model), variables: variables))
    }
    guard let found = try context.storedObjects(in: value) else {
      throw refusal(of: expression, for: relationship, at: expression.range)
    }
    return .objects(found)
  }

  private func refusal(
    of value: QueryExpression, for relationship: Relationship, at range: SourceRange
  ) -> PredicateIssue {
    .valueForRelationship(relationship, value, model.destination(of: relationship), range: range)
  }

  private func namedEntity(_ base: QueryExpression) -> Entity? {
    guard let name = base.keyedEntityName, entity.member(named: name) == nil else { return nil }
    return model.entity(spelled: name)
  }

  /// The object with a key, as in `Friend[3]`. Throws if the key is not constant, or if no object has it.
  private func object(of entity: Entity, _ key: QueryExpression, _ range: SourceRange) throws -> StoredObject {
    let values = try key.keyParts.map { try $0.constant(variables: variables) }
    let found: StoredObject?
    if entity.objectKey.count == 1, entity.objectKey[0].column.isSameSQLName(as: entity.key.referenceColumn ?? ""),
      case .integer(let number)? = values.first, values.count == 1
    {
      found = try context.object(for: ObjectID(ObjectReference(entity: entity.name, key: number)))
    } else {
      let object = QueryExpression.index(.keyPath(QueryKeyPath(.key(entity.name))), .expression(key), range: range)
      let own = QueryPredicate.comparison(QueryComparison(.evaluatedObject(), .equal, object))
      found = try context.objects(EntityFetch(entity.name, where: own), variables: variables).first
    }
    guard let found else {
      throw PredicateIssue.noObject(
        entity.label(ofKey: values), hint: try nearKeys(values, of: entity), range: range)
    }
    return found
  }

  /// The number of keys that are searched for one that is spelled like a missing key.
  private static let mostKeys = 5_000

  /// For a text that is not the key of any object: the key with the most similar spelling, otherwise some of the keys. Nil for keys of another type.
  private func nearKeys(_ values: [QueryValue], of entity: Entity) throws -> String? {
    guard case .string(let written)? = values.first, values.count == 1, let key = entity.objectKey.first,
      entity.objectKey.count == 1, key.type == .string
    else { return nil }
    let path = QueryExpression.keyPath(QueryKeyPath(.key(key.name)))
    let fetch = EntityFetch(
      entity.name, columns: [FetchedColumn(path)], sortedBy: [QuerySortKey(path)], limit: Self.mostKeys)
    let keys = try context.database.rows(of: fetch).rows.compactMap { row -> String? in
      if case .string(let text)? = row.first { text } else { nil }
    }
    func form(_ key: String) -> String { entity.label(ofKey: [.string(key)]) }
    if let nearest = NearestSpelling.of(written, among: keys) { return "the nearest key is \(form(nearest))" }
    guard let first = keys.first, let last = keys.last, keys.count < Self.mostKeys else { return nil }
    return keys.count == 1 ? "the only key is \(form(first))" : "the keys are from \(form(first)) to \(form(last))"
  }

  private func selected(
    _ fetch: EntityFetch, for relationship: Relationship, isPart: Bool, at range: SourceRange
  ) throws -> [StoredObject] {
    let found = try context.objects(fetch, variables: variables)
    guard isPart || !found.isEmpty else {
      throw PredicateIssue.nothingSelected(
        fetch.entity, fetch.predicate.flatMap { change.text.utf8.text(at: $0.range) } ?? "",
        values: fetch.predicate?.freeVariables.map(\.name) ?? [], variables, range: range)
    }
    guard relationship.cardinality == .toMany || found.count == 1 else {
      throw PredicateIssue.manySelected(found.map(\.id), for: relationship.name, range: range)
    }
    return found
  }

  // MARK: Evaluating

  /// The new value of a member for an object. `object` is nil if the statement inserts the object.
  func result(_ target: ChangeTarget, of object: StoredObject?) throws -> ChangeTarget.Result {
    switch target.member {
    case .attribute(let attribute):
      let value: QueryValue =
        switch target.source {
        case .value(let value): value
        case .computed(let expression): try object.map { try context.value(expression, of: $0) } ?? .null
        default: .null
        }
      if value.isNull, case .expression(let expression) = target.assignment.value {
        try refuseDivisionByZero(expression, attribute, of: object)
      }
      let isNow = target.assignment.value.expression.map { ClockFinder.finds(in: $0) } ?? false
      if let object, !value.isNull, let source = target.copiedAttribute(of: entity) {
        return .value(value, copied: try object.storedValue(of: source.name))
      }
      return .value(try converted(isNow ? attribute.shortened(value) : value, for: attribute, target.assignment))
    case .relationship(let relationship):
      var found: [StoredObject] = []
      var seen: Set<ObjectIdentifier> = []
      for other in try objects(target, target.source, relationship, of: object)
      where seen.insert(ObjectIdentifier(other)).inserted {
        found.append(other)
      }
      if let stranger = found.first(where: { !(model.destination(of: relationship)?.includes($0.entity.name) ?? false) }
      ) {
        throw PredicateIssue.wrongObjects(relationship, stranger.entity.name, range: target.assignment.valueRange)
      }
      guard relationship.cardinality == .toMany || found.count < 2 else {
        throw PredicateIssue.manySelected(found.map(\.id), for: relationship.name, range: target.assignment.valueRange)
      }
      return .objects(found)
    }
  }

  private func objects(
    _ target: ChangeTarget, _ source: ChangeTarget.Source, _ relationship: Relationship, of object: StoredObject?
  ) throws -> [StoredObject] {
    func found(_ source: ChangeTarget.Source) throws -> [StoredObject] {
      try objects(target, source, relationship, of: object)
    }
    switch source {
    case .objects(let objects): return objects
    case .all(let sources): return try sources.flatMap { try found($0) }
    case .union(let left, let right): return try found(left) + found(right)
    case .minus(let left, let right):
      let excluded = try found(right)
      return try found(left).filter { one in !excluded.contains { $0 === one } }
    case .intersection(let left, let right):
      let both = try found(right)
      return try found(left).filter { one in both.contains { $0 === one } }
    case .value, .computed:
      guard case .computed(let expression) = source, let object else { return [] }
      if let objects = try context.storedObjects(in: try context.value(expression, of: object)) { return objects }
      guard let written = target.assignment.value.expression else { return [] }
      throw refusal(of: written, for: relationship, at: target.assignment.valueRange)
    }
  }

  /// Converts a text for an attribute whose values are written as texts: a date, a UUID, a URL, JSON. For JSON, only a literal text is parsed as
  /// JSON. A text that the statement computes is stored as a JSON string.
  private func converted(
    _ value: QueryValue, for attribute: Attribute, _ assignment: ChangeAssignment
  ) throws -> QueryValue {
    let range = assignment.valueRange
    if attribute.storage == .json {
      guard attribute.accepting(value) != nil else { throw PredicateIssue.notJSON(value, attribute, range: range) }
      guard case .expression(let expression) = assignment.value, case .literal(.string(let text)) = expression.node
      else { return value }
      guard let json = QueryValue(storedJSON: Array(text.utf8)) else {
        throw PredicateIssue.notJSON(value, attribute, range: range)
      }
      return json
    }
    guard case .string(let text) = value else { return value }
    guard attribute.type.isWrittenAsText else { return value }
    guard let result = attribute.type.value(ofText: text) else {
      throw PredicateIssue.wrongValue(
        "“\(text)” is not \(attribute.type.description)", value, attribute, in: entity, range: range)
    }
    return result
  }

  /// Throws if a value is nil because the statement divides by 0. Without the error, the attribute's value would be lost, which the statement
  /// probably does not intend.
  private func refuseDivisionByZero(_ expression: QueryExpression, _ attribute: Attribute, of object: StoredObject?)
    throws
  {
    var finder = DivisionFinder()
    expression.walk(&finder)
    for (division, divisor) in finder.found {
      let value: QueryValue
      if let object {
        value = try context.value(
          try Binder.bind(divisor, to: .entity(entity.name, model), variables: variables), of: object)
      } else {
        value = try divisor.constant(variables: variables)
      }
      if value.equals(.integer(0)) { throw PredicateIssue.divisionByZero(division, attribute, of: object?.id) }
    }
  }
}

extension EntityMember {
  /// The columns of the object's own row that the member sets.
  fileprivate var columns: [String] {
    switch self {
    case .attribute(let attribute): [attribute.column]
    case .relationship(let relationship):
      if case .foreignKey(let columns) = relationship.storage { columns } else { [] }
    }
  }
}

/// Finds `now()` in an expression. Its value is a time that does not occur in the text of the statement.
struct ClockFinder: PredicateVisitor {
  private var isFound = false

  static func finds(in expression: QueryExpression) -> Bool {
    var finder = ClockFinder()
    expression.walk(&finder)
    return finder.isFound
  }

  mutating func visit(_ expression: QueryExpression) -> Bool {
    if case .call("now", _) = expression.node { isFound = true }
    return !isFound
  }
}

/// Finds the divisions in an expression, each with its divisor.
struct DivisionFinder: PredicateVisitor {
  fileprivate var found: [(division: QueryExpression, divisor: QueryExpression)] = []

  /// Whether an expression contains a division.
  static func finds(in expression: QueryExpression) -> Bool {
    var finder = DivisionFinder()
    expression.walk(&finder)
    return !finder.found.isEmpty
  }

  mutating func visit(_ expression: QueryExpression) -> Bool {
    switch expression.node {
    case .binary(.divide, _, let divisor): found.append((expression, divisor))
    case .call(let name, let arguments) where name.hasPrefix("modulus") && arguments.count == 2:
      found.append((expression, arguments[1]))
    // Divisions in subqueries and TERNARY are left out: their variables have no value here, and one branch is not evaluated.
    case .subquery, .ternary: return false
    default: break
    }
    return true
  }
}

/// A member that a statement assigns, and the source of the new value.
struct ChangeTarget {
  /// The bound value.
  indirect enum Source {
    /// The same value for every changed object.
    case value(QueryValue)
    /// The value of an expression, computed for each changed object.
    case computed(BoundExpression)
    /// The same referenced objects for every changed object.
    case objects([StoredObject])
    /// The objects of several sources together: `{Tag[1], Tag[2]}`.
    case all([Source])
    /// Combinations of two sources: `tags UNION {Tag[3]}`, `tags MINUS {Tag[3]}`, `tags INTERSECT {Tag[3]}`.
    case union(Source, Source)
    case minus(Source, Source)
    case intersection(Source, Source)
  }

  /// The value of a source for one object.
  enum Result {
    /// The value of an attribute. `copied` is the stored value of the column that it comes from, if it is written unchanged.
    case value(QueryValue, copied: StoredValue? = nil)
    case objects([StoredObject])
  }

  let assignment: ChangeAssignment
  let member: EntityMember
  let source: Source

  /// The attribute of the changed object that is assigned as it is, `set madeAt = at`, if the column can take its stored value.
  func copiedAttribute(of entity: Entity) -> Attribute? {
    guard case .attribute(let attribute) = member, case .computed = source,
      case .expression(let expression) = assignment.value,
      case .keyPath(let path) = expression.node, path.rest.isEmpty, case .key(let name) = path.first,
      let source = entity.attribute(named: name), attribute.canCopy(from: source)
    else { return nil }
    return source
  }

  /// Whether the value may differ from object to object.
  var isComputed: Bool {
    guard case .computed = source, case .expression(let expression) = assignment.value else { return false }
    if case .literal = expression.node { return false }
    return true
  }
}
