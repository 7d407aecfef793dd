import PredicateSyntax

/// Checks the operator, the quantifier and the sides of a comparison.
extension UseWalk {
  /// The options that a search usually has.
  private static let searchOptions: StringOptions = [.caseInsensitive, .diacriticInsensitive, .localeSensitive]

  mutating func visit(_ comparison: QueryComparison, _ range: SourceRange) {
    visitForm(comparison, range)
    noteMeaning(comparison)
    visit(comparison.left)
    if case .aggregate(let elements) = comparison.right.node {
      for element in elements where !checkWord(element, in: comparison) { visit(element) }
    } else if comparison.operator == .in || !checkWord(comparison.right, in: comparison) {
      visit(comparison.right)
    }
    if let found = keyComparison(comparison) {
      check(found)
    } else if case .key(let key) = lookup(comparison.left), comparesWithWord(comparison) {
      checkOperator(comparison.operator, of: key, named: name(of: comparison.left), comparison.left.range)
    }
    checkVersionCall(comparison, range)
    checkForms(comparison)
    if comparison.quantifier != .direct { checkQuantified(comparison, range) }
  }

  /// Reports the constructs of a comparison that the profile has rules about.
  private mutating func visitForm(_ comparison: QueryComparison, _ range: SourceRange) {
    switch comparison.quantifier {
    case .all: use(.all, range)
    case .any: if comparison.spelling != .none { use(.any, range) }
    case .direct: break
    }
    let places = operatorPlaces(comparison)
    if let construct = comparison.operator.construct {
      // Who writes name != "" wants no object without a name either.
      let isConstant =
        comparison.right.node.isConstant && !comparison.right.node.isNil && !comparison.right.node.isEmpty
      // The rule on CONTAINS does not apply to SELF CONTAINS "x", which searches in all texts of the object. It does not apply to %@ CONTAINS name
      // either, which searches in a list of the program.
      let isSearch =
        switch comparison.left.node {
        case .evaluatedObject, .placeholder: construct == .contains
        default: false
        }
      let isOfList = if case .key(let key) = lookup(comparison.left) { key.type == .list } else { false }
      let isMeant =
        construct == .notEqual
        ? isConstant && !comparison.left.node.isCount && !comparison.left.node.isComputed
          && !handlesNil(of: comparison.left)
        : !isSearch && !(construct == .contains && (isOfList || comparison.left.node.isNamedAsMany))
      // A note about SELF is left out: in memory SELF may be a text, while the objects of a store are not texts.
      let isOfTexts =
        if case .evaluatedObject = comparison.left.node { rules[construct]?.severity == .note } else { false }
      if isMeant, !isOfTexts { use(construct, places.word ?? range) }
    }
    if !comparison.options.isEmpty, comparison.operator != .tokenMatches {
      use(.options, places.options ?? range)
      let isSearch = comparison.operator == .contains && comparison.options == Self.searchOptions
      if !isSearch { use(.optionsBesideSearch, places.options ?? range) }
    }
    let sides = (comparison.left.node, comparison.right.node)
    if case .call("distanceToLocation:fromLocation:", _) = sides.0, comparison.operator != .lessThan,
      comparison.operator != .lessThanOrEqual
    {
      use(.distanceBeyond, places.word ?? range)
    }
    if sides.0.isConstant, sides.1.isPath, comparison.operator != .in { use(.constantOnLeft, range) }
    if sides.0.isKey, sides.1.isKey, !comparesWithWord(comparison) { use(.keyComparedWithKey, range) }
    if case .between = comparison.operator, case .aggregate(let bounds) = sides.1,
      bounds.contains(where: { if case .binary = $0.node { true } else { false } })
    {
      use(.betweenArithmetic, range)
    }
    if case .ternary = sides.0, comparison.operator == .in { use(.ternaryInMembership, range) }
    if comparison.quantifier == .direct, comparison.operator.comparesOne {
      for side in [comparison.left, comparison.right] where leadsThroughMany(side) {
        guard let (place, form) = countOfMany(side), let rule = rules[.toManyPath] else {
          use(.toManyPath, side.range)
          continue
        }
        issues.append(rule.issue(at: side.range, hint: "write \(form)").replacing(with: "@count", at: place))
      }
    }
    if comparison.quantifier == .any, case .keyPath(let path) = sides.0, path.count > 2,
      path.components.filter(isToMany).count > 1
    {
      use(.anyOfTwoToMany, range)
    }
  }

