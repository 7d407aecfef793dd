import PredicateSyntax

/// A value that a program inserts into the text of a format: `\(name)`, `name` in `"…" + name`, the arguments of `String(format: "…")`.
struct InsertedValue {
  private let bytes: [UInt8]
  private let start: Int
  /// The expression, without `\(` and `)`.
  private let expression: String

  /// The value at a place of a source.
  init(_ bytes: [UInt8], _ place: Range<Int>) {
    self.bytes = bytes
    start = place.lowerBound
    var text = String(decoding: bytes[place], as: UTF8.self)
    if let open = text.firstIndex(of: "("), text.hasPrefix("\\"), text.hasSuffix(")") {
      text = String(text[text.index(after: open)...].dropLast())
    }
    expression = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Whether the value cannot change the meaning of the predicate: a number, a constant, the raw value of a case, the name of a key.
  var isHarmless: Bool {
    if expression.hasPrefix("\"") { return false }
    let name = expression.split(separator: ".").last.map(String.init) ?? ""
    return isNumber(name) || isConstant || expression.hasSuffix(".rawValue") || expression.contains("#keyPath(")
      || expression.contains("#selector(") || ["Key", "KeyPath", "keyPath", "key"].contains(where: name.hasSuffix)
  }

  private static let numberTypes = [
    "Int", "Int16", "Int32", "Int64", "UInt", "UInt32", "UInt64", "Double", "Float", "Bool", "UUID",
  ]
  private static let numberNames: Set<String> = [
    "count", "intValue", "int32Value", "int64Value", "doubleValue", "boolValue", "hashValue", "timeIntervalSince1970",
    "timeIntervalSinceReferenceDate", "uuidString",
  ]
  /// Calls whose results are numbers: `defaults.integer(forKey: "id")`.
  private static let numberCalls = [".integer(forKey:", ".double(forKey:", ".float(forKey:", ".bool(forKey:"]

  private func isNumber(_ name: String) -> Bool {
    if Double(expression) != nil || Self.numberNames.contains(name) { return true }
    if Self.numberTypes.contains(where: { expression.hasPrefix($0 + "(") }) { return true }
    if Self.numberCalls.contains(where: expression.contains) { return true }
    // `id: Int64` of a parameter or a property before the format.
    guard !name.isEmpty, name.utf8.allSatisfy(NameByte.isPart) else { return false }
    let before = bytes[..<start]
    return Self.numberTypes.contains { type in
      before.firstRange(of: "\(name): \(type)".utf8).map { found in
        (found.lowerBound == 0 || !NameByte.isPart(bytes[found.lowerBound - 1]))
          && !NameByte.isPart(bytes[found.upperBound])
      } ?? false
    }
  }

  /// Whether it is a value that the program's text gives: `Kind.folder`, `Self.format`, `kName`, `NAME`.
  private var isConstant: Bool {
    guard !expression.contains("(") else { return false }
    let parts = expression.split(separator: ".")
    guard let first = parts.first, let letter = first.first else { return false }
    if letter.isUppercase { return parts.count > 1 || !first.contains { $0.isLowercase } }
    return parts.count == 1 && letter == "k" && first.dropFirst().first?.isUppercase == true
  }

  /// `borrower.name` of `#keyPath(Movie.borrower.name)`, which the compiler checks; nil for another value.
  static func keyPath(_ value: String) -> String? {
    let value = value.filter { $0 != " " }
    guard value.hasPrefix("#keyPath("), value.hasSuffix(")") else { return nil }
    let parts = value.dropFirst("#keyPath(".count).dropLast().split(separator: ".")
    return parts.count > 1 ? parts.dropFirst().joined(separator: ".") : nil
  }

}

/// The parts of a format that a program inserts: values, keys, operators, whole conditions.
enum InsertedPart {
  /// Whether a part is a value: it is in quotes, or it ends a comparison or the format. Keys and operators are the program's own words.
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
    // A part of a key path: user.\(key), \(key).name, \(operator)[c].
    if let byte = before.last, NameByte.isPart(byte) || ".$#".utf8.contains(byte) { return false }
    if let byte = after.first, NameByte.isPart(byte) || ".[".utf8.contains(byte) { return false }
    let words = { (bytes: ArraySlice<UInt8>) in
      bytes.split { " \t\r\n()".utf8.contains($0) }.map { String(decoding: $0, as: UTF8.self).uppercased() }
    }
    guard let last = words(before).last else { return false }
    // The end of a comparison, or a condition that the program appends.
    guard let next = words(after).first else { return true }
    if ["AND", "OR", "NOT", "&&", "||", "!"].contains(last) { return false }
    return ["AND", "OR", "&&", "||"].contains(next) || ",}".contains(next.prefix(1))
  }

