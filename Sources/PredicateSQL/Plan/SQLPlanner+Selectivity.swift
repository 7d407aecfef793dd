import PredicateBinding
import PredicateModel
import PredicateValues

/// How many rows a condition leaves, as far as can be told without looking.
///
/// Where few are left each is asked on its own (`EXISTS`), else the keys are found once for all (`IN (SELECT …)`). Of 300,000 films and
/// 450,000 loans, "has a loan without a note" took 1.8 s row by row and 0.5 s at once; beside `year == 1994` 0.06 s and 0.5 s, beside a
/// genre of which there are 6 % 0.1 s and 0.66 s, beside `year > 2000`, which 40 % are, 1.0 s and 0.5 s.
extension SQLPlanner {
  /// Whether a condition of an entity's objects can be true of few rows only, found by their key or by an index.
  ///
  /// Equality, a short list, two bounds and a prefix count as few; one bound does not.
  func isSelective(_ condition: CoreCondition, of entity: Entity) -> Bool {
    switch condition.node {
    case .and(let parts): parts.contains { isSelective($0, of: entity) } || Self.hasBothBounds(parts, isIndexed(entity))
    case .or(let parts): parts.allSatisfy { isSelective($0, of: entity) }
    case .compare(.equal, let left, let right), .compare(.same, let left, let right):
      right.constantValue != nil && isIndexed(entity)(left) || left.constantValue != nil && isIndexed(entity)(right)
    case .member(let value, let constants): constants.count <= Self.shortList && isIndexed(entity)(value)
    case .between(let value, let low, let high):
      low.constantValue != nil && high.constantValue != nil && isIndexed(entity)(value)
    case .match(.prefix, let subject, let pattern): pattern.constantValue != nil && isIndexed(entity)(subject)
    default: false
    }
  }

  private static let shortList = 16

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
        return indexes.begin(with: attribute.column, of: entity.table)
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
    case .text: collation?.uppercased() == "BINARY" && !hasNumericAffinity
    default: false
    }
  }
}