  /// Whether a path component is a to-many relationship: by the data model, without a model by its name.
  func isToMany(_ step: QueryKeyPath.Component) -> Bool {
    guard let names = profile.toManyNames else { return step.isNamedAsMany }
    guard case .key(let name) = step else { return false }
    return names.contains(name)
  }

  /// Whether a path reads a key through a to-many relationship of the data model: `actors.name`. False without a model; a name in the plural is not
  /// enough.
  private func leadsThroughMany(_ side: QueryExpression) -> Bool {
    guard let names = profile.toManyNames, case .keyPath(let path) = side.node else { return false }
    let keys = path.components.compactMap { if case .key(let name) = $0 { name } else { nil } }
    return keys.count == path.count && keys.dropLast().contains(where: names.contains)
  }

  /// The ranges of the operator and of its options in brackets.
  private func operatorPlaces(_ comparison: QueryComparison) -> (word: SourceRange?, options: SourceRange?) {
    guard let place = signPlace(between: [comparison.left.range, comparison.right.range]) else { return (nil, nil) }
    let bytes = text.bytes[Int(place.lowerBound)..<Int(place.upperBound)]
    guard let open = bytes.firstIndex(of: UInt8(ascii: "[")), let close = bytes.lastIndex(of: UInt8(ascii: "]")),
      open < close
    else { return (place, nil) }
    let word = bytes[..<open].lastIndex { $0 != UInt8(ascii: " ") } ?? open
    return (SourceRange(bytes.startIndex, word + 1), SourceRange(open, close + 1))
  }

  /// Whether the left side is a key that is compared with unquoted words.
  private func comparesWithWord(_ comparison: QueryComparison) -> Bool {
    guard case .key(let left) = lookup(comparison.left) else { return false }
    return !left.words.isEmpty
  }

  /// Reports a word without quotes: `machine_type == laptop`, `bundleid == com.example.app`. Returns whether the right side needs no further check.
  private mutating func checkWord(_ side: QueryExpression, in comparison: QueryComparison) -> Bool {
    guard case .keyPath(let path) = side.node, case .key(let first) = path.first else { return false }
    let range = side.range
    guard text.term(at: range) == nil else { return false }
    let written = Self.dotted(path) ?? first
    let leftSide = lookup(comparison.left)
    // If the key on the left is misspelled, the word is not reported: only the corrected key shows which constants fit.
    if case .unknown(let unknown) = leftSide,
      NearestSpelling.of(unknown.name, among: unknown.candidates.sorted()) != nil
    {
      settledWords.insert(range)
      return true
    }
    let left: ProfileKey? = if case .key(let key) = leftSide { key } else { nil }
    if let left, !left.words.isEmpty, path.count == 1 {
      settledWords.insert(range)
      if left.words.keys.contains(where: { $0.hasSameScalars(as: first) }) { return true }
      guard case .key = lookup(side) else {
        let nearest =
          NearestSpelling.of(first, among: left.words.keys.sorted())
        let owners = profile.keys.filter { $0.value.words.keys.contains(first) }.map(\.key).sorted()
        add(
          .valueUnknown, .error, range, "“\(first)” is not a possible value of the key",
          hint: nearest.map { "the nearest value is \($0)" }
            ?? (owners.isEmpty
              ? "the values are \(left.words.keys.sorted().joined(separator: ", "))"
              : "\(first) is a value of \(Self.list(owners))"),
          suggestion: nearest)
        return true
      }
    }
    guard comparison.operator.comparesTexts, comparison.left.node.isPath else { return false }
    if case .key = lookup(side) { return false }
    if case .path(let base, _) = comparison.left.node, case .variable = base.node, profile.unknownKeys == .unnoted {
      // In $FETCH_SOURCE.name == name, the right side is a key of the tested object. So the word needs no further note.
      settledWords.insert(range)
    }
    let isValue = (left?.values ?? []).contains { $0.description == written }
    let isDomain = path.count > 1 && Self.domains.contains(first)
    let severity: PredicateIssue.Severity =
      switch profile.unknownKeys {
      case .error: .error
      case .note, .near, .nearError, .unnoted: isValue || isDomain && !profile.takesArguments ? .error : .note
      }
    guard isValue || isDomain || ![.unnoted, .near].contains(profile.unknownKeys) else { return false }
    settledWords.insert(range)
    let constant = ConstantSuggestion.of(written)
    add(
      .unquotedWord, severity, range, "“\(written)” is read as a key here, not as a text",
      hint: ConstantSuggestion.hint(for: written) ?? "write \"\(written)\"",
      mend: constant == nil ? .quoted(written) : left?.type == .boolean ? constant.map { Mend($0) } : nil)
    return true
  }

