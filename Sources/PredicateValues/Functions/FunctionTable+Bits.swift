extension FunctionTable {
  /// The functions of the bits of integers. Fractions are cut off; beyond Int64 the result is nil.
  static let bits: [FunctionDefinition] = [
    infix("bitwiseAnd:with:", .bitwiseAnd, "The bits that both have, as `a & b`.", "bitwiseAnd:with:(6, 3) ⇒ 2"),
    infix("bitwiseOr:with:", .bitwiseOr, "The bits that one of both has, as `a | b`.", "bitwiseOr:with:(6, 3) ⇒ 7"),
    infix(
      "bitwiseXor:with:", .bitwiseXor, "The bits that just one of both has, as `a ^ b`.",
      "bitwiseXor:with:(6, 3) ⇒ 5"),
    infix("leftshift:by:", .shiftLeft, "The bits moved up, as `a << b`.", "leftshift:by:(1, 3) ⇒ 8"),
    infix("rightshift:by:", .shiftRight, "The bits moved down, as `a >> b`.", "rightshift:by:(8, 2) ⇒ 2"),
    FunctionDefinition(
      "onesComplement:", [.number], result: .integer, documentation: "The bits that an integer has not.",
      example: "onesComplement(8) ⇒ -9"
    ) { arguments, _ throws(PredicateIssue) in
      try ValueArithmetic.number(arguments[0]).wholePart.map { .integer(~$0) } ?? .null
    },
  ]
}
