import PredicateBinding
import PredicateModel
import PredicateSQL
import PredicateValues

/// SQLite's answers to ``SQLFormRequest``: calls of Swift functions, which run the language's own code.
extension SQLiteLowering {
  package func form(
    of request: SQLFormRequest, in planner: inout SQLPlanner
  ) throws(PredicateIssue) -> SQLForm {
    switch request {
    case .compare(let comparison, let left, let right):
      let (tags, values) = try planner.tagged([left, right])
      return .exact(.function(.compare, [.name("\(comparison)"), tags] + values, mayBeNull: false))
    case .dynamic(let op, let left, let right, let options):
      let (tags, values) = try planner.tagged([left, right])
      let arguments = [.name(op.spelling), tags] + values + [.integer(Int(options.rawValue))]
      return .exact(.function(.dynamic, arguments, mayBeNull: false))
    case .member(let value, let constants):
      let (tag, values) = try planner.tagged([value])
      guard let list = SQLBox.parameter(.array(constants)) else {
        return .none("An object that is not in the database")
      }
      return .exact(.function(.member, [tag] + values + [.parameter(list)], mayBeNull: false))
    case .match(let match, let subject, let pattern): return .exact(try self.match(match, subject, pattern, &planner))
    case .equalsFolded(let subject, let text, let options):
      let values = [try planner.value(subject), try planner.value(text)]
      return .exact(.strict(.equals, values + [.integer(Int(options.rawValue))]))
    case .neverTrue: return .exact(.function(.never, [], mayBeNull: false))
    case .value(let value): return .exact(try self.value(value, &planner))
    case .typeless(let value): return .exact(try planner.typeless(value))
    case .any(let value): return .exact(try planner.boxed(value))
    case .fold(let text, let options): return .exact(.strict(.fold, [text, .integer(Int(options.rawValue))]))
    case .key(let object):
      return .exact(.function(.key, [try planner.boxed(object)], type: .object, mayBeNull: true))
    case .identity(let columns):
      return .exact(.function(.list, [Self.tags(of: columns)] + columns, mayBeNull: false))
    case .rank(let value): return .exact(try rank(of: value, &planner))
    case .order(let value, let type): return .exact(Self.ranked(value, type))
    case .sum(let isAverage, let term, let type):
      return .exact(Self.sum(isAverage ? .average : .sum, term, fractionsOf: type))
    case .windowSum(let term, let type, let window):
      return .exact(window.of(Self.sum(.sum, term, fractionsOf: type)))
    case .groupKey(let key): return .exact(try groupKey(key, &planner))
    case .groupAggregate(let function, let value): return try aggregate(function, value, &planner)
    }
  }

  /// The tags of values as columns hold them.
  private static func tags(of columns: [SQLExpression]) -> SQLExpression {
    .name(String(repeating: SQLValueTag.stored.rawValue, count: columns.count))
  }

  /// A string test. All tests are Swift functions over UTF-8 bytes, except for CONTAINS of a text without options.
  private func match(
    _ match: CoreMatch, _ subject: CoreValue, _ pattern: CoreValue, _ planner: inout SQLPlanner
  ) throws(PredicateIssue) -> SQLExpression {
    var (subject, options) = (subject, StringOptions())
    switch match {
    case .like(let own), .regularExpression(let own): options = own
    case .prefix, .suffix, .contains:
      if case .fold(let operand, let own) = subject.node {
        (subject, options) = (operand, own)
      } else if match == .contains, !countsSteps, case .string(let text)? = pattern.constantValue, !text.isEmpty {
        let place = SQLExpression.strict(.position, [try planner.value(subject), .parameter(.string(text))])
        return .compare(.greater, place, .integer(0))
      }
    }
    let values = [try planner.value(subject), try planner.value(pattern)]
    return .strict(match.function, values + [.integer(Int(options.rawValue))])
  }

  /// A value whose type exists in SQL: a function of the language's function table, a conversion, a property, an operator, an element of a
  /// collection.
  private func value(_ value: CoreValue, _ planner: inout SQLPlanner) throws(PredicateIssue) -> SQLExpression {
    switch value.node {
    case .call(let definition, let arguments):
      return try planner.call(definition, arguments, of: value, isBoxed: false)
    case .cast(let operand, let target): return try planner.cast(operand, to: target, of: value, isBoxed: false)
    case .property(let operand, let name): return try planner.property(name, of: operand, value)
    case .arithmetic(let op, let left, let right):
      let operands = [try planner.value(left), try planner.value(right)]
      if op == .power { return .function(.power, operands, mayBeNull: true) }
      return .function(.bits, [.integer(Int(op.rawValue))] + operands, mayBeNull: true)
    case .index(let base, let index): return try planner.indexed(base, index)
    default: return try planner.typeless(value)
    }
  }
}

extension CoreMatch {
  /// The function that runs the test.
  fileprivate var function: SQLFunction {
    switch self {
    case .prefix: .beginsWith
    case .suffix: .endsWith
    case .contains: .contains
    case .like: .like
    case .regularExpression: .matches
    }
  }
}
