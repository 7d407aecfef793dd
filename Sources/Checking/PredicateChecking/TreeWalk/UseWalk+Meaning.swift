import PredicateSyntax

/// Facts about a comparison, by which notes are left out that its author probably does not need.
extension UseWalk {
  /// Visits the operands of AND and OR. With `a != 1 OR a == nil` or `a != nil AND a != 1` the author has decided about the rows without a value.
  mutating func visit(_ operands: [QueryPredicate], handling sign: ComparisonOperator) {
    let outer = handledNils.count
    handledNils += operands.compactMap { operand in
      guard case .comparison(let comparison) = operand.node, comparison.operator == sign else { return nil }
      if case .literal(.null) = comparison.right.node { return Self.key(comparison.left) }
      if case .literal(.null) = comparison.left.node { return Self.key(comparison.right) }
      return nil
    }
    for operand in operands { visit(operand) }
    handledNils.removeLast(handledNils.count - outer)
  }

  /// Whether a surrounding AND or OR handles the nil of an expression.
  func handlesNil(of side: QueryExpression) -> Bool { handledNils.contains(Self.key(side)) }

  /// The key as text. All keys that are passed as `%K` count as the same key.
  private static func key(_ side: QueryExpression) -> String {
    let text = side.canonicalFormat
    return text.hasPrefix("%") && text.contains("K") ? "%K" : text
  }

  /// Whether the left side of ANY or NONE may read a collection: a path of several components, a to-many name, or a name that the text does not show.
  /// False for SELF and for a single value such as `location`.
  func mayBeMany(_ side: QueryExpression) -> Bool {
    switch side.node {
    case .evaluatedObject: return false
    case .keyPath(let path):
      if path.count > 1 { return true }
      guard case .key = path.first else { return true }
      return isToMany(path.first)
    default: return true
    }
  }

  /// Records what the right side of a comparison probably means: `YES` in quotes for a boolean, or another key.
  mutating func noteMeaning(_ comparison: QueryComparison) {
    if case .literal(.string(let text)) = comparison.right.node {
      // For a key of unknown type, "true" counts as a boolean and "yes" does not, because "yes" is a usual text. In facts that scripts write, "true"
      // is a usual text, too.
      let isTruth =
        profile.takesArguments && comparison.left.node.isPath && ["true", "false"].contains(text.lowercased())
      if isTruth || isBoolean(comparison.left) { booleanTexts.insert(comparison.right.range) }
    }
    guard profile.takesArguments, [.unnoted, .near].contains(profile.unknownKeys),
      case .keyPath(let right) = comparison.right.node, right.count == 1, case .key(let word) = right.first,
      !isLikelyText(word, besides: comparison.left)
    else { return }
    // The word is not recorded as a key if the data model does not have its name.
    if case .unknown = lookup(comparison.right) { return }
    settledWords.insert(comparison.right.range)
  }

  /// Whether a key is a boolean by the profile, or by its name: `isActive`, `enabled`.
  private func isBoolean(_ side: QueryExpression) -> Bool {
    if case .key(let key) = lookup(side), key.type != .any { return key.type == .boolean }
    guard let name = Self.lastName(side) else { return false }
    let isVerb = Self.booleanVerbs.contains { verb in
      name.hasPrefix(verb) && name.dropFirst(verb.count).first.map { $0.isUppercase || $0 == "_" } ?? false
    }
    return isVerb || Self.booleanNames.contains { name.lowercased().hasSuffix($0) }
  }

  /// Whether an unquoted word is more likely a text than a key: `status == active`. In programs, `createdAt == modifiedAt` compares two keys.
  private func isLikelyText(_ word: String, besides side: QueryExpression) -> Bool {
    if ConstantSuggestion.of(word) != nil { return true }
    // A misspelled constant with an additional character counts as a text, too: nil_
    if ["nil", "null", "true", "false", "yes", "no"].contains(word.lowercased().filter(\.isLetter)) { return true }
    guard let name = Self.lastName(side)?.lowercased(), Self.textNames.contains(where: name.hasSuffix) else {
      return false
    }
    let isPlain = !word.dropFirst().contains { $0.isUppercase || $0 == "_" || $0.isNumber }
    return isPlain && !Self.textNames.contains { word.lowercased().hasSuffix($0) }
  }

  private static func lastName(_ side: QueryExpression) -> String? {
    switch side.node {
    case .keyPath(let path), .path(_, let path):
      if case .key(let name)? = path.components.last { name } else { nil }
    default: nil
    }
  }

  private static let booleanVerbs = [
    "is", "has", "had", "can", "should", "was", "were", "did", "does", "will", "are", "needs", "allows", "shows",
    "uses",
  ]
  private static let booleanNames = [
    "enabled", "disabled", "active", "visible", "hidden", "selected", "deleted", "archived", "completed", "favorite",
    "favourite", "checked", "published", "locked", "required", "finished", "exists", "flag", "boolean",
  ]
  /// Name endings of keys whose values are words.
  private static let textNames = [
    "status", "state", "type", "kind", "name", "category", "genre", "title", "label", "role", "gender", "color",
    "colour", "country", "city", "language", "priority", "mode", "level", "section",
  ]
}
