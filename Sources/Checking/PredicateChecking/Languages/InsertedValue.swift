import PredicateSyntax

/// A value that a program inserts into the text of a format: `\(name)`, `name` in `"…" + name`, the arguments of `String(format: "…")`.
struct InsertedValue {
  private let bytes: [UInt8]
  private let start: Int
  /// The expression, without `\(` and `)`.
  private let expression: String

  /// The value at a range of a source.
  init(_ bytes: [UInt8], _ place: Range<Int>) {
    self.bytes = bytes
    start = place.lowerBound
    var text = String(decoding: bytes[place], as: UTF8.self)
    if let open = text.firstIndex(of: "("), text.hasPrefix("\\"), text.hasSuffix(")") {
      text = String(text[text.index(after: open)...].dropLast())
    }
    // `{name}` and `#{name}` of other languages.
    if let open = text.firstIndex(of: "{"), ["{", "#{", "${"].contains(text[...open]), text.hasSuffix("}") {
      text = String(text[text.index(after: open)...].dropLast())
    }
    expression = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Whether the value cannot change the structure of the predicate: a number, a constant, the raw value of a case, the name of a key. A value in
  /// quotes is a text and no key: `k = '\(key)'`.
  func isHarmless(inQuotes: Bool) -> Bool {
    if expression.hasPrefix("\"") { return false }
    let name = expression.split(separator: ".").last.map(String.init) ?? ""
    return isNumber(name) || isConstant || expression.hasSuffix(".rawValue") || expression.contains("#keyPath(")
      || expression.contains("#selector(")
      || !inQuotes && ["Key", "KeyPath", "keyPath", "key"].contains(where: name.hasSuffix)
  }

  private static let numberTypes: Set<String> = [
    "Int", "Int16", "Int32", "Int64", "UInt", "UInt32", "UInt64", "Double", "Float", "Bool", "UUID",
  ]
  private static let numberNames: Set<String> = [
    "count", "intValue", "int32Value", "int64Value", "doubleValue", "boolValue", "hashValue", "timeIntervalSince1970",
    "timeIntervalSinceReferenceDate", "uuidString",
  ]
  /// Casts of C# to numbers.
  private static let numberCasts = ["(int)", "(long)", "(short)", "(byte)", "(uint)", "(ulong)", "(nint)", "(double)"]
  /// Calls whose results are numbers: `defaults.integer(forKey: "id")`.
  private static let numberCalls = [".integer(forKey:", ".double(forKey:", ".float(forKey:", ".bool(forKey:"]

  /// Whether an operand is a numeric literal, or a property that is a number.
  private static func isNumericOperand(_ operand: Substring) -> Bool {
    if let first = operand.first, first.isNumber { return operand.allSatisfy { $0.isNumber || "_.".contains($0) } }
    return operand.split(separator: ".").last.map { numberNames.contains(String($0)) } ?? false
  }

  private func isNumber(_ name: String) -> Bool {
    if Double(expression) != nil || ["true", "false"].contains(expression) || Self.numberNames.contains(name) {
      return true
    }
    // An operation with a number is a number: days * 86_400, films.count / pages. Another operation may give a set: names - others
    if let operation = expression.wholeMatch(of: /([\w.]+) ?[*\/-] ?([\w.]+)/) {
      return [operation.1, operation.2].contains(where: Self.isNumericOperand)
    }
    if Self.numberTypes.contains(where: { expression.hasPrefix($0 + "(") }) { return true }
    if Self.numberCasts.contains(where: expression.hasPrefix) { return true }
    if Self.numberCalls.contains(where: expression.contains) { return true }
    // The last declaration before the format, such as `id: Int64`, shows that the value is a number. An earlier one may belong to another function.
    guard !name.isEmpty, name.utf8.allSatisfy(NameByte.isPart) else { return false }
    let declaration = Array("\(name): ".utf8)
    var searched = 0
    var isOfNumber = false
    while let found = bytes.offset(of: declaration, from: searched, to: start) {
      let type = bytes[(found + declaration.count)..<start].prefix(while: NameByte.isPart)
      let isWhole = found == 0 || !NameByte.isPart(bytes[found - 1])
      // `load(id: id)` is a call with an argument.
      if isWhole, let letter = type.first, (0x41...0x5A).contains(letter) {
        isOfNumber = Self.numberTypes.contains(String(decoding: type, as: UTF8.self))
      }
      searched = found + 1
    }
    return isOfNumber
  }

  /// Whether the value is a constant of the program: `Kind.folder`, `Self.format`, `kName`, `NAME`.
  private var isConstant: Bool {
    guard !expression.contains("(") else { return false }
    let parts = expression.split(separator: ".")
    guard let first = parts.first, let letter = first.first else { return false }
    // The names of constants of Apple's frameworks begin with a prefix: NSApplicationActivationPolicyRegular in Objective-C and Python.
    let isOfApple = ["NS", "UI", "PH", "CK", "MP", "CN", "EK"].contains(where: first.hasPrefix)
    if isOfApple, first.dropFirst(2).first?.isUppercase ?? false { return true }
    if letter.isUppercase { return parts.count > 1 || !first.contains { $0.isLowercase } }
    return parts.count == 1 && letter == "k" && first.dropFirst().first?.isUppercase == true
  }

  /// The key path that the compiler checks: `borrower.name` for `#keyPath(Movie.borrower.name)`; nil for another value.
  static func keyPath(_ value: String) -> String? {
    let value = value.filter { $0 != " " }
    guard value.hasPrefix("#keyPath("), value.hasSuffix(")") else { return nil }
    let parts = value.dropFirst("#keyPath(".count).dropLast().split(separator: ".")
    return parts.count > 1 ? parts.dropFirst().joined(separator: ".") : nil
  }

}

/// Classifies the parts that a program inserts into a format: values, keys, operators, whole conditions.
enum InsertedPart {
  /// Whether an inserted part is a value: it is in quotes, or it ends a comparison or the format. Keys and operators do not count, because the
  /// program's author writes them.
  ///
  /// ```swift
  /// InsertedPart.isValue(8..<9, in: "name == _")  // true
  /// InsertedPart.isValue(0..<1, in: "_ == 1")     // false
  /// ```
  static func isValue(_ range: Range<Int>, in format: String) -> Bool {
    if TextQuotes.contain(range.lowerBound, in: format) { return true }
    let bytes = Array(format.utf8)
    let before = bytes[..<range.lowerBound]
    let after = bytes[range.upperBound...]
    // A part of a key path is not a value: user.\(key), \(key).name, \(operator)[c].
    if let byte = before.last, NameByte.isPart(byte) || ".$#".utf8.contains(byte) { return false }
    if let byte = after.first, NameByte.isPart(byte) || ".[".utf8.contains(byte) { return false }
    let isSpace = { (byte: UInt8) in " \t\r\n()".utf8.contains(byte) }
    let last = String(
      decoding: before.reversed().drop(while: isSpace).prefix { !isSpace($0) }.reversed(), as: UTF8.self
    ).uppercased()
    if last.isEmpty { return false }
    // A function with a placeholder for a value takes the name of a key before it: distanceToLocation:fromLocation:(_, %@).
    let isFirst = before.last { $0 != 0x20 } == UInt8(ascii: "(")
    let rest = after.drop { " ,'\"".utf8.contains($0) }
    if isFirst, rest.starts(with: "%".utf8), isFunctionArgument(range.lowerBound, in: format) { return false }
    // After ANY, SOME, ALL or NONE the part is a whole comparison.
    if ["ANY", "SOME", "ALL", "NONE"].contains(last) { return false }
    // The part ends a comparison, or it is a condition that the program appends.
    let next = String(decoding: after.drop(while: isSpace).prefix { !isSpace($0) }, as: UTF8.self).uppercased()
    if next.isEmpty { return true }
    if ["AND", "OR", "NOT", "&&", "||", "!"].contains(last) { return false }
    return ["AND", "OR", "&&", "||"].contains(next) || ",}".contains(next.prefix(1))
  }

