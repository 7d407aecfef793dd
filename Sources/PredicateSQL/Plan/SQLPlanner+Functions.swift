import PredicateBinding
import PredicateValues

/// Functions of the language's table, conversions and the properties of strings: the same code as in memory, called from SQL.
extension SQLPlanner {
  /// CAST.
  mutating func cast(
    _ operand: CoreValue, to target: CastTarget, isBoxed: Bool
  ) throws(PredicateIssue) -> SQLExpression {
    let (tag, values) = try tagged([operand])
    return .function(isBoxed ? .boxedCast : .cast, [.name(target.name), tag] + values, mayBeNull: true)
  }

  /// A call of a function of the table.
  mutating func call(
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
  mutating func property(
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
