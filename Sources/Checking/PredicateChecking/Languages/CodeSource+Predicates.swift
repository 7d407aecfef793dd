import PredicateDocuments
import PredicateSyntax

/// The predicates of literals, and the literals that a program chooses from.
extension CodeSource {
  /// Records the predicate of a literal, and those that the program may take instead. A table pairs the names of strategies with other texts, too:
  /// `['-ios predicate string', 'Predicate String']`.
  ///
  /// - Parameter isLocator: Whether the text can only be a locator. Nil if the code around the place shows it. False for the text of a variable,
  ///   because the program may give it another one.
  mutating func take(predicate literal: SourceLiteral, isLocator: Bool? = nil) {
    let isLocator = isLocator ?? takesLocatorsOnly
    let first = found.count
    for literal in [literal] + literal.others where isPredicate(literal, isLocator) { found.append(predicate(literal)) }
    if let name = passedOn[placeEnd] { passedFinds.append((name, first..<found.count)) }
  }

  private func isPredicate(_ literal: SourceLiteral, _ isLocator: Bool) -> Bool {
    let text = literal.text.text
    if LocatorStrategy.isXPath(place) {
      return (isCall || pair.last == UInt8(ascii: ",")) && text.hasPrefix("**/XCUIElementType")
    }
    let words = ConsumerWords(profile)
    if isPassedOn {
      return words.beginsWithComparison(text) || profile.syntax.contains(.classChain) && ClassChain.begins(text)
    }
    let isOfChain = LocatorStrategy.isChain(String(decoding: place, as: UTF8.self)) ?? false
    if text.utf8.allSatisfy(ByteClass.isWord), literal.interpolations.isEmpty {
      if ["TRUEPREDICATE", "FALSEPREDICATE"].contains(text) { return true }
      // `-ios predicate string:lable` has a key only. Another word is the name of a strategy: IOS_CLASS_CHAIN = "ios_class_chain".
      let isCertain = isCall || place.last == UInt8(ascii: ":")
      return isCertain && !isOfChain && profile.syntax.contains(.classChain) && words.isKey(text)
    }
    guard profile.syntax.contains(.classChain) else { return true }
    if isOfChain, text.contains("XCUIElementType") || text.contains("*") || text.contains("[") { return true }
    if !isOfChain, ClassChain.begins(text) { return true }
    if isLocator, literal.interpolations.isEmpty, !literal.text.isBlank, !Self.hasGap(text) { return true }
    return words.isPredicate(text, isOpen: !literal.interpolations.isEmpty)
  }

  func predicate(_ literal: SourceLiteral) -> FoundPredicate {
    var parts = literal.interpolations.map(\.range)
    // A template that another function fills: "name == '%s'". Only the methods of NSPredicate read specifiers.
    if !takesSpecifiers {
      let bytes = literal.text.text.utf8.map { $0 }
      parts += InsertedPart.specifiers(in: literal.text.text).map(\.range).filter { range in
        bytes[range.upperBound...].first.map { !ByteClass.isWord($0) && $0 != UInt8(ascii: "%") } ?? true
      }
    }
    let text = literal.text.text
    let place = String(decoding: place, as: UTF8.self)
    if !namesOtherStrategy,
      let issue = LocatorStrategy.issue(at: place, in: text, isWhole: parts.isEmpty, profile)
    {
      return FoundPredicate(literal.text, spoilt: [issue], isMadeAtRunTime: true)
    }
    return FoundPredicate(
      literal.text, form: isOfExpression ? .value : .condition, spoilt: takesSpecifiers ? callIssues(of: literal) : [],
      replaced: parts)
  }

  /// Whether the line names a strategy of the other kind before the place, so that the program chooses one: `IOS_CLASS_CHAIN if c else IOS_PREDICATE`.
  private var namesOtherStrategy: Bool {
    let line = bytes[max(placeEnd - 400, 0)..<placeEnd]
    let newline = line.lastIndex(of: 0x0A) ?? line.startIndex
    // A choice in brackets may be wrapped over several lines.
    let bracket = line.lastIndex { "([{,;".utf8.contains($0) } ?? line.startIndex
    let start = min(newline, bracket)
    let text = String(decoding: line[start...], as: UTF8.self).lowercased()
    return text.contains("chain") && text.contains("predicate")
  }