  /// The note about a value that is inserted into a format.
  static func issue(at range: Range<Int>, in format: String) -> PredicateIssue {
    // The range may be that of a whole text that a function formats.
    let isWhole = range == 0..<format.utf8.count
    let value = isWhole ? specifiers(in: format).first { isValue($0.range, in: format) }?.range ?? range : range
    return .interpolated(
      SourceRange(range.lowerBound, range.upperBound), isArgument: isFunctionArgument(range.lowerBound, in: format),
      isInText: hasText(beside: value, in: format))
  }

  /// Whether a part in quotes has other characters beside it: `LIKE '*%@*'`.
  private static func hasText(beside range: Range<Int>, in format: String) -> Bool {
    guard TextQuotes.contain(range.lowerBound, in: format) else { return false }
    let bytes = Array(format.utf8)
    let beside = [bytes[..<range.lowerBound].last, bytes[range.upperBound...].first].compactMap { $0 }
    return beside.contains { !"'\"".utf8.contains($0) }
  }

  /// Whether an offset is in the arguments of a function: `distanceToLocation:fromLocation:(_, %@)`.
  private static func isFunctionArgument(_ offset: Int, in format: String) -> Bool {
    if TextQuotes.contain(offset, in: format) { return false }
    let before = Array(format.utf8.prefix(offset))
    guard let sign = before.last(where: { $0 != 0x20 }), "(,".utf8.contains(sign) else { return false }
    guard let open = Bracket.opening(in: before[...]), before[open] == UInt8(ascii: "(") else { return false }
    return before[..<open].last.map { NameByte.isPart($0) || $0 == UInt8(ascii: ":") } ?? false
  }

  /// Whether a text format such as `"name == '%@'"` inserts a value that is not a number. `%%@` is a specifier of the predicate.
  static func isValueInserted(in format: String) -> Bool {
    specifiers(in: format).contains { !"%diuoxXfFeEgG".contains($0.letter) && isValue($0.range, in: format) }
  }

  /// The specifiers of a text format, with their last letters. The letter of `%%` is `%`.
  static func specifiers(in format: String) -> [(range: Range<Int>, letter: Character)] {
    guard format.utf8.contains(UInt8(ascii: "%")) else { return [] }
    let specifier = /%(?:%|[-+ 0-9.$]*(?:hh|h|ll|l|q|z|t|j)?[a-zA-Z@])/
    return format.matches(of: specifier).compactMap { match in
      let start = format.utf8.distance(from: format.startIndex, to: match.range.lowerBound)
      return match.output.last.map { (start..<start + match.output.utf8.count, $0) }
    }
  }
}
