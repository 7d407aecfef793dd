import PredicateBinding
import PredicateMemory
import PredicateValues

/// Conditions on one string and constants, and on two strings, where strings are not read in place.
extension PlanCompiler {
  /// The test of a condition on a string and constants; nil for other conditions, and where strings are read in place.
  @inline(__always)
  func publicText<Visitor: RowTestVisitor>(
    _ condition: CoreCondition, _ visitor: Visitor
  ) -> (RowPath, Visitor.Result, Int)? {
    guard !StringMemory.isTrusted, let (subject, question) = TextQuestion.of(condition),
      let place = stringPlace(subject)
    else { return nil }
    return place.type == String.self
      ? (place.path, visitor.visit(PublicTextTest<StoredText>(offset: place.offset, question: question)), 30)
      : (place.path, visitor.visit(PublicTextTest<OptionalText>(offset: place.offset, question: question)), 30)
  }

  /// How two strings are compared; nil for what are none.
  func publicTexts(_ comparison: CoreComparison, _ left: ValuePlace, _ right: ValuePlace) -> PairComparison? {
    switch (left.type, right.type) {
    case (is String.Type, is String.Type): PairComparison(comparison, StoredText.self, StoredText.self)
    case (is String.Type, is String?.Type): PairComparison(comparison, StoredText.self, OptionalText.self)
    case (is String?.Type, is String.Type): PairComparison(comparison, OptionalText.self, StoredText.self)
    case (is String?.Type, is String?.Type): PairComparison(comparison, OptionalText.self, OptionalText.self)
    default: nil
    }
  }

  /// Where a string lies, however it is read.
  func stringPlace(_ value: CoreValue) -> ValuePlace? {
    guard let place = place(of: value), place.type == String.self || place.type == String?.self else { return nil }
    return place
  }
}
