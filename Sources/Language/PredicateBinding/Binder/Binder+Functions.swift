import PredicateValues

/// Binds calls. Calls and FUNCTION can call only the functions of the table.
extension Binder {
  /// Binds `FUNCTION(receiver, "selector:", …)`. The receiver becomes the first argument of the function.
  @inline(never)
  mutating func function(
    _ receiver: QueryExpression, selector: QueryExpression, _ arguments: [QueryExpression], range: SourceRange
  ) throws(PredicateIssue) -> Operand {
    guard case .string(let name)? = try value(selector).constantValue else {
      throw .selectorNotConstant(range: selector.range)
    }
    return try call(name, on: try operand(receiver), arguments, range: range)
  }

  /// Binds a call such as `sum:(a)`. The receiver of FUNCTION, or the value before a dot, becomes the first argument.
  @inline(never)
  mutating func call(
    _ name: String, on receiver: Operand? = nil, _ arguments: [QueryExpression], range: SourceRange
  ) throws(PredicateIssue) -> Operand {
    var operands = receiver.map { [$0] } ?? []
    for argument in arguments { operands.append(try operand(argument)) }
    return try call(name, operands, range: range)
  }

  @inline(never)
  private mutating func call(
    _ name: String, _ operands: [Operand], range: SourceRange
  ) throws(PredicateIssue) -> Operand {
    guard var function = options.functions.definition(named: name, taking: operands.count) else {
      let others = options.functions.definitions(beginningWith: name).map(\.name)
      if !others.isEmpty { throw .otherArguments(name, others, range: range) }
      throw .unknownFunction(
        name, nearest: options.functions.suggestion(for: name),
        known: options.functions.all.filter(\.isSupported).map(\.name),
        range: range)
    }
    if function.isExtension {
      try noteExtension("the function \(function.name)", range: range)
    } else if operands.count > 1, !function.isVariadic, name.utf8.count < function.name.utf8.count {
      try noteExtension("calling \(function.name) by its first word", range: range)
    }
    guard function.isSupported else { throw .unsupportedConstruct(function.name, range: range) }
    if function.name == "count:", operands.count == 1, case .many(let many, _) = operands[0] {
      return .value(CoreValue(.count(many), type: .integer, isOptional: many.isOptional, range: range))
    }
    var arguments = operands.map { $0.value(range: range) }
    // A date is formatted in the time zone of the binding, as in key paths such as `lentOn.hour`.
    if function.name == "format:as:", !timeZone.isUTC,
      let zoned = options.functions.definition(named: "format:as:inTimeZone:")
    {
      function = zoned
      arguments.append(.constant(.string(timeZone.identifier), range: range))
    }
    let types = arguments.map(\.type)
    if !isDynamic || !hasArity(function, types.count), let issue = function.issue(for: types) {
      throw issue.placed(at: range)
    }
    if function.isPure, options.evaluatesConstantCalls, let constants = constants(arguments) {
      return .value(
        try constant(range: range) { () throws(PredicateIssue) in try function.call(constants, FunctionContext()) })
    }
    if function.passesNil, arguments.count == function.parameters.count, arguments.contains(where: \.isNull),
      !arguments.contains(where: mustRun)
    {
      return .value(.constant(.null, range: range))
    }
    return .value(
      CoreValue(
        .call(function, arguments), type: function.resultType(for: types), isOptional: true, range: range))
  }

  private func hasArity(_ function: FunctionDefinition, _ count: Int) -> Bool {
    count == function.parameters.count || (function.isVariadic && count > 1)
  }

  private func constants(_ arguments: [CoreValue]) -> [QueryValue]? {
    var result: [QueryValue] = []
    for argument in arguments {
      guard let constant = argument.constantValue else { return nil }
      result.append(constant)
    }
    return result
  }
}
