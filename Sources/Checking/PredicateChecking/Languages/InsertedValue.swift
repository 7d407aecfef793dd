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
    if expression.hasPrefix("\"") { return Self.holdsNumbersOnly(expression) }
    let name = expression.split(separator: ".").last.map(String.init) ?? ""
    return isNumber(name) || isConstant || expression.hasSuffix(".rawValue") || expression.contains("#keyPath(")
      || expression.contains("#selector(") || ["Key", "KeyPath", "keyPath", "key"].contains(where: name.hasSuffix)
  }

  private static let numberTypes = [
    "Int", "Int16", "Int32", "Int64", "UInt", "UInt32", "UInt64", "Double", "Float", "Bool",
  ]
  private static let numberNames: Set<String> = [
    "count", "intValue", "int32Value", "int64Value", "doubleValue", "boolValue", "hashValue", "timeIntervalSince1970",
    "timeIntervalSinceReferenceDate",
  ]

  private func isNumber(_ name: String) -> Bool {
    if Double(expression) != nil || Self.numberNames.contains(name) { return true }
    if Self.numberTypes.contains(where: { expression.hasPrefix($0 + "(") }) { return true }
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

  /// Whether every specifier of a format is for a number: `"year > %d"`.
  static func holdsNumbersOnly(_ format: String) -> Bool {
    let numbers = /%[-+ 0-9.]*(?:hh|h|ll|l|q|z|t|j)?[diuoxXfFeEgG]/
    return format.replacing(numbers, with: "").firstIndex(of: "%") == nil
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
