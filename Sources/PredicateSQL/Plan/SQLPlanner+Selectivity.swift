import PredicateBinding
import PredicateModel
import PredicateValues

/// How many rows a condition leaves, as far as can be told without looking.
///
/// Where few are left each is asked on its own (`EXISTS`), else the keys are found once for all (`IN (SELECT …)`). Of 300,000 films and
/// 450,000 loans, "has a loan without a note" took 1.8 s row by row and 0.5 s at once; beside `year == 1994` 0.06 s and 0.5 s, beside a
/// genre of which there are 6 % 0.1 s and 0.66 s, beside `year > 2000`, which 40 % are, 1.0 s and 0.5 s.
extension SQLPlanner {
  /// Notes of how many rows of a fetch its condition is asked.
  ///
  /// - Parameter isBounded: Whether rows are asked in the order of their keys until there are enough.
  mutating func noteDemand(of fetch: BoundFetch, isBounded: Bool, in scope: Int) {
    guard rewrites.contains(.fewRows) else { return }
    if let condition = fetch.condition, isSelective(condition, of: fetch.entity) {
      scopes[scope].demand = .few
      selection = selection(of: condition, fetch.entity)
    } else if isBounded {
      scopes[scope].demand = .untilEnough
    }
  }

  /// Whether a condition of an entity's objects can be true of few rows only, found by their key or by an index.
  ///
  /// Equality, a short list, two bounds and a prefix count as few, as far as samples do not tell otherwise; one bound does not.
  func isSelective(_ condition: CoreCondition, of entity: Entity) -> Bool {
    switch condition.node {
    case .and(let parts): parts.contains { isSelective($0, of: entity) } || Self.hasBothBounds(parts, isIndexed(entity))
    case .or(let parts): parts.allSatisfy { isSelective($0, of: entity) }
    case .compare(.equal, let left, let right), .compare(.same, let left, let right):
      right.constantValue.map { isIndexed(entity)(left) && !haveMany($0, in: left, of: entity) } ?? false
        || left.constantValue.map { isIndexed(entity)(right) && !haveMany($0, in: right, of: entity) } ?? false
    case .member(let value, let constants):
      constants.count <= Self.shortList && isIndexed(entity)(value)
        && !haveMany(.array(constants), in: value, of: entity)
    case .between(let value, let low, let high):
      low.constantValue != nil && high.constantValue != nil && isIndexed(entity)(value)
    case .match(.prefix, let subject, let pattern): pattern.constantValue != nil && isIndexed(entity)(subject)
    default: false
    }
  }

  /// The part of a condition that an index of the evaluated object's table answers, so that it may be asked twice; nil where there is none.
  func selection(of condition: CoreCondition, _ entity: Entity) -> CoreCondition? {
    switch condition.node {
    case .and(let parts):
      let found = parts.compactMap { selection(of: $0, entity) }
      return found.isEmpty ? nil : CoreCondition(.and(found), range: condition.range)
    case .compare, .member, .between, .match: return isSelective(condition, of: entity) ? condition : nil
    default: return nil
    }
  }

  private static let shortList = 16

  /// Above this part of the rows, finding the keys at once is faster than asking each row.
  private static let mostAskedRows = 1.0 / 5

  /// Whether samples tell that many rows have one of some values in an attribute of the evaluated object.
  private func haveMany(_ constants: QueryValue, in value: CoreValue, of entity: Entity) -> Bool {
    guard indexes.hasSamples, case .attribute(.variable(0), let member) = value.node,
      let attribute = entity.attribute(named: member.name)
    else { return false }
    let list = if case .array(let values) = constants { values } else { [constants] }
    return part(of: entity.table, attribute, among: list).map { $0 > Self.mostAskedRows } ?? false
  }

  /// Whether a range has few elements: those that have one of few values, as far as samples do not tell otherwise.
  func findsFew(_ range: CoreRange) -> Bool {
    var entities: [Int: String] = [:]
    for step in range.steps {
      if case .relationship(_, _, let entity) = step.source { entities[step.variable] = entity }
    }
    return findsFew(range.filter, entities)
  }

  /// - Parameter entities: Those of the variables that are not bound yet.
  private func findsFew(_ condition: CoreCondition, _ entities: [Int: String]) -> Bool {
    switch condition.node {
    case .and(let parts): parts.contains { findsFew($0, entities) }
    case .or(let parts): parts.allSatisfy { findsFew($0, entities) }
    case .compare(.equal, let left, let right), .compare(.same, let left, let right):
      if let constant = right.constantValue {
        findsFew(left, among: [constant], entities)
      } else if let constant = left.constantValue {
        findsFew(right, among: [constant], entities)
      } else {
        false
      }
    case .member(let value, let constants): findsFew(value, among: constants, entities)
    case .exists(let range): findsFew(range)
    default: false
    }
  }

  /// Whether few rows have one of some values in an attribute.
  func findsFew(_ value: CoreValue, among constants: [QueryValue], _ entities: [Int: String] = [:]) -> Bool {
    switch value.node {
    case .fold(let operand, _): return findsFew(operand, among: constants, entities)
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
      return part <= SQLRewriter.manyRows
    default: return false
    }
  }

  /// About which part of a table's rows has one of some values in an attribute; nil where no sample tells.
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

  /// Whether an index finds a value of the evaluated object.
  private func isIndexed(_ entity: Entity) -> (CoreValue) -> Bool {
    { value in
      switch value.node {
      case .object(.variable(0)):
        return true
      case .object(.toOne(.variable(0), let member, _)):
        guard let relationship = entity.relationship(named: member.name), relationship.isTrusted,
          case .foreignKey(let columns) = relationship.storage, let column = columns.first
        else { return false }
        return indexes.begin(with: column, of: entity.table)
      case .attribute(.variable(0), let member):
        guard let attribute = entity.attribute(named: member.name), attribute.isTrusted, attribute.isStoredAsItIs else {
          return false
        }
        return entity.key.integerColumn?.hasSameScalars(as: attribute.column) == true
          || indexes.begin(with: attribute.column, of: entity.table)
      default:
        return false
      }
    }
  }

  /// `year >= 1990 AND year < 1992`.
  private static func hasBothBounds(_ parts: [CoreCondition], _ isIndexed: (CoreValue) -> Bool) -> Bool {
    var isBelow: Set<ScalarString> = []
    var isAbove: Set<ScalarString> = []
    for part in parts {
      guard case .compare(let comparison, let left, let right) = part.node, right.constantValue != nil,
        case .attribute(.variable(0), let member) = left.node, isIndexed(left)
      else { continue }
      switch comparison {
      case .less, .lessOrEqual: isBelow.insert(ScalarString(member.name))
      case .greater, .greaterOrEqual: isAbove.insert(ScalarString(member.name))
      case .equal, .same: break
      }
    }
    return !isBelow.isDisjoint(with: isAbove)
  }
}

extension Attribute {
  /// Whether a comparison reads the column and nothing around it, by the order of its index. Two values of a boolean tell little.
  fileprivate var isStoredAsItIs: Bool {
    switch storage {
    case .integer, .real, .secondsSince2001, .blob, .uuidBytes: true
    case .text: comparesBinary && !hasNumericAffinity
    default: false
    }
  }
}