  /// Whether a format of a text, `"name == '%@'"`, inserts a value that is not a number. `%%@` is a specifier of the predicate.
  static func isValueInserted(in format: String) -> Bool {
    let specifier = /%(?:%|[-+ 0-9.$]*(?:hh|h|ll|l|q|z|t|j)?[a-zA-Z@])/
    return format.matches(of: specifier).contains { match in
      guard let letter = match.output.last, !"%diuoxXfFeEgG".contains(letter) else { return false }
      let start = format.utf8.distance(from: format.startIndex, to: match.range.lowerBound)
      return isValue(start..<start + match.output.utf8.count, in: format)
    }
  }
}

/// The use of a predicate in a program, if the text around the call shows it.
struct PredicateUse {
  /// Whether the predicate filters values or elements in memory, or a user interface: `texts.filter(using:)`, `predicate.evaluate(with:)`,
  /// `buttons.element(matching:)`.
  let isInMemory: Bool

  /// The number of bytes before and after the call that are read.
  private static let reach = (before: 160, after: 2_000)
  /// The code directly before a call that filters in memory.
  private static let callers = [
    "evaluate(with:", "filtered(using:", "filter(using:", "element(matching:", "matching(", "containing(",
    "expectation(for:",
    "XCTNSPredicateExpectation(predicate:", "filteredArrayUsingPredicate:", "filterUsingPredicate:",
    "filteredSetUsingPredicate:", "filteredOrderedSetUsingPredicate:",
  ]

  /// The use of the predicate that a call makes.
  init(_ bytes: [UInt8], call: Range<Int>) {
    let before = String(decoding: bytes[max(call.lowerBound - Self.reach.before, 0)..<call.lowerBound], as: UTF8.self)
    let head = before.split(whereSeparator: \.isWhitespace).joined()
    let isInline = Self.callers.contains {
      head.hasSuffix($0) || head.hasSuffix($0 + "[NSPredicate") || head.hasSuffix($0 + "[")
    }
    let after = String(decoding: bytes[min(call.upperBound, bytes.count)...].prefix(Self.reach.after), as: UTF8.self)
    let isEvaluated =
      after.drop { ")] \n".contains($0) }.hasPrefix(".evaluate(") || after.prefix(120).contains(").evaluate(")
    // The name that the statement gives the predicate.
    let line = before.split(separator: "\n").last.map(String.init) ?? ""
    let parts = line.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == "=") }
    let name = parts.last == "NSPredicate" || parts.last == "=" ? parts.dropLast(parts.last == "=" ? 1 : 2).last : nil
    let sign = parts.firstIndex(of: "=").flatMap { $0 > parts.startIndex ? parts[$0 - 1] : nil } ?? name
    let isPassed =
      sign.map { name in
        after.contains("\(name).evaluate(") || after.contains("[\(name) evaluateWithObject:")
          || Self.callers.contains { after.contains("\($0) \(name)") || after.contains("\($0)\(name)") }
      } ?? false
    isInMemory = isInline || isEvaluated || isPassed
  }
}
