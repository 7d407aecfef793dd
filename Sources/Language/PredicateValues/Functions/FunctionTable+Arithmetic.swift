extension FunctionTable {
  /// The functions of numbers. A function that corresponds to an operator gives the operator's result.
  static let arithmetic: [FunctionDefinition] = [
    infix("add:to:", .add, "The sum of two numbers, as `a + b`.", "add:to:(1, 2) ⇒ 3"),
    infix("from:subtract:", .subtract, "The first number minus the second, as `a - b`.", "from:subtract:(3, 1) ⇒ 2"),
    infix("multiply:by:", .multiply, "The product of two numbers, as `a * b`.", "multiply:by:(2, 3) ⇒ 6"),
    infix(
      "divide:by:", .divide, "The quotient of two numbers, as `a / b`; a whole number if both are whole numbers.",
      "divide:by:(7, 2) ⇒ 3"),
    FunctionDefinition(
      "modulus:by:", [.number, .number], result: ValueArithmetic.promoted,
      documentation: "The remainder of a division, with the sign of the first number; nil if the divisor is 0.",
      example: "modulus:by:(17, 5) ⇒ 2"
    ) { arguments, _ throws(PredicateIssue) in try ValueArithmetic.modulus(arguments[0], by: arguments[1]) }
    .inColumns(.remainder),
    real("sqrt:", "The square root of a number; nil if the number is negative.", "sqrt(9) ⇒ 3.0") { $0.squareRoot() },
    real(
      "log:", "The logarithm of a number to base 10; nil if the number is negative.", "log(100) ⇒ 2.0",
      SystemLibrary.decimalLogarithm),
    real(
      "ln:", "The natural logarithm of a number; nil if the number is negative.", "ln(1) ⇒ 0.0", SystemLibrary.logarithm
    ),
    infix(
      "raise:toPower:", .power, "The first number raised to the power of the second, as `a ** b`.",
      "raise:toPower:(2, 10) ⇒ 1024.0"),
    real("exp:", "e to the power of a number.", "exp(0) ⇒ 1.0", SystemLibrary.exponential),
    rounding(
      "floor:", "The largest whole number that is not greater than a number.", "floor(-1.5) ⇒ -2.0",
      SystemLibrary.floored
    ) { $0.floored },
    rounding(
      "ceiling:", "The smallest whole number that is not less than a number.", "ceiling(1.2) ⇒ 2.0",
      SystemLibrary.ceiled
    ) { $0.ceiled },
    rounding("trunc:", "A number without its fraction.", "trunc(-1.5) ⇒ -1.0", SystemLibrary.truncated) {
      $0.truncated
    },
    FunctionDefinition(
      "abs:", [.number], result: ValueArithmetic.promoted, documentation: "A number without its sign.",
      example: "abs(-3) ⇒ 3"
    ) { arguments, _ throws(PredicateIssue) in
      switch try ValueArithmetic.number(arguments[0]) {
      case .integer(let value): value < 0 ? try ValueArithmetic.negate(.integer(value)) : .integer(value)
      case .double(let value): .double(value.magnitude)
      case .decimal(let value): .decimal(value.magnitude)
      }
    }.inColumns(.magnitude),
    FunctionDefinition(
      "chs:", [.number], result: ValueArithmetic.promoted, documentation: "A number with the opposite sign, as `-a`.",
      example: "chs(3) ⇒ -3"
    ) { arguments, _ throws(PredicateIssue) in try ValueArithmetic.negate(arguments[0]) }
    .inColumns(.negation),
    FunctionDefinition(
      "random", [], result: .double, documentation: "A random number that is at least 0 and less than 1.", isPure: false
    ) { _, context throws(PredicateIssue) in .double(Double(context.random() >> 11) * 0x1p-53) },
    FunctionDefinition(
      "randomn:", [.number], result: .integer,
      documentation: "A random integer that is at least 0 and less than a number; nil if the number is not above 0.",
      isPure: false
    ) { arguments, context throws(PredicateIssue) in
      guard let count = try ValueArithmetic.number(arguments[0]).wholePart, count > 0 else { return .null }
      return .integer(Int64(context.random().multipliedFullWidth(by: UInt64(count)).high))
    },
  ]

  /// A function equivalent to an operator.
  static func infix(
    _ name: String, _ binary: BinaryOperator, _ documentation: String, _ example: String
  ) -> FunctionDefinition {
    FunctionDefinition(
      name, [.number, .number],
      result: { ValueArithmetic.resultType(binary, $0[0], $0[1]) ?? .any },
      documentation: documentation, example: example
    ) { arguments, _ throws(PredicateIssue) in try ValueArithmetic.apply(binary, arguments[0], arguments[1]) }
    .inColumns(.operation(binary))
  }

  /// A function of doubles.
  private static func real(
    _ name: String, _ documentation: String, _ example: String, _ compute: @escaping @Sendable (Double) -> Double
  ) -> FunctionDefinition {
    FunctionDefinition(
      name, [.number], result: .double, documentation: documentation, example: example
    ) { arguments, _ throws(PredicateIssue) in
      QueryValue(nilForNaN: compute(try ValueArithmetic.number(arguments[0]).double))
    }.inColumns(.double(compute, keepsIntegers: false))
  }

  /// A function that returns integers unchanged.
  private static func rounding(
    _ name: String, _ documentation: String, _ example: String, _ double: @escaping @Sendable (Double) -> Double,
    _ decimal: @escaping @Sendable (QueryDecimal) -> QueryDecimal
  ) -> FunctionDefinition {
    FunctionDefinition(
      name, [.number], result: ValueArithmetic.promoted, documentation: documentation, example: example
    ) { arguments, _ throws(PredicateIssue) in
      switch try ValueArithmetic.number(arguments[0]) {
      case .integer(let value): .integer(value)
      case .double(let value): .double(double(value))
      case .decimal(let value): .decimal(decimal(value))
      }
    }.inColumns(.double(double, keepsIntegers: true))
  }
}

extension FunctionTable {
  /// The functions that work on the bits of integers. Fractions are cut off. Numbers beyond Int64 give nil.
  static let bits: [FunctionDefinition] = [
    infix(
      "bitwiseAnd:with:", .bitwiseAnd, "The bits that are set in both integers, as `a & b`.",
      "bitwiseAnd:with:(6, 3) ⇒ 2"),
    infix(
      "bitwiseOr:with:", .bitwiseOr, "The bits that are set in at least one of two integers, as `a | b`.",
      "bitwiseOr:with:(6, 3) ⇒ 7"),
    infix(
      "bitwiseXor:with:", .bitwiseXor, "The bits that are set in exactly one of two integers, as `a ^ b`.",
      "bitwiseXor:with:(6, 3) ⇒ 5"),
    infix(
      "leftshift:by:", .shiftLeft, "The bits of an integer, shifted to the left, as `a << b`.",
      "leftshift:by:(1, 3) ⇒ 8"),
    infix(
      "rightshift:by:", .shiftRight, "The bits of an integer, shifted to the right, as `a >> b`.",
      "rightshift:by:(8, 2) ⇒ 2"),
    FunctionDefinition(
      "onesComplement:", [.number], result: .integer, documentation: "An integer with all bits inverted.",
      example: "onesComplement(8) ⇒ -9"
    ) { arguments, _ throws(PredicateIssue) in
      try ValueArithmetic.number(arguments[0]).wholePart.map { .integer(~$0) } ?? .null
    },
  ]
}
