import PredicateValues

/// Checks the constants that a key is compared with.
extension UseWalk {
  mutating func check(_ comparison: KeyComparison) {
    if !checkOperator(comparison) { return }
    let quantified = comparison.quantifier != .direct
    if comparison.key.type == .list, !quantified, !comparison.key.comparesElements {
      checkList(comparison)
      return
    }
    if comparison.isList, !quantified, [.equal, .notEqual].contains(comparison.operator),
      [.text, .integer, .number, .boolean, .date].contains(comparison.key.type)
    {
      add(
        .listCompared, .error, comparison.range,
        "\(comparison.name) is \(comparison.key.type.phrase), which never equals a list",
        hint: "write \(comparison.name) IN {…}")
      return
    }
    let key = comparison.key.type == .list ? comparison.key.ofElements : comparison.key
    for constant in comparison.constants where constant.literal != .null {
      guard checkType(constant, key, comparison) else { continue }
      checkVersionPart(constant, comparison)
      checkValue(constant, key, comparison)
      checkText(constant, key, comparison)
    }
  }

  /// Reports an operator that the key does not allow. Returns whether the operator is allowed.
  @discardableResult
  mutating func checkOperator(
    _ operator: ComparisonOperator, of key: ProfileKey, named name: String, _ range: SourceRange
  ) -> Bool {
    if key.operators.isEmpty || key.operators.contains(`operator`.spelling) { return true }
    add(
      .operatorRefused, .error, range, "\(name) can be compared only with \(Self.list(key.operators))",
      hint: "compare with each wanted value: … == … OR … == …")
    return false
  }

  /// Reports an operator that does not fit the key's type. Returns whether the operator is allowed.
  private mutating func checkOperator(_ comparison: KeyComparison) -> Bool {
    let key = comparison.key
    guard checkOperator(comparison.operator, of: key, named: comparison.name, comparison.range) else { return false }
    guard [.integer, .number, .boolean, .date].contains(key.type),
      [.like, .matches, .contains, .beginsWith, .endsWith].contains(comparison.operator)
    else { return true }
    add(
      .operatorType, .error, comparison.range,
      "\(comparison.operator.spelling) needs a text, but \(comparison.name) is \(key.type.phrase)",
      hint: "compare it with ==, <, > or IN")
    return false
  }

  static func list(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " and " + last
  }

  /// Reports a list that is compared without ANY or ALL.
  private mutating func checkList(_ comparison: KeyComparison) {
    let key = comparison.key.ofElements
    switch comparison.operator {
    case .contains:
      for constant in comparison.constants where constant.literal != .null {
        guard checkType(constant, key, comparison) else { continue }
        checkValue(constant, key, comparison)
        if let text = constant.text { checkForm(text, constant.range, key, comparison) }
      }
    case .equal, .notEqual:
      if comparison.isList || comparison.constants.contains(where: { $0.literal == .null }) { return }
      add(
        .listCompared, .error, comparison.range,
        "\(comparison.name) is a list, which never equals a single value",
        hint: "write ANY \(comparison.name) == …", mend: anyOf(comparison))
    case .tokenMatches, .utiConformsTo, .utiEquals, .selector: break
    default:
      add(
        .listCompared, .error, comparison.range,
        "\(comparison.name) is a list, but \(comparison.operator.spelling) needs a single value",
        hint: "write ANY \(comparison.name) \(comparison.operator.spelling) …", mend: anyOf(comparison))
    }
  }

  /// An edit that inserts ANY before the key; nil if the key is on the right.
  private func anyOf(_ comparison: KeyComparison) -> Mend? {
    guard let constant = comparison.constants.first, constant.range.lowerBound > comparison.range.lowerBound else {
      return nil
    }
    return Mend("ANY \(comparison.name)")
  }