  private static let domains: Set<String> = [
    "com", "org", "net", "io", "edu", "gov", "app", "dev", "de", "uk", "fr", "jp",
  ]

  private static func dotted(_ path: QueryKeyPath) -> String? {
    let names = path.components.compactMap { if case .key(let name) = $0 { name } else { nil } }
    return names.count == path.count ? names.joined(separator: ".") : nil
  }

  /// Reports ANY and ALL before a single value.
  private mutating func checkQuantified(_ comparison: QueryComparison, _ range: SourceRange) {
    guard case .key(let key) = lookup(comparison.left), key.type != .list, key.type != .any, key.type != .object
    else { return }
    let word = comparison.quantifier == .all ? "ALL" : "ANY"
    add(
      .anyOfOne, .error, range, "\(word) needs a list, but the key is \(key.type.phrase)",
      hint: "leave \(word) out", mend: quantifierPlace(comparison, range).map { Mend("", at: $0) })
  }

  /// The range of ANY or ALL, up to the left side; nil for NONE, which negates, and before a bracket.
  private func quantifierPlace(_ comparison: QueryComparison, _ range: SourceRange) -> SourceRange? {
    let left = comparison.left.range
    guard comparison.spelling != .none, !range.isNone, !left.isNone, range.lowerBound < left.lowerBound,
      !text.bytes[Int(range.lowerBound)..<Int(left.lowerBound)].contains(UInt8(ascii: "("))
    else { return nil }
    return SourceRange(Int(range.lowerBound), Int(left.lowerBound))
  }

  /// The comparison as a key and its constants; nil for another comparison.
  private func keyComparison(_ comparison: QueryComparison) -> KeyComparison? {
    if case .key(let key) = lookup(comparison.left), let (constants, isList) = constants(comparison.right) {
      return KeyComparison(
        key: key, name: name(of: comparison.left), range: comparison.left.range, operator: comparison.operator,
        isList: isList, quantifier: comparison.quantifier, options: options(comparison), constants: constants)
    }
    guard let flipped = comparison.operator.withSidesExchanged, comparison.quantifier == .direct,
      case .key(let key) = lookup(comparison.right), let (constants, isList) = constants(comparison.left)
    else { return nil }
    return KeyComparison(
      key: key, name: name(of: comparison.right), range: comparison.right.range, operator: flipped, isList: isList,
      quantifier: .direct, options: comparison.options, constants: constants)
  }

  private func options(_ comparison: QueryComparison) -> StringOptions {
    let range = comparison.right.range
    return comparison.options.union(range.isNone ? [] : text.modifiers[Int(range.upperBound)] ?? [])
  }

  private func name(of expression: QueryExpression) -> String {
    if let term = text.term(at: expression.range) { return term.original }
    return expression.canonicalFormat
  }

