import PredicateBinding
import PredicateMemory
import PredicateValues

/// Conditions on values that are neither numbers nor strings in memory, and constants: data, decimal numbers.
extension PlanCompiler {
  /// The question of a comparison with a constant; nil where there is none for the type.
  func question(_ comparison: CoreComparison, _ type: any Any.Type, _ constant: QueryValue) -> AddressTest? {
    switch constant {
    case .data(let bytes):
      return comparison.isEquality ? DataSource.question(type, DataSource.Element(bytes)) : nil
    default: return DecimalMemory.question(type, constant) { comparison.holds($0) }
    }
  }

  /// The question of a list of constants.
  func question(_ type: any Any.Type, among constants: [QueryValue]) -> AddressTest? {
    if constants.count > 8, let question = DecimalMemory.question(type, among: constants) { return question }
    // One after the other is not worth it for long lists.
    guard constants.count <= 8 else { return nil }
    var questions: [AddressTest] = []
    for constant in constants {
      guard let question = question(.equal, type, constant) else { return nil }
      questions.append(question)
    }
    return { [questions] address in questions.contains { $0(address) } }
  }
}
