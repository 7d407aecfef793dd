import PredicateBinding
import PredicateMemory
import PredicateValues

/// Conditions on values that are neither numbers nor strings in memory, and constants: data, decimal numbers.
extension PlanCompiler {
  /// The matcher of a comparison with a constant; nil where there is none for the type.
  func matcher(_ comparison: CoreComparison, _ type: any Any.Type, _ constant: QueryValue) -> AddressMatcher? {
    switch constant {
    case .data(let bytes):
      return comparison.isEquality ? DataSource.matcher(type, bytes) : nil
    default: return DecimalMemory.matcher(type, constant) { comparison.holds($0) }
    }
  }

  /// The matcher of a list of constants.
  func matcher(_ type: any Any.Type, among constants: [QueryValue]) -> AddressMatcher? {
    if constants.count > 8, let matcher = DecimalMemory.matcher(type, among: constants) { return matcher }
    // One after the other is not worth it for long lists.
    guard constants.count <= 8 else { return nil }
    var matchers: [AddressMatcher] = []
    for constant in constants {
      guard let matcher = matcher(.equal, type, constant) else { return nil }
      matchers.append(matcher)
    }
    return { [matchers] address in matchers.contains { $0(address) } }
  }
}
