import PredicateBinding
import PredicateModel
import PredicateValues

/// Bounds that leave many rows. A database that knows nothing of the values takes any bound for one that leaves few, and finds the rows
/// one by one in an index: of a million films half of which are younger than 1990, `year > 1990 AND rating >= 7.5` took nine times as long
/// as reading them all. Where a sample says so, the database is told that most rows meet the condition; an index that has all that
/// is asked for serves nevertheless.
extension SQLPlanner {
  /// An attribute of what a variable stands for.
  struct Place: Hashable {
    let variable: Int
    let name: ScalarString
  }

  /// Above this part, reading all rows is faster.
  static let manyRows = 1.0 / 16

  /// A comparison with constants, marked where it leaves many rows.
  func marked(_ condition: SQLExpression, _ value: CoreValue, _ interval: SQLInterval?) -> SQLExpression {
    guard indexes.hasSamples, let interval, case .attribute(.variable(let number), let member) = value.node,
      let entity = variables[number]?.entity, let attribute = entity.attribute(named: member.name), attribute.isNumber
    else { return condition }
    guard indexes.begin(with: attribute.column, of: entity.table) else { return condition }
    let whole = intervals[Place(variable: number, name: ScalarString(member.name))]?.intersection(interval) ?? interval
    guard
      let part = indexes.part(ofTable: entity.table, with: attribute.column, from: whole.low, to: whole.high),
      part > Self.manyRows
    else { return condition }
    return .strict(.likely, [condition])
  }

  /// Membership in a list of texts, marked where it leaves many rows.
  func marked(_ condition: SQLExpression, _ value: CoreValue, among constants: [QueryValue]) -> SQLExpression {
    guard indexes.hasSamples, case .attribute(.variable(let number), let member) = value.node,
      let entity = variables[number]?.entity, let attribute = entity.attribute(named: member.name), attribute.isTrusted,
      attribute.storage == .text, indexes.begin(with: attribute.column, of: entity.table)
    else { return condition }
    let texts = constants.compactMap { if case .string(let text) = $0 { text } else { nil } }
    guard let part = indexes.part(ofTable: entity.table, with: attribute.column, among: texts), part > Self.manyRows
    else {
      return condition
    }
    return .strict(.likely, [condition])
  }

  /// The numbers that a comparison with a constant leaves; nil of any other.
  static func interval(_ comparison: CoreComparison, _ constant: CoreValue) -> SQLInterval? {
    guard let number = number(constant) else { return nil }
    switch comparison {
    case .less, .lessOrEqual: return SQLInterval(high: number)
    case .greater, .greaterOrEqual: return SQLInterval(low: number)
    case .equal, .same: return nil
    }
  }

  /// The numbers between two constants.
  static func interval(_ low: CoreValue, _ high: CoreValue) -> SQLInterval? {
    guard let low = number(low), let high = number(high) else { return nil }
    return SQLInterval(low: low, high: high)
  }

  private static func number(_ constant: CoreValue) -> Double? {
    switch constant.constantValue {
    case .integer(let value): Double(value)
    case .double(let value), .date(let value): value
    default: nil
    }
  }

  /// Notes the bounds of conditions that all have to hold: two together may leave few rows where each leaves many.
  mutating func noteIntervals(of parts: [CoreCondition]) {
    guard indexes.hasSamples else { return }
    for part in parts {
      let found: (value: CoreValue, interval: SQLInterval?)
      switch part.node {
      case .compare(let comparison, let left, let right): found = (left, Self.interval(comparison, right))
      case .between(let value, let low, let high): found = (value, Self.interval(low, high))
      default: continue
      }
      guard let interval = found.interval, case .attribute(.variable(let number), let member) = found.value.node else {
        continue
      }
      let place = Place(variable: number, name: ScalarString(member.name))
      intervals[place] = intervals[place]?.intersection(interval) ?? interval
    }
  }
}

extension Attribute {
  /// Whether its column holds nothing but numbers, the very ones of the language.
  fileprivate var isNumber: Bool {
    switch storage {
    case .integer, .real, .secondsSince2001: isTrusted
    default: false
    }
  }
}
