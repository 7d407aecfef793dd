import PredicateBinding
import PredicateModel
import PredicateValues

/// Estimates from samples and indexes how many rows meet a condition, without reading the table.
///
/// If few rows meet it, each row is tested separately (`EXISTS`). Otherwise the keys are found together for all rows (`IN (SELECT …)`). With 300,000
/// films and 450,000 loans, “has a loan without a note” took 1.8 s row by row and 0.5 s with `IN`. Together with `year == 1994` it took 0.06 s and
/// 0.5 s, with a genre of 6 % of the films 0.1 s and 0.66 s, and with `year > 2000`, which 40 % of them meet, 1.0 s and 0.5 s.
extension SQLPlanner {
  /// Records for how many rows of a fetch its condition is evaluated.
  ///
  /// - Parameter isBounded: Whether rows are tested in the order of their keys until a limit is reached.
  package mutating func noteRowGoal(of fetch: BoundFetch, isBounded: Bool, in scope: Int) {
    readsAllElements = lowering.groupsElements && fetch.readsElementsOfAllRows
    selectsOneRow = !lowering.groupsElements && fetch.selectsOneRow
    // A database that groups a joined statement in any order joins few elements to few rows. Any other database would look up a row for each element,
    // so these conditions are not used there.
    ownConditions = lowering.groupsElements && rewrites.contains(.groupedJoins) ? fetch.ownConditions : nil
    guard rewrites.contains(.fewRows) else { return }
    if let condition = fetch.condition, isSelective(condition, of: fetch.entity) {
      scopes[scope].rowGoal = .few
      selection = selection(of: condition, fetch.entity)
    } else if isBounded {
      scopes[scope].rowGoal = .first
    }
  }

  /// Whether only few of an entity's objects can meet a condition, and their key or an index finds them.
  ///
  /// Equality, a short list, two bounds and a prefix count as few unless samples show otherwise. One bound does not.
  package func isSelective(_ condition: CoreCondition, of entity: Entity) -> Bool {
    switch condition.node {
    case .and(let parts): parts.contains { isSelective($0, of: entity) } || hasBothBounds(parts, of: entity)
    case .or(let parts): parts.allSatisfy { isSelective($0, of: entity) }
    default:
      if let test = ConstantComparison(condition), isIndexed(test.value, of: entity) {
        switch test.kind {
        case .list(let constants):
          constants.count <= Self.shortList && !haveMany(constants, in: test.value, of: entity)
        case .between, .match(.prefix): true
        case .below, .above, .match: false
        }
      } else {
        false
      }
    }
  }

  /// The part of a condition for which an index of the evaluated object's table finds the rows. Evaluating it a second time is cheap. Nil if there is
  /// no such part.
  package func selection(of condition: CoreCondition, _ entity: Entity) -> CoreCondition? {
    switch condition.node {
    case .and(let parts):
      let found = parts.compactMap { selection(of: $0, entity) }
      return found.isEmpty ? nil : CoreCondition(.and(found), range: condition.range)
    default: return ConstantComparison(condition) != nil && isSelective(condition, of: entity) ? condition : nil
    }
  }

  private static let shortList = 16
  /// If more than this share of the rows are wanted, reading all rows is faster than finding each by an index.
  package static let manyRows = 1.0 / 16

  /// If more than this share of the rows are tested, finding the keys together is faster than testing each row.
  private static let mostAskedRows = 1.0 / 5

  /// Whether samples show that many rows have one of some values in an attribute of the evaluated object.
  private func haveMany(_ constants: [QueryValue], in value: CoreValue, of entity: Entity) -> Bool {
    guard indexes.hasSamples, case .attribute(.variable(0), let member) = value.node,
      let attribute = entity.attribute(named: member.name)
    else { return false }
    return part(of: entity.table, attribute, among: constants).map { $0 > Self.mostAskedRows } ?? false
  }

  /// Whether a range has few elements. An equality or a short list on its elements counts as few, unless samples show otherwise.
  package func findsFew(_ range: CoreRange) -> Bool {
    var entities: [Int: String] = [:]
    for step in range.steps {
      if case .relationship(_, _, let entity) = step.source { entities[step.variable] = entity }
    }
    return findsFew(range.filter, entities)
  }

