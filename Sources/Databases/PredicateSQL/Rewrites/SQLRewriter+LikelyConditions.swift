import PredicateModel
import PredicateValues

/// Bounds that leave many rows. A database that knows nothing of the values takes any bound for one that leaves few, and finds the rows
/// one by one in an index: of a million films half of which are younger than 1990, `year > 1990 AND rating >= 7.5` took nine times as long
/// as reading them all. Where a sample says so, the database is told that most rows meet the condition; an index that has all that
/// is asked for serves nevertheless.
extension SQLRewriter {
  /// Above this part, reading all rows is faster.
  package static let manyRows = 1.0 / 16

  /// Whether a comparison with constants is marked, because it leaves many rows.
  package func isLikely(_ comparison: SQLComparison, _ read: SQLColumnRead, _ place: Place) -> Bool {
    guard rewrites.contains(.likelyConditions), indexes.hasSamples, dialect.builtIn(.likely) != nil, read.isOfVariable,
      let part = part(comparison, read, place)
    else { return false }
    return part > Self.manyRows
  }

  /// About which part of the rows meet a comparison; nil where no sample tells.
  private func part(_ comparison: SQLComparison, _ read: SQLColumnRead, _ place: Place) -> Double? {
    let attribute = read.attribute
    if case .list(let constants) = comparison.constants {
      guard attribute.isTrusted, attribute.storage == .text, constants.count <= dialect.limits.writtenConstants else {
        return nil
      }
      let texts = constants.compactMap(\.text)
      return indexes.part(ofTable: read.table, with: attribute.column, among: texts)
    }
    guard attribute.isNumber, let interval = comparison.interval else { return nil }
    let whole = interval.intersection(place.intervals[SQLColumnName(read)])
    return indexes.part(ofTable: read.table, with: attribute.column, from: whole.low, to: whole.high)
  }

  /// Notes the bounds of conditions that all have to hold: two together may leave few rows where each leaves many.
  package func note(_ conditions: [SQLExpression], in intervals: inout [SQLColumnName: SQLInterval]) {
    guard indexes.hasSamples else { return }
    for condition in conditions {
      guard let comparison = SQLComparison(condition), let read = comparison.value.read, read.isOfVariable,
        let interval = comparison.interval
      else { continue }
      let name = SQLColumnName(read)
      intervals[name] = interval.intersection(intervals[name])
    }
  }
}

extension SQLComparison {
  /// The numbers that a comparison by order leaves; nil of any other.
  fileprivate var interval: SQLInterval? {
    guard case .range(let low, let high) = constants else { return nil }
    guard let least = low.map(\.number) ?? -.infinity, let greatest = high.map(\.number) ?? .infinity else {
      return nil
    }
    return SQLInterval(low: least, high: greatest)
  }
}

extension QueryValue {
  /// The number that a column of numbers holds for the constant.
  fileprivate var number: Double? {
    switch self {
    case .boolean(let value): value ? 1 : 0
    case .integer(let value): Double(value)
    case .double(let value), .date(let value): value
    case .decimal(let value): value.nearestDouble
    case .reference(let reference): Double(reference.key)
    default: nil
    }
  }

  /// The text that a column of texts holds for the constant.
  package var text: String? {
    switch self {
    case .string(let text), .url(let text): text
    default: nil
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