  /// The issues of a call of NSPredicate in Python or C#: values in the text of the format, and the number of arguments.
  private func callIssues(of literal: SourceLiteral) -> [PredicateIssue] {
    guard isCall, literal.others.isEmpty, !isOfExpression || language == .python else { return [] }
    let text = literal.text.text
    let inserted = literal.interpolations.first { part in
      guard !part.range.isEmpty, !part.isWhole(of: text), InsertedPart.isValue(part.range, in: text) else {
        return false
      }
      let value = String(decoding: bytes[part.place], as: UTF8.self)
      if value.hasPrefix("%") { return !(value.last.map { "diuoxXfFeEgG".contains($0) } ?? false) }
      // In C# the text of a case is its name, not its number: {PHAssetMediaType.Image}
      let inQuotes = TextQuotes.contain(part.range.lowerBound, in: text)
      // The number of an argument: "name == '{0}'".format(name)
      let isNumbered = value.contains(/^\{[0-9]+\}$/)
      let isCase = value.contains(/^\{[A-Z]\w*\.[A-Z]\w*\}$/) && !inQuotes
      return isNumbered || isCase && language == .java
        || !InsertedValue(bytes, part.place).isHarmless(inQuotes: inQuotes)
    }
    if let inserted { return [InsertedPart.issue(at: inserted.range, in: text)] }
    guard language == .python || place.starts(with: "NSPredicate.FromFormat".utf8) else { return [] }
    guard literal.interpolations.isEmpty, !text.isEmpty, language != .python || place.last == UInt8(ascii: "_"),
      !place.elementsEqual("predicateWithFormat_argumentArray_".utf8)
    else { return [] }
    return arguments()?.countIssues(in: text) ?? []
  }

  /// The arguments after the literal; nil if the source does not show their number, as in `*values` of Python and for an array of C#.
  private func arguments() -> FormatArguments? {
    let found = FormatArguments(in: bytes, from: position) { place in
      var source = self
      source.position = place
      return source.skipNoCode() && source.position > place ? source.position : nil
    }
    guard let found, !found.isArray, !found.texts.contains(where: { $0.hasPrefix("*") || $0.contains("[") }),
      language == .python || found.texts.count != 1
    else { return nil }
    return found
  }

  private var choiceStyle: ChoiceStyle {
    switch language {
    case .script, .python: [.lines, .disjunction]
    case .java, .kotlin: [.words, .blocks, .lines]
    case .ruby: [.words, .ends, .lines, .disjunction]
    case .rust: [.words, .blocks]
    case .c, .appleScript, .terraform, .robot: []
    }
  }

  /// The literals of an expression that chooses one of several, `k ? "…" : "…"`, all but the first one as ``SourceLiteral/others``. Nil for another
  /// value.
  mutating func choice(isArgument: Bool) -> SourceLiteral? {
    if language == .appleScript || language == .robot { return nil }
    let start = position
    let literal = ChoiceReader.choice(in: &self, choiceStyle, isArgument: isArgument) { source in
      source.literalPrefix().flatMap { source.literals($0) }
    }
    guard let literal, isArgument || endsStatement(after: " \t", at: "\r\n;}/#") else {
      position = start
      return nil
    }
    return literal
  }

  /// Takes the predicates of an argument that chooses one of several texts: `iOSNsPredicateString(k ? "…" : "…")`. Returns false for another argument.
  mutating func takeChoice() -> Bool {
    guard formatCall == nil, !readsDocuments, !pair.isOfOther, "(,:=>".utf8.contains(pair.last),
      bytes[position] == UInt8(ascii: "(") || bytes[position] == UInt8(ascii: "!") || NameByte.isPart(bytes[position]),
      literalPrefix() == nil, !NameByte.isPart(bytes[position - 1])
    else { return false }
    let start = position
    guard let literal = choice(isArgument: true), isValueOfPair(literal.text.text) else {
      position = start
      return false
    }
    take(predicate: literal)
    isNext = false
    return true
  }
}