  /// Whether few rows meet a condition. An equality or a short list counts as few, unless samples show otherwise.
  ///
  /// - Parameter entities: The entities of the variables that are not bound yet.
  package func findsFew(_ condition: CoreCondition, _ entities: [Int: String] = [:]) -> Bool {
    switch condition.node {
    case .and(let parts): parts.contains { findsFew($0, entities) }
    case .or(let parts): parts.allSatisfy { findsFew($0, entities) }
    case .exists(let range): findsFew(range)
    default:
      if let test = ConstantComparison(condition), case .list(let constants) = test.kind {
        findsFew(test.value.unfolded, among: constants, entities)
      } else {
        false
      }
    }
  }

  /// Whether few rows have one of some values in an attribute.
  private func findsFew(_ value: CoreValue, among constants: [QueryValue], _ entities: [Int: String]) -> Bool {
    switch value.node {
    case .object: return constants.count <= Self.shortList && !constants.contains(where: \.isNull)
    case .attribute(let row, let member):
      let entity: Entity? =
        switch row {
        case .toOne(_, _, let name): model.entity(named: name)
        case .variable(let number): variables[number]?.entity ?? entities[number].flatMap { model.entity(named: $0) }
        }
      guard let entity, let attribute = entity.attribute(named: member.name), attribute.type != .boolean else {
        return false
      }
      let most = indexes.rowCount(ofTable: entity.table).map { $0 / Self.shortList } ?? Self.shortList
      guard constants.count <= most, !constants.contains(where: \.isNull) else { return false }
      guard let part = part(of: entity.table, attribute, among: constants) else { return true }
      return part <= Self.manyRows
    default: return false
    }
  }

  /// The approximate share of a table's rows that have one of some values in an attribute; nil without a sample.
  private func part(of table: String, _ attribute: Attribute, among constants: [QueryValue]) -> Double? {
    guard indexes.hasSamples else { return nil }
    var texts: [String] = []
    var part = 0.0
    for constant in constants {
      switch constant {
      case .string(let text): texts.append(text)
      case .integer(let value):
        part += indexes.part(ofTable: table, with: attribute.column, from: Double(value), to: Double(value)) ?? 0
      case .double(let value), .date(let value):
        part += indexes.part(ofTable: table, with: attribute.column, from: value, to: value) ?? 0
      default: break
      }
    }
    return texts.isEmpty ? part : indexes.part(ofTable: table, with: attribute.column, among: texts)
  }

  /// Whether an index finds rows by a value of the evaluated object.
  private func isIndexed(_ value: CoreValue, of entity: Entity) -> Bool {
    switch value.node {
    case .object(.variable(0)):
      return true
    case .object(.toOne(.variable(0), let member, _)):
      guard let relationship = entity.relationship(named: member.name), relationship.isTrusted,
        case .foreignKey(let columns) = relationship.storage, let column = columns.first
      else { return false }
      return indexes.begin(with: column, of: entity.table)
    case .attribute(.variable(0), let member):
      guard let attribute = entity.attribute(named: member.name), attribute.isTrusted, lowering.isReadAsItIs(attribute)
      else {
        return false
      }
      return entity.key.integerColumn?.hasSameScalars(as: attribute.column) == true
        || indexes.begin(with: attribute.column, of: entity.table)
    default:
      return false
    }
  }

  /// `year >= 1990 AND year < 1992`.
  private func hasBothBounds(_ parts: [CoreCondition], of entity: Entity) -> Bool {
    var isBelow: Set<ScalarString> = []
    var isAbove: Set<ScalarString> = []
    for test in parts.compactMap({ ConstantComparison($0) }) {
      guard case .attribute(.variable(0), let member) = test.value.node, isIndexed(test.value, of: entity) else {
        continue
      }
      switch test.kind {
      case .below: isBelow.insert(ScalarString(member.name))
      case .above: isAbove.insert(ScalarString(member.name))
      case .list, .between, .match: break
      }
    }
    return !isBelow.isDisjoint(with: isAbove)
  }
}
