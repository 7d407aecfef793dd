import PredicateSyntax
import PredicateValues

/// Checks texts that a key is compared with: versions, patterns, case and accents.
extension UseWalk {
  mutating func checkText(_ constant: KeyConstant, _ key: ProfileKey, _ comparison: KeyComparison) {
    guard let text = constant.text, key.type == .text else { return }
    if key.holdsVersion { checkVersion(text, constant, comparison) }
    checkForm(text, constant.range, key, comparison)
    checkCase(text, constant.range, key, comparison)
  }

  private mutating func checkVersion(_ text: String, _ constant: KeyConstant, _ comparison: KeyComparison) {
    let range = constant.range
    switch comparison.operator {
    case .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual, .between:
      let form = versionForm(text, comparison)
      add(
        .versionOrder, .note, range,
        "texts are compared character by character, so as a version “10.9” is greater than “10.14”",
        hint: form.map { "write \($0)" }
          ?? "compare only the first part of the version with BEGINSWITH, or compare a key that contains the version as numbers",
        mend: form.flatMap { wholeComparison(constant, comparison, $0) })
    case .beginsWith:
      let parts = text.split(separator: ".", omittingEmptySubsequences: false)
      if parts.count > 1, parts.last == "1" {
        add(
          .versionPrefix, .note, range,
          "“\(text)0” and later versions also begin with “\(text)”, so the condition is true for them, too",
          hint: "write \"\(text).\" or compare with ==")
      }
    case .contains where !text.isEmpty && text.allSatisfy({ $0.isNumber }):
      add(
        .versionPrefix, .note, range, "other versions contain “\(text)”, too: “1.\(text)”",
        hint: "write BEGINSWITH \"\(text).\"")
    default: break
    }
  }

  /// Checks a key that holds one part of a version. It should not be compared without the parts before it, nor with a number that is a whole version.
  mutating func checkVersionPart(_ constant: KeyConstant, _ comparison: KeyComparison) {
    let whole = profile.keys.first { $0.value.parts.contains(comparison.name) }
    guard let parts = whole?.value.parts, let index = parts.firstIndex(of: comparison.name) else { return }
    if case .double(let number) = constant.literal, number != number.rounded(), index == 0 {
      var key = comparison.key
      key.parts = parts
      let form = versionForm(
        String(number),
        KeyComparison(
          key: key, name: comparison.name, range: comparison.range, operator: comparison.operator, isList: false,
          quantifier: .direct, options: [], constants: []))
      add(
        .versionPart, .error, constant.range,
        "\(comparison.name) is a whole number, which is only the part of the version before the point",
        hint: form.map { "write \($0)" }, mend: form.flatMap { wholeComparison(constant, comparison, $0) })
    }
    let isAnchored = !profile.keys.keys.allSatisfy { name in
      (name != whole?.key && !parts[..<index].contains(name)) || !names(name)
    }
    guard index > 0, !isAnchored, comparison.operator != .notEqual else { return }
    add(
      .versionPart, .note, comparison.range,
      "\(comparison.name) alone does not determine the version, because it begins with 0 again for each \(parts[0])",
      hint: "compare \(parts[..<index].joined(separator: " and ")), too")
  }

  /// Whether the predicate contains a key's name.
  private func names(_ key: String) -> Bool {
    SourceToken.all(in: text.bytes, from: 0).contains { $0.kind == .word && $0.text == key }
  }

  /// Reports `version(os_vers) >= version("14.2")`: the consumers run on Apple's systems, which do not have this function.
  mutating func checkVersionCall(_ comparison: QueryComparison, _ range: SourceRange) {
    guard case .call("version:", let left) = comparison.left.node, let operand = left.first,
      case .call("version:", let right) = comparison.right.node, case .literal(.string(let text))? = right.first?.node,
      case .key(let key) = lookup(operand), key.holdsVersion
    else { return }
    let form = versionForm(
      text,
      KeyComparison(
        key: key, name: operand.canonicalFormat, range: operand.range, operator: comparison.operator, isList: false,
        quantifier: .direct, options: [], constants: []))
    issues.append(
      PredicateIssue(
        severity: .note, kind: .unsupported, code: DiagnosticCode.extension.rawValue,
        message: "the function version: is an extension: Apple's systems refuse it", range: range,
        hint: form.map { "write \($0)" }
          ?? "compare only the first part of the version with BEGINSWITH, or compare a key that contains the version as numbers"
      ))
  }

