import Foundation
import PredicateModel
import PredicateValues

/// Evaluates the syntax tree over objects of a model. It is slow and follows the rules of the language literally.
///
/// It shares no code with the binder, the typed core, or the operations of PredicateValues. So if the answers agree, two independent implementations
/// agree. It implements the part of the language that databases can answer, and throws ``Unknown`` for the rest.
public struct Oracle {
  /// Thrown for a construct that the oracle does not implement.
  public struct Unknown: Error, CustomStringConvertible {
    /// The construct.
    public let description: String
  }

  let model: DataModel
  let entity: String
  let variables: [String: QueryValue]

  /// An oracle for the objects of an entity. Variables are compared as Swift compares strings.
  public init(model: DataModel, entity: String, variables: [String: QueryValue] = [:]) {
    self.model = model
    self.entity = entity
    self.variables = variables
  }

  /// Whether the predicate holds of an object.
  public func holds(_ predicate: QueryPredicate, of object: any QueryObject) throws -> Bool {
    try holds(predicate, Scope(root: .one(.object(object), entity: entity), locals: [:]))
  }

  /// The result of evaluating an expression: one value, or many. A missing collection is nil and not empty.
  enum Meaning {
    case one(QueryValue, entity: String?)
    case many([Meaning]?)
  }

  struct Scope {
    let root: Meaning
    var locals: [String: Meaning]
  }

  func holds(_ predicate: QueryPredicate, _ scope: Scope) throws -> Bool {
    switch predicate.node {
    case .literal(let value): return value
    case .not(let operand): return try !holds(operand, scope)
    case .and(let operands):
      for operand in operands where try !holds(operand, scope) { return false }
      return true
    case .or(let operands):
      for operand in operands where try holds(operand, scope) { return true }
      return false
    case .comparison(let comparison): return try holds(comparison, scope)
    case .overLimit: throw Unknown(description: "over limit")
    }
  }

  private func holds(_ comparison: QueryComparison, _ scope: Scope) throws -> Bool {
    let left = try meaning(comparison.left, scope)
    let right = try meaning(comparison.right, scope)
    if comparison.quantifier == .direct { return try holds(comparison, left, right) }
    guard case .many(let elements) = left else { throw Unknown(description: "modifier on one value") }
    // ANY of an empty collection is false, ALL is true, and nil counts as empty.
    for element in elements ?? [] {
      let holds = try holds(comparison, element, right)
      if comparison.quantifier == .any, holds { return true }
      if comparison.quantifier == .all, !holds { return false }
    }
    return comparison.quantifier == .all
  }

  func meaning(_ expression: QueryExpression, _ scope: Scope) throws -> Meaning {
    switch expression.node {
    case .literal(let literal): return .one(QueryValue(literal), entity: nil)
    case .evaluatedObject: return scope.root
    case .variable(let name):
      if let local = scope.locals[name] { return local }
      guard let value = variables[name] else { throw Unknown(description: "$\(name)") }
      return .one(value, entity: nil)
    case .keyPath(let path): return try walk(path.components[...], from: scope.root)
    case .path(let base, let path): return try walk(path.components[...], from: try meaning(base, scope))
    case .aggregate(let elements):
      return .many(try elements.map { try meaning($0, scope) })
    case .index(let base, .size):
      return try count(try meaning(base, scope))
    case .subquery(let collection, let variable, let predicate):
      guard case .many(let elements) = try meaning(collection, scope) else {
        throw Unknown(description: "SUBQUERY of one value")
      }
      return .many(
        try elements?.filter {
          var inner = scope
          inner.locals[variable] = $0
          return try holds(predicate, inner)
        })
    case .binary(let op, let left, let right):
      return .one(try arithmetic(op, one(meaning(left, scope)), one(meaning(right, scope))), entity: nil)
    case .negate(let operand):
      return .one(try arithmetic(.multiply, one(meaning(operand, scope)), .integer(-1)), entity: nil)
    case .ternary(let test, let first, let second):
      return try holds(test, scope) ? try meaning(first, scope) : try meaning(second, scope)
    default:
      throw Unknown(description: "\(expression)")
    }
  }

