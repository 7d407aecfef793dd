import Foundation
import PredicateValues

extension Oracle {
  func holds(_ comparison: QueryComparison, _ left: Meaning, _ right: Meaning) throws -> Bool {
    let options = comparison.options
    switch comparison.operator {
    case .in: return try contains(right, left, options)
    case .contains: return try contains(left, right, options)
    case .between:
      guard case .many(let bounds?) = right, bounds.count == 2 else { throw Unknown(description: "BETWEEN") }
      let value = try one(left)
      let low = try one(bounds[0])
      let high = try one(bounds[1])
      guard let below = try ordered(low, value), let above = try ordered(value, high) else { return false }
      return below <= 0 && above <= 0
    case .equal: return try equal(left, right, options)
    case .notEqual: return try !equal(left, right, options)
    default: break
    }
    let a = try one(left)
    let b = try one(right)
    switch comparison.operator {
    case .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual:
      let orEqual = comparison.operator == .lessThanOrEqual || comparison.operator == .greaterThanOrEqual
      if a.isNull && b.isNull { return orEqual }
      guard let order = try ordered(folded(a, options), folded(b, options)) else { return false }
      if order == 0 { return orEqual }
      let wantsLess = comparison.operator == .lessThan || comparison.operator == .lessThanOrEqual
      return wantsLess == (order < 0)
    case .beginsWith, .endsWith, .like, .matches:
      guard case .string(let text) = folded(a, options), case .string(let pattern) = folded(b, options) else {
        guard a.isNull || b.isNull else { throw Unknown(description: "string test of no strings") }
        return false
      }
      return try matches(comparison.operator, text, pattern)
    default:
      throw Unknown(description: "\(comparison.operator)")
    }
  }

  private func matches(_ op: ComparisonOperator, _ text: String, _ pattern: String) throws -> Bool {
    let subject = Array(text.unicodeScalars)
    let sample = Array(pattern.unicodeScalars)
    switch op {
    case .beginsWith: return !sample.isEmpty && subject.starts(with: sample)
    case .endsWith: return !sample.isEmpty && subject.reversed().starts(with: sample.reversed())
    case .like: return like(subject[...], sample[...])
    default:
      let expression = try NSRegularExpression(pattern: pattern)
      let whole = NSRange(location: 0, length: text.utf16.count)
      return !text.isEmpty
        && expression.matches(in: text, options: .anchored, range: whole).contains { $0.range == whole }
    }
  }

  private func like(_ text: ArraySlice<Unicode.Scalar>, _ pattern: ArraySlice<Unicode.Scalar>) -> Bool {
    guard let first = pattern.first else { return text.isEmpty }
    let rest = pattern.dropFirst()
    switch first {
    case "*":
      return like(text, rest) || (!text.isEmpty && like(text.dropFirst(), pattern))
    case "?":
      return !text.isEmpty && like(text.dropFirst(), rest)
    case "\\" where !rest.isEmpty:
      return text.first == rest.first && like(text.dropFirst(), rest.dropFirst())
    default:
      return text.first == first && like(text.dropFirst(), rest)
    }
  }

  /// Whether a collection contains a member, or a text contains a part. A collection or text never contains nil.
  private func contains(_ container: Meaning, _ member: Meaning, _ options: StringOptions) throws -> Bool {
    let value = try one(member)
    if value.isNull { return false }
    switch container {
    case .many(let elements):
      return try (elements ?? []).contains { try !one($0).isNull && equal($0, member, options) }
    case .one(.null, _): return false
    case .one(.array(let elements), _), .one(.set(let elements), _):
      return try elements.contains { try !$0.isNull && equal(.one($0, entity: nil), member, options) }
    case .one(let text, _):
      guard case .string(let subject) = folded(text, options), case .string(let sample) = folded(value, options)
      else { throw Unknown(description: "IN of no collection") }
      let scalars = Array(subject.unicodeScalars)
      let part = Array(sample.unicodeScalars)
      guard !part.isEmpty, part.count <= scalars.count else { return false }
      return (0...scalars.count - part.count).contains { scalars[$0...].starts(with: part) }
    }
  }

  private func equal(_ left: Meaning, _ right: Meaning, _ options: StringOptions) throws -> Bool {
    if case .many(let elements) = left, case .one(.null, _) = right { return elements == nil }
    if case .many(let elements) = right, case .one(.null, _) = left { return elements == nil }
    return OracleValue.equal(folded(try one(left), options), folded(try one(right), options))
  }

  private func ordered(_ a: QueryValue, _ b: QueryValue) throws -> Int? {
    if a.isNull || b.isNull { return nil }
    guard let order = OracleValue.order(a, b) else { throw Unknown(description: "no order") }
    return order
  }

  private func folded(_ value: QueryValue, _ options: StringOptions) -> QueryValue {
    guard case .string(let text) = value, !options.contains(.normalized), !options.isEmpty else { return value }
    var folding: String.CompareOptions = []
    if options.contains(.caseInsensitive) { folding.formUnion([.caseInsensitive, .widthInsensitive]) }
    if options.contains(.diacriticInsensitive) { folding.insert(.diacriticInsensitive) }
    return .string(text.folding(options: folding, locale: nil).precomposedStringWithCanonicalMapping)
  }
}