  /// The comparison of a version by the keys that hold its parts as numbers: `major > 14 OR (major == 14 AND minor >= 2)`.
  func versionForm(_ text: String, _ comparison: KeyComparison) -> String? {
    let keys = comparison.key.parts
    var parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard !parts.isEmpty, parts.count <= keys.count, parts.allSatisfy({ UInt32($0) != nil }) else { return nil }
    let strict: String
    switch comparison.operator {
    case .lessThan, .lessThanOrEqual: strict = "<"
    case .greaterThan, .greaterThanOrEqual: strict = ">"
    default: return nil
    }
    // `>= 12.0` is `>= 12`: a part of 0 at the end changes nothing.
    if [.greaterThanOrEqual, .lessThan].contains(comparison.operator) {
      while parts.count > 1, parts.last.flatMap({ UInt32($0) }) == 0 { parts.removeLast() }
    }
    let last = parts.count - 1
    var form = "\(keys[last]) \(comparison.operator.spelling) \(parts[last])"
    for index in stride(from: last - 1, through: 0, by: -1) {
      form =
        "\(keys[index]) \(strict) \(parts[index]) OR (\(keys[index]) == \(parts[index]) AND "
        + (index == last - 1 ? form : "(\(form))") + ")"
    }
    return form
  }

  mutating func checkForm(
    _ text: String, _ range: SourceRange, _ key: ProfileKey, _ comparison: KeyComparison
  ) {
    guard let form = key.form else { return }
    switch comparison.operator {
    case .equal, .notEqual, .in: break
    case .contains where comparison.key.type == .list && comparison.quantifier == .direct: break
    default: return
    }
    let fits: Bool
    do throws(PredicateIssue) {
      fits = try RegularExpression(form, options: [], stepLimit: 100_000).matches(text)
    } catch {
      // Without regular expressions on the platform, the pattern cannot be checked.
      return
    }
    if fits || comparison.options.contains(.caseInsensitive) { return }
    add(
      .valueForm, .note, range, "a value of \(comparison.name) is \(key.formAbout ?? "of the form \(form)")",
      hint: comparison.key.type == .list
        ? "to find a part, write ANY \(comparison.name) CONTAINS …" : "to find a part, write BEGINSWITH or CONTAINS")
  }

  private mutating func checkCase(
    _ text: String, _ range: SourceRange, _ key: ProfileKey, _ comparison: KeyComparison
  ) {
    switch comparison.operator {
    case .equal, .notEqual, .in, .contains, .beginsWith, .endsWith, .like: break
    default: return
    }
    // The case is not noted if the consumer refuses the operator anyway.
    if let construct = comparison.operator.construct, rules[construct]?.severity == .error { return }
    let spelling = comparison.operator.spelling
    let hasLetters = text.unicodeScalars.contains { $0.properties.isAlphabetic }
    // A person who searches for one file name, or for the files with an ending such as *.pdf, knows its case.
    let isName =
      profile.syntax.contains(.spotlight) && ["kMDItemFSName", "kMDItemDisplayName"].contains(comparison.name)
      && (!text.contains("*") || text.wholeMatch(of: /\**\.[A-Za-z0-9]+/) != nil)
    if key.caseVaries, hasLetters, !isName, !comparison.options.contains(.caseInsensitive) {
      add(
        .caseSensitive, .note, range,
        "the values of \(comparison.name) occur in upper and in lower case, but \(spelling) distinguishes them",
        hint: "write \(spelling)[c]", mend: withOption(.caseInsensitive, comparison, range))
    }
    // People type é as one character. Names of files and hosts may contain it as two characters, and so may a constant that was copied from them.
    let isAccented = text.unicodeScalars.contains {
      (0x300...0x36F).contains($0.value) || key.caseVaries && (0xC0...0x24F).contains($0.value)
    }
    if isAccented, !comparison.options.contains(.diacriticInsensitive) {
      add(
        .accentSensitive, .note, range,
        "a letter with an accent may be stored as one character or as two, but \(spelling) distinguishes them",
        hint: "write \(spelling)[\(comparison.options.contains(.caseInsensitive) ? "cd" : "d")]",
        mend: withOption(.diacriticInsensitive, comparison, range))
    }
  }

  /// An edit that adds an option to the operator. Nil for a list, for Spotlight's modifiers, and if the operator is not between the key and the
  /// constant.
  private func withOption(_ option: StringOptions, _ comparison: KeyComparison, _ constant: SourceRange) -> Mend? {
    guard !comparison.isList, text.modifiers.isEmpty, let place = signPlace(between: [comparison.range, constant])
    else { return nil }
    return Mend("\(comparison.operator.spelling)[\(comparison.options.union(option).letters)]", at: place)
  }
}
