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
    guard !StringMemory.isTrusted, let (place, question) = textQuestion(condition) else { return nil }
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

  /// Where the string of a condition lies, and what is asked of it.
  private func textQuestion(_ condition: CoreCondition) -> (ValuePlace, TextQuestion)? {
    switch condition.node {
    case .compare(let comparison, let left, let right):
      if case .string(let text)? = right.constantValue { return ordered(comparison, left, text) }
      if case .string(let text)? = left.constantValue { return ordered(comparison.mirrored, right, text) }
      return nil
    case .member(let value, let constants):
      return foldedText(value).map { place, folding in
        let texts = constants.compactMap { if case .string(let text) = $0 { Array(text.utf8) } else { nil } }
        let list = TextList(texts)
        if folding.isIdentity {
          let counts = texts.map(\.count)
          return (place, TextQuestion(counts: (counts.min() ?? 0)...(counts.max() ?? 0)) { list.contains($0) })
        }
        return (place, TextQuestion { bytes in folding.folded(bytes).withUnsafeBufferPointer { list.contains($0) } })
      }
    case .match(let kind, let subject, let pattern):
      guard case .string(let text)? = pattern.constantValue else { return nil }
      switch kind {
      case .regularExpression: return nil
      case .like(let options):
        guard let place = stringPlace(subject) else { return nil }
        let pattern = LikePattern(text, options: options)
        return (
          place,
          TextQuestion { bytes in
            var scratch: [UInt8] = []
            return pattern.matches(bytes, scratch: &scratch)
          }
        )
      case .prefix: return searched(.prefix, subject, text)
      case .suffix: return searched(.suffix, subject, text)
      case .contains: return searched(.contains, subject, text)
      }
    default: return nil
    }
  }

  /// A comparison with a constant.
  private func ordered(
    _ comparison: CoreComparison, _ value: CoreValue, _ text: String
  ) -> (ValuePlace, TextQuestion)? {
    guard let (place, folding) = foldedText(value) else { return nil }
    let constant = TextConstant(Array(text.utf8))
    switch (comparison.isEquality, folding.isIdentity) {
    case (true, true):
      return (
        place, TextQuestion(counts: constant.count...constant.count) { StringSearch.equals($0, constant.bytes) }
      )
    case (false, true):
      return (place, TextQuestion { comparison.holds(StringSearch.order($0, constant.bytes)) })
    case (_, false):
      return (
        place,
        TextQuestion { bytes in
          folding.folded(bytes).withUnsafeBufferPointer { comparison.holds(StringSearch.order($0, constant.bytes)) }
        }
      )
    }
  }

  /// A search for a constant.
  private func searched(
    _ question: StringMatcher.Question, _ value: CoreValue, _ text: String
  ) -> (ValuePlace, TextQuestion)? {
    guard let (place, folding) = foldedText(value) else { return nil }
    // The pattern of a folded subject was folded when it was bound.
    let matcher = StringMatcher(question, foldedPattern: Array(text.utf8), folding: folding)
    return (
      place,
      TextQuestion { bytes in
        var scratch: [UInt8] = []
        return matcher.matches(bytes, scratch: &scratch)
      }
    )
  }

  /// Where a string lies, and how it is folded before it is asked about.
  private func foldedText(_ value: CoreValue) -> (ValuePlace, StringFolding)? {
    if case .fold(let operand, let options) = value.node {
      return stringPlace(operand).map { ($0, StringFolding(options)) }
    }
    return stringPlace(value).map { ($0, StringFolding([])) }
  }

  /// Where a string lies, however it is read.
  func stringPlace(_ value: CoreValue) -> ValuePlace? {
    guard let place = place(of: value), place.type == String.self || place.type == String?.self else { return nil }
    return place
  }
}

extension StringFolding {
  /// The folded bytes of a string.
  fileprivate func folded(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var folded: [UInt8] = []
    fold(bytes, appendingTo: &folded)
    return folded
  }
}