  /// Reports a constant of another type than the key. Returns whether the type fits.
  private mutating func checkType(_ constant: KeyConstant, _ key: ProfileKey, _ comparison: KeyComparison) -> Bool {
    // In Spotlight, a comparison of any attribute with * tests whether the attribute exists.
    if profile.syntax.contains(.spotlight), constant.text == "*" { return true }
    let isFine =
      switch (key.type, constant.literal) {
      case (.any, _), (.object, _), (.list, _), (.data, _): true
      case (.text, .string), (.date, .date): true
      case (.integer, .integer), (.integer, .double), (.integer, .decimal), (.integer, .boolean): true
      case (.number, .integer), (.number, .double), (.number, .decimal), (.number, .boolean): true
      case (.boolean, .boolean): true
      case (.boolean, .integer(let number)): number == 0 || number == 1
      default: false
      }
    if isFine { return true }
    if !key.words.isEmpty, let word = constant.text {
      let documented = key.words.keys.first { $0.lowercased() == word.lowercased() }
      let isWord = documented != nil
      add(
        isWord ? .quotedWord : .constantType, isWord ? .note : .error, constant.range,
        isWord
          ? "this value is a name that the program defines, so it must be written without quotes"
          : "“\(word)” is a text, and \(comparison.name) is \(key.type.phrase)",
        hint: documented.map { "write \($0)" }, mend: documented.map { Mend($0) })
      return false
    }
    let (hint, mend) = rightType(constant, key, comparison)
    add(
      .constantType, .error, constant.range,
      "“\(comparison.name)” is \(key.type.phrase), but it is compared with \(Self.phrase(constant.literal))",
      hint: hint,
      mend: mend)
    return false
  }

  /// The hint and the edit that write the constant in the key's type.
  private func rightType(
    _ constant: KeyConstant, _ key: ProfileKey, _ comparison: KeyComparison
  ) -> (hint: String?, mend: Mend?) {
    switch (key.type, constant.literal) {
    case (.date, .string(let text)):
      // A consumer may document the whole form, with the time.
      let isShort = key.form != nil && text.utf8.count == "2026-01-01".utf8.count
      let form = "CAST(\"\(text)\(isShort ? "T00:00:00Z" : "")\", \"NSDate\")"
      return ("write \(form)", Mend(form))
    case (.boolean, let literal):
      guard case .string(let text) = literal else { return ("write TRUE or FALSE", nil) }
      let isTrue = ["true", "yes", "1"].contains(text.lowercased())
      let isFalse = ["false", "no", "0"].contains(text.lowercased())
      return ("write TRUE or FALSE", isTrue ? Mend("TRUE") : isFalse ? Mend("FALSE") : nil)
    case (.integer, .string(let text)), (.number, .string(let text)):
      return Double(text) == nil ? (nil, nil) : ("write \(text) without quotes", Mend(text))
    case (.text, .integer), (.text, .double):
      let number = Self.digits(constant.literal)
      if key.holdsVersion, let form = versionForm(number, comparison) {
        return ("write \(form)", wholeComparison(constant, comparison, form))
      }
      switch comparison.operator {
      case .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual, .between:
        // With quotes, the comparison would be valid, but would order the texts and not the numbers.
        return (
          key.holdsVersion
            ? "texts are compared character by character. Compare only the first part with BEGINSWITH, or compare a key that contains the version as numbers"
            : "texts are compared character by character, so “10” is less than “9”", nil
        )
      default: break
      }
      return ("write \"\(number)\"", .quoted(number))
    default: return (nil, nil)
    }
  }

  /// An edit that replaces a whole comparison with one constant.
  func wholeComparison(_ constant: KeyConstant, _ comparison: KeyComparison, _ form: String) -> Mend? {
    guard !comparison.isList, !constant.range.isNone, !comparison.range.isNone else { return nil }
    let lower = min(constant.range.lowerBound, comparison.range.lowerBound)
    let upper = max(constant.range.upperBound, comparison.range.upperBound)
    return Mend(form.contains(" OR ") ? "(\(form))" : form, at: SourceRange(Int(lower), Int(upper)))
  }

