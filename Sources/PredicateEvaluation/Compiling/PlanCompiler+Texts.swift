import PredicateBinding
import PredicateMemory
import PredicateValues

/// Conditions on one string and constants.
extension PlanCompiler {
  /// The matcher of a condition on a stored string and constants; nil for other conditions.
  @inline(__always)
  func textMatcher<Visitor: RowMatcherVisitor>(
    _ condition: CoreCondition, _ visitor: Visitor
  ) -> (RowPath, Visitor.Result, Int)? {
    guard let text = TextCondition(condition) else { return nil }
    let mapped = text.mapped
    guard let place = stringPlace(mapped?.operand ?? text.subject) else { return nil }
    let offset = place.offset
    func found(_ result: Visitor.Result, cost: Int) -> (RowPath, Visitor.Result, Int) { (place.path, result, cost) }
    if mapped != nil || !StringMemory.isTrusted {
      let question = text.question
      if place.type == String.self {
        let matcher = PublicTextMatcher<StoredColumn<TextSource>>(offset: offset, question: question, map: mapped?.map)
        return found(visitor.visit(matcher), cost: mapped == nil ? 30 : 80)
      }
      let matcher = PublicTextMatcher<OptionalColumn<TextSource>>(offset: offset, question: question, map: mapped?.map)
      return found(visitor.visit(matcher), cost: mapped == nil ? 30 : 80)
    }
    let isFolded = !StringFolding(text.options).isIdentity
    var cost = 120
    switch text.form {
    case .compare(let comparison, let constant) where !isFolded:
      let bytes = Array(constant.utf8)
      if comparison.isEquality { return found(visitor.visit(TextEqualMatcher(offset: offset, bytes)), cost: 4) }
      return found(visitor.visit(TextOrderMatcher(offset: offset, comparison, TextConstant(bytes))), cost: 6)
    case .member(let texts) where !isFolded:
      let list = TextList(texts)
      if let few = FewTextsMatcher(offset: offset, list) { return found(visitor.visit(few), cost: 5) }
      return found(visitor.visit(TextListMatcher(offset: offset, list)), cost: 6)
    case .search(let question, let constant):
      if constant.isEmpty { return found(visitor.visit(NoRowMatcher()), cost: 0) }
      let isASCII = constant.utf8.allSatisfy { $0 < 0x80 }
      // A NUL in the pattern could not be told from what is missing.
      let isPlain = isASCII && !constant.utf8.contains(0) && constant.utf8.count <= 8
      let pattern = FoldingPattern(text.matcher(question, constant))
      switch question {
      case .contains where isASCII:
        if let matcher = TextSearchMatcher(offset: offset, pattern) { return found(visitor.visit(matcher), cost: 24) }
      case .prefix where isPlain: return found(visitor.visit(TextPrefixMatcher(offset: offset, pattern)), cost: 5)
      case .suffix where isPlain: return found(visitor.visit(TextSuffixMatcher(offset: offset, pattern)), cost: 5)
      default: cost = 30
      }
    case .compare(let comparison, _): if comparison.isEquality { cost = 30 }
    case .like: cost = 80
    case .member: break
    }
    return found(visitor.visit(TextQuestionMatcher(offset: offset, question: text.question)), cost: cost)
  }

  /// Where a string lies, however it is read.
  func stringPlace(_ value: CoreValue) -> ValuePlace? {
    guard let place = place(of: value), place.type == String.self || place.type == String?.self else { return nil }
    return place
  }
}