  private func constants(_ expression: QueryExpression) -> ([KeyConstant], isList: Bool)? {
    switch expression.node {
    case .literal: return constant(expression).map { ([$0], false) }
    case .aggregate(let elements): return (elements.compactMap(constant), true)
    default: return nil
    }
  }

  private func constant(_ expression: QueryExpression) -> KeyConstant? {
    guard case .literal(let literal) = expression.node, !text.holdsPercentName(expression.range) else { return nil }
    if let term = text.term(at: expression.range), case .bareText(let bare) = term.kind {
      return KeyConstant(literal: .string(bare), range: expression.range)
    }
    return KeyConstant(literal: literal, range: expression.range)
  }
}

extension ComparisonOperator {
  /// The name that profiles use for the operator; nil for operators that every consumer has.
  var construct: PredicateConstruct? {
    switch self {
    case .like: .like
    case .matches: .matches
    case .beginsWith: .beginsWith
    case .endsWith: .endsWith
    case .contains: .contains
    case .in: .in
    case .between: .between
    case .notEqual: .notEqual
    case .selector: .customSelector
    default: nil
    }
  }

  /// The operator with the same meaning after the sides are exchanged; nil if there is none.
  fileprivate var withSidesExchanged: ComparisonOperator? {
    switch self {
    case .lessThan: .greaterThan
    case .lessThanOrEqual: .greaterThanOrEqual
    case .greaterThan: .lessThan
    case .greaterThanOrEqual: .lessThanOrEqual
    case .equal, .notEqual: self
    case .in: .contains
    default: nil
    }
  }

  /// Whether each side is one value, so that a list needs ANY or ALL.
  var comparesOne: Bool {
    switch self {
    case .equal, .notEqual, .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual, .like, .matches,
      .beginsWith,
      .endsWith:
      true
    default: false
    }
  }

  /// Whether the right side may be a text, so that an unquoted word there is most likely a text.
  fileprivate var comparesTexts: Bool {
    switch self {
    case .equal, .notEqual, .like, .contains, .beginsWith, .endsWith, .matches, .in: true
    default: false
    }
  }
}

extension QueryExpression.Node {
  var isConstant: Bool {
    if case .literal = self { true } else { false }
  }

  /// Whether the expression is a calculation: `flags & 4`.
  fileprivate var isComputed: Bool {
    if case .binary = self { true } else { false }
  }

  /// Whether the expression is the empty text.
  fileprivate var isEmpty: Bool {
    if case .literal(.string("")) = self { true } else { false }
  }

  fileprivate var isNil: Bool {
    if case .literal(.null) = self { true } else { false }
  }

  /// Whether the expression reads a key of the evaluated object.
  fileprivate var isKey: Bool {
    switch self {
    case .keyPath: true
    case .path(let base, _): base.node.isKey
    default: false
    }
  }

  /// Whether the expression reads a key whose name is a plural and so probably a list.
  fileprivate var isNamedAsMany: Bool {
    if case .keyPath(let path) = self { path.components.last?.isNamedAsMany ?? false } else { false }
  }

  /// Whether the expression is the number of elements of a collection, which is never nil.
  fileprivate var isCount: Bool {
    switch self {
    case .keyPath(let path), .path(_, let path): path.components.last == .collectionOperator("count")
    case .index(_, .size): true
    default: false
    }
  }

  /// Whether the expression reads a key of the evaluated object or of a variable.
  var isPath: Bool {
    switch self {
    case .keyPath, .path: true
    default: false
    }
  }
}

extension QueryKeyPath.Component {
  /// Whether the name of a relationship is a plural, as for to-many relationships: `tags`, `children`.
  fileprivate var isNamedAsMany: Bool {
    guard case .key(let name) = self else { return false }
    return ["s", "children", "people", "media", "data"].contains { name.lowercased().hasSuffix($0) }
      && !name.hasSuffix("ss")
  }
}
