import PredicateBinding

/// A condition for the plain evaluator, row by row, with what it names read where it lies.
///
/// What stands in it for a stored value is a variable of its own, a slot, which is filled anew for each row: so no object is made for the
/// row, and nothing is looked up by name. All else, what functions do and how they fail among it, is the evaluator's.
struct PlainCondition: Sendable {
  /// The condition as it was bound.
  let bound: CoreCondition
  /// The same condition of the slots.
  let condition: CoreCondition
  /// What the slots hold. The first one is the variable ``firstSlot``.
  let slots: [ValueSlot]
  let firstSlot: Int
  /// The variables whose rows the condition still looks at.
  let variables: [(number: Int, kind: BatchCompiler.VariableKind)]

  /// What a row costs: the condition, filling its slots, and making objects of rows that it still reads.
  let cost: Int

  init(
    bound: CoreCondition, condition: CoreCondition, slots: [ValueSlot], firstSlot: Int,
    variables: [(number: Int, kind: BatchCompiler.VariableKind)]
  ) {
    self.bound = bound
    self.condition = condition
    self.slots = slots
    self.firstSlot = firstSlot
    self.variables = variables
    cost = CorePart.condition(condition).cost + 40 * slots.count + (variables.isEmpty ? 0 : 400)
  }
}