  private static func digits(_ literal: QueryLiteral) -> String {
    switch literal {
    case .integer(let number): String(number)
    case .double(let number): String(number)
    default: ""
    }
  }

  private static func phrase(_ literal: QueryLiteral) -> String {
    switch literal {
    case .null: "nil"
    case .boolean: "a boolean"
    case .integer: "an integer"
    case .double, .decimal: "a number"
    case .string: "a text"
    case .date: "a date"
    default: "a constant of another type"
    }
  }

  /// Reports a constant that the key never holds.
  private mutating func checkValue(_ constant: KeyConstant, _ key: ProfileKey, _ comparison: KeyComparison) {
    if let number = constant.integer, !key.words.isEmpty {
      let numbers = key.words.values.compactMap { $0 }
      if numbers.count == key.words.count, !numbers.contains(number) {
        add(
          .valueUnknown, .error, constant.range, "\(number) is not a possible value of \(comparison.name)",
          hint: "there are "
            + Self.list(key.words.sorted { ($0.value ?? 0, $0.key) < ($1.value ?? 0, $1.key) }.map(\.key)))
      }
      return
    }
    guard let text = constant.text, !key.values.isEmpty || !key.known.isEmpty else { return }
    let all = (key.values + key.known).map(\.description)
    if all.contains(where: { holds($0, text, comparison) }) { return }
    let isWhole: Bool
    switch comparison.operator {
    case .equal, .notEqual, .in: isWhole = true
    case .contains: isWhole = comparison.key.type == .list && comparison.quantifier == .direct
    default: isWhole = false
    }
    if let other = all.first(where: { $0.lowercased().hasSameScalars(as: text.lowercased()) }) {
      add(
        .valueCase, key.values.isEmpty ? .note : .error, constant.range,
        "\(comparison.name) has the value “\(other)”, and the comparison distinguishes upper and lower case",
        hint: "write \"\(other)\"", mend: .quoted(other))
    } else if !key.values.isEmpty {
      // The suffix `Button` suggests `XCUIElementTypeButton`.
      let nearest = NearestSpelling.of(text, among: all) ?? all.first { $0.hasSuffix(text) }
      let listed = all.count > 20 ? Array(all.prefix(5)) + ["others"] : all
      add(
        .valueUnknown, isWhole ? .error : .note, constant.range,
        isWhole
          ? "“\(text)” is not a possible value of \(comparison.name)" : "no value of \(comparison.name) fits “\(text)”",
        hint: nearest.map { "the nearest value is \"\($0)\"" } ?? "the values are " + Self.list(listed),
        suggestion: nearest,
        mend: nearest.map { .quoted($0) })
    } else if isWhole, let nearest = NearestSpelling.of(text, among: all) {
      add(
        .valueUnlikely, .note, constant.range, "“\(text)” is similar to the known value “\(nearest)”",
        hint: "write \"\(nearest)\"", suggestion: nearest, mend: .quoted(nearest))
    }
  }

  /// Whether a value of the key fulfils a comparison with a text.
  private func holds(_ value: String, _ text: String, _ comparison: KeyComparison) -> Bool {
    let ignoresCase = comparison.options.contains(.caseInsensitive)
    let value = Array((ignoresCase ? value.lowercased() : value).utf8)
    let text = Array((ignoresCase ? text.lowercased() : text).utf8)
    switch comparison.operator {
    case .beginsWith: return value.starts(with: text)
    case .endsWith: return value.reversed().starts(with: text.reversed())
    case .contains where comparison.key.type != .list || comparison.quantifier != .direct:
      return value.firstRange(of: text) != nil
    case .equal, .notEqual, .in, .contains:
      return value == text || profile.syntax.contains(.spotlight) && text.contains(UInt8(ascii: "*"))
    default: return true
    }
  }
}