  func one(_ meaning: Meaning) throws -> QueryValue {
    guard case .one(let value, _) = meaning else { throw Unknown(description: "many where one is expected") }
    return value
  }

  private func walk(_ components: ArraySlice<QueryKeyPath.Component>, from start: Meaning) throws -> Meaning {
    guard let component = components.first else { return start }
    let rest = components.dropFirst()
    switch component {
    case .key(let name):
      return try walk(rest, from: try step(name, from: start))
    case .collectionOperator("count"):
      return try count(start)
    case .collectionOperator(let name):
      return try aggregate(name, try walk(rest, from: start))
    default:
      throw Unknown(description: "path component")
    }
  }

  private func count(_ meaning: Meaning) throws -> Meaning {
    guard case .many(let elements) = meaning else { throw Unknown(description: "count of one value") }
    return .one(elements.map { .integer(Int64($0.count)) } ?? .null, entity: nil)
  }

  private func step(_ name: String, from start: Meaning) throws -> Meaning {
    switch start {
    case .many(let elements):
      // A nil object among the elements has no elements.
      var result: [Meaning] = []
      for element in elements ?? [] {
        switch try step(name, from: element) {
        case .many(let inner): result += inner ?? []
        case let single: result.append(single)
        }
      }
      return .many(elements == nil ? nil : result)
    case .one(let value, let entity):
      if name == "self" { return start }
      guard let entity, let member = model.entity(named: entity)?.member(named: name) else {
        throw Unknown(description: "member \(name)")
      }
      var found = QueryValue.null
      if case .object(let object) = value { found = object.value(forKey: name) ?? .null }
      guard case .relationship(let relationship) = member else { return .one(found, entity: nil) }
      guard member.isToMany else { return .one(found, entity: relationship.destination) }
      guard case .array(let elements) = found else { return .many(nil) }
      return .many(elements.map { .one($0, entity: relationship.destination) })
    }
  }

  private func aggregate(_ name: String, _ meaning: Meaning) throws -> Meaning {
    guard case .many(let elements) = meaning else { throw Unknown(description: "@\(name) of one value") }
    guard let values = try elements?.map(one) else { return .one(.null, entity: nil) }
    let numbers = values.map { OracleValue.number($0)?.double ?? 0 }
    switch name {
    case "sum": return .one(.double(Self.sum(numbers)), entity: nil)
    case "avg": return .one(.double(numbers.isEmpty ? 0 : Self.sum(numbers) / Double(numbers.count)), entity: nil)
    case "min", "max":
      var best: QueryValue = .null
      for value in values where !value.isNull {
        guard !best.isNull, let order = OracleValue.order(value, best) else {
          best = best.isNull ? value : best
          continue
        }
        if name == "min" ? order < 0 : order > 0 { best = value }
      }
      return .one(best, entity: nil)
    default: throw Unknown(description: "@\(name)")
    }
  }

  /// The sum, rounded once. The doubles in `parts` have no overlapping digits, and the smallest comes first.
  private static func sum(_ numbers: [Double]) -> Double {
    if numbers.contains(where: { !$0.isFinite }) { return numbers.reduce(0, +) }
    var parts: [Double] = []
    for number in numbers {
      var rest = number
      parts = parts.compactMap { part in
        let (great, small) = abs(rest) < abs(part) ? (part, rest) : (rest, part)
        rest = great + small
        let error = small - (rest - great)
        return error == 0 ? nil : error
      }
      parts.append(rest)
    }
    var sum = parts.popLast() ?? 0
    while let next = parts.popLast() {
      let whole = sum
      sum = whole + next
      let error = next - (sum - whole)
      if error == 0 { continue }
      // The value is exactly between two doubles, so the smaller parts decide how it is rounded.
      if let rest = parts.last, (error < 0) == (rest < 0), (sum + 2 * error) - sum == 2 * error { sum += 2 * error }
      break
    }
    return sum
  }

  private func arithmetic(_ op: BinaryOperator, _ a: QueryValue, _ b: QueryValue) throws -> QueryValue {
    if a.isNull || b.isNull { return .null }
    guard let x = OracleValue.number(a), let y = OracleValue.number(b) else {
      throw Unknown(description: "arithmetic on no numbers")
    }
    return try OracleValue.arithmetic(op, x, y)
  }
}
