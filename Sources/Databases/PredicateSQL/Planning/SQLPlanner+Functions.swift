import PredicateBinding
import PredicateValues

/// Functions of the language's table, conversions and the properties of strings: the same code as in memory, called from SQL.
extension SQLPlanner {
  /// CAST.
  package mutating func cast(
    _ operand: CoreValue, to target: CastTarget, isBoxed: Bool
  ) throws(PredicateIssue) -> SQLExpression {
    let (tag, values) = try tagged([operand])
    return .function(isBoxed ? .boxedCast : .cast, [.name(target.name), tag] + values, mayBeNull: true)
  }

  /// A call of a function of the table.
  package mutating func call(
    _ definition: FunctionDefinition, _ arguments: [CoreValue], of value: CoreValue, isBoxed: Bool
  ) throws(PredicateIssue) -> SQLExpression {
    guard definition.isSupported, functions.definition(named: definition.name) != nil else {
      throw .unsupportedInSQL("The function \(definition.name)", range: value.range)
    }
    let (tags, values) = try tagged(arguments)
    let function: SQLFunction = definition.isPure ? isBoxed ? .boxedCall : .call : .chance
    return .function(function, [.name(definition.name), tags] + values, mayBeNull: true)
  }

  /// A member of a value: a property of a string, an attribute of an object, or what its own kind has by that name.
  package mutating func property(
    _ name: String, of operand: CoreValue, _ value: CoreValue
  ) throws(PredicateIssue) -> SQLExpression {
    switch operand.type {
    case .string:
      if name.hasSameScalars(as: "length") { return .strict(.length, [try self.value(operand)]) }
      return .function(.property, [.name(name), try self.value(operand)], mayBeNull: true)
    case .object(let entityName):
      if let entity = model.entity(named: entityName) { return try property(name, ofObject: operand, entity, value) }
      fallthrough
    default:
      if !timeZone.isUTC, DateProperty(name: name) != nil {
        throw .unsupportedInSQL("A property of a date of unknown type in a time zone", range: value.range)
      }
      let (tag, values) = try tagged([operand])
      return .function(.valueForKey, [.name(name), tag] + values, mayBeNull: true)
    }
  }
}

/// String tests. All run on UTF-8 bytes in functions of ours, apart from a part of a text without options.
extension SQLPlanner {
  package mutating func match(
    _ match: CoreMatch, _ subject: CoreValue, _ pattern: CoreValue
  ) throws(PredicateIssue) -> SQLExpression {
    switch match {
    case .like(let options): return try call(.like, subject, pattern, options)
    case .regularExpression(let options): return try call(.matches, subject, pattern, options)
    case .prefix, .suffix, .contains: break
    }
    let text: String? = if case .string(let text)? = pattern.constantValue { text } else { nil }
    if let text, text.isEmpty, !subject.canFail { return .falsehood }
    if case .fold(let operand, let options) = subject.node {
      return try call(match.function, operand, pattern, options)
    }
    if match == .contains, let text, !text.isEmpty, dialect.builtIn(.position) != nil {
      return .compare(.greater, .strict(.position, [try value(subject), .parameter(.string(text))]), .integer(0))
    }
    return try call(match.function, subject, pattern, [])
  }

  private mutating func call(
    _ function: SQLFunction, _ subject: CoreValue, _ pattern: CoreValue, _ options: StringOptions
  ) throws(PredicateIssue) -> SQLExpression {
    .strict(function, [try value(subject), try value(pattern), .integer(Int(options.rawValue))])
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
