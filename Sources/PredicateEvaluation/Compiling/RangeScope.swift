import PredicateBinding

/// A range while what is asked of its elements is compiled.
struct RangeScope {
  /// The variables of its steps.
  let variables: CoreVariables
  /// How many numbers from outside were met.
  var numbers = 0

  init(_ range: CoreRange) { variables = CoreVariables(range.steps.map(\.variable)) }

  /// Whether a value is the same for all elements of a row, and worth calculating once a row. A value that goes through elements itself counts
  /// them for each row that it belongs to: how many may be visited is limited.
  func isOutside(_ value: CoreValue) -> Bool {
    !value.facts.variables.isEmpty && value.facts.variables.isDisjoint(with: variables)
      && !Self.hasRange(.value(value))
  }

  private static func hasRange(_ part: CorePart) -> Bool {
    if case .range = part { return true }
    var isFound = false
    part.forEachPart { isFound = isFound || hasRange($0) }
    return isFound
  }
}
