import PredicateBinding
import PredicateValues

/// Functions of the language's table, conversions and the properties of strings: the same code as in memory, called from SQL.
extension SQLPlanner {
  mutating func computed(_ value: CoreValue) throws(PredicateIssue) -> SQLExpression {
    switch value.node {
    case .property(let operand, let name):
      guard operand.type == .string, SQLValueTag(value.type) != nil else {
        throw .unsupportedInSQL("The member '\(name)' of a value whose type is not declared", range: value.range)
      }
      if name.hasSameScalars(as: "length") { return .strict(.length, [try self.value(operand)]) }
      return .function(.property, [.name(name), try self.value(operand)], mayBeNull: true)
    case .cast(let operand, let target):
      guard let tag = SQLValueTag(operand.type), SQLValueTag(value.type) != nil || target == .number else {
        throw .unsupportedInSQL("A CAST from \(operand.type.description) to \(target.name)", range: value.range)
      }
      return .function(.cast, [.name(target.name), .name(tag.rawValue), try self.value(operand)], mayBeNull: true)
    case .call(let definition, let arguments):
      return try call(definition, arguments, of: value)
    default:
      throw .unsupportedInSQL("A value", range: value.range)
    }
  }

  private mutating func call(
    _ definition: FunctionDefinition, _ arguments: [CoreValue], of value: CoreValue
  ) throws(PredicateIssue) -> SQLExpression {
    if arguments.isEmpty, definition.name.hasSameScalars(as: "now") { return .parameter(.double(now)) }
    guard definition.isPure, definition.isSupported, functions.definition(named: definition.name) != nil,
      SQLValueTag(value.type) != nil
    else { throw .unsupportedInSQL("The function \(definition.name)", range: value.range) }
    var tags = ""
    var values: [SQLExpression] = []
    for argument in arguments {
      guard let tag = argument.isNull ? .integer : SQLValueTag(argument.type) else {
        throw .unsupportedInSQL(
          "\(argument.type.description) as an argument of \(definition.name)", range: argument.range)
      }
      tags += tag.rawValue
      values.append(try self.value(argument))
    }
    return .function(.call, [.name(definition.name), .name(tags)] + values, mayBeNull: true)
  }
}
