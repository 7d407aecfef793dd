/// Reads `%` specifiers. Without arguments they become placeholders, with arguments they become nodes.
extension FormatParser {
  /// Reads a specifier that is used as an operand.
  @inline(never)
  mutating func specifier() throws(Failure) {
    let start = self.start
    if lexer.byte(start + 1) == UInt8(ascii: "K") { return try keySpecifier() }
    let taken = try takeSpecifier()
    guard let argument = taken.argument else {
      node = .expression(.placeholder(taken.placeholder, range: range(from: start)))
      return
    }
    if case .predicate(let condition) = argument, taken.placeholder.conversion.utf8.first == UInt8(ascii: "@") {
      if condition.isOverLimit || condition.nesting > limits.nesting { throw fail(.nesting, range(from: start)) }
      node = .predicate(condition.at(range(from: start)))
      return
    }
    try put(try bound(argument, taken.placeholder, range(from: start)))
  }

  /// Reads a `%K` that is used as an operand. If its first key is `self`, the path begins at the evaluated object.
  private mutating func keySpecifier() throws(Failure) {
    let start = self.start
    var components = try keyComponents()[...]
    if arguments != nil, case .key(let name)? = components.first, Self.isSelf(name) { components.removeFirst() }
    let range = range(from: start)
    guard let first = components.first else {
      node = .expression(.evaluatedObject(range: range))
      return
    }
    node = .expression(.keyPath(QueryKeyPath(first, Array(components.dropFirst())), range: range))
  }

  private static func isSelf(_ name: String) -> Bool {
    name.hasSameScalars(as: "self") || name.hasSameScalars(as: "SELF")
  }

  /// Takes the specifier and returns its argument. The argument is nil if the parser has no arguments or too few.
  private mutating func takeSpecifier() throws(Failure) -> (placeholder: QueryPlaceholder, argument: QueryArgument?) {
    let index = specifierCount
    let specifier = token
    if index >= limits.arguments {
      let failure = fail(.argumentLimit(limits.arguments, specifier.range))
      stop()
      throw failure
    }
    specifierCount += 1
    if specifier.detail == .marked { note(.surplusConversion(text(specifier.range), specifier.range)) }
    let placeholder = QueryPlaceholder(
      index: index, conversion: plainText(Int(specifier.start) + 1, Int(specifier.end)))
    advance()
    guard let arguments else { return (placeholder, nil) }
    guard index < arguments.count else {
      // The missing argument is reported, but reading continues, to find other mistakes.
      report(.argumentMissing(text(specifier.range), specifier.range, number: index + 1, count: arguments.count))
      return (placeholder, nil)
    }
    return (placeholder, arguments[index])
  }

  /// Reads a `%K` and returns the keys of its argument: `"a.b"` has two.
  mutating func keyComponents() throws(Failure) -> [QueryKeyPath.Component] {
    let range = token.range
    let taken = try takeSpecifier()
    guard let argument = taken.argument else { return [.placeholder(taken.placeholder)] }
    if case .expression(let expression) = argument, case .keyPath(let path) = expression.node {
      return path.components
    }
    guard case .literal(.string(let text)) = argument else {
      throw fail(.argumentType("%K", "a string", argument.kindName, range, number: taken.placeholder.index + 1))
    }
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    if parts.contains(where: { $0.isEmpty }) {
      throw fail(.emptyKey(text, range, number: taken.placeholder.index + 1))
    }
    return parts.map { part in
      let name = String(Substring(part))
      if part.first == UInt8(ascii: "@"), part.count > 1 { return .collectionOperator(String(name.dropFirst())) }
      return .key(name)
    }
  }

  /// The node for an argument of any specifier except `%K`.
  private mutating func bound(
    _ argument: QueryArgument, _ placeholder: QueryPlaceholder, _ range: SourceRange
  ) throws(Failure) -> QueryExpression {
    let conversion = placeholder.conversion.utf8
    if let what = argument.unrepresentablePart {
      throw fail(.unrepresentableArgument(what, range, number: placeholder.index + 1))
    }
    if conversion.first == UInt8(ascii: "@") {
      if case .range = argument { rangeArguments.insert(range.lowerBound) }
      return argument.expression(at: range)
    }
    let letter = conversion.first { SpecifierFamily($0) != nil } ?? 0
    let family = SpecifierFamily(letter) ?? .integer
    if case .literal(let value) = argument, let literal = Self.converted(value, family) {
      return .literal(literal, range: range)
    }
    throw fail(
      .argumentType(
        "%" + placeholder.conversion, Self.expected(family), argument.kindName, range, number: placeholder.index + 1))
  }

  private static func expected(_ family: SpecifierFamily) -> String {
    switch family {
    case .integer, .float: "a number"
    case .character: "a character"
    case .text: "a string"
    }
  }

  private static func converted(_ value: QueryLiteral, _ family: SpecifierFamily) -> QueryLiteral? {
    switch family {
    case .integer: integer(value)
    case .float: float(value)
    case .text: if case .string = value { value } else { nil }
    case .character:
      if case .string(let text) = value, text.unicodeScalars.count == 1, let scalar = text.unicodeScalars.first {
        .integer(Int64(scalar.value))
      } else {
        integer(value)
      }
    }
  }

  /// Truncates a value to an integer, as C does; nil if the value has no integer part in the range of Int64.
  private static func integer(_ value: QueryLiteral) -> QueryLiteral? {
    switch value {
    case .integer: return value
    case .boolean(let flag): return .integer(flag ? 1 : 0)
    case .double(let number):
      return number >= -0x1p63 && number < 0x1p63 ? .integer(Int64(number)) : nil
    case .decimal(let number):
      if number.exponent >= 0 {
        if let text = number.wideIntegerText, !text.isEmpty { return value }
        return Int64(number.description).map { .integer($0) }
      }
      let kept = number.digits.dropLast(min(number.digits.count, -number.exponent))
      let whole = QueryDecimal(isNegative: number.isNegative, digits: Array(kept), exponent: 0)
      return Int64(whole.description).map { .integer($0) } ?? .decimal(whole)
    default: return nil
    }
  }

  private static func float(_ value: QueryLiteral) -> QueryLiteral? {
    switch value {
    case .double: value
    case .integer(let number): .double(Double(number))
    case .boolean(let flag): .double(flag ? 1 : 0)
    case .decimal(let number): Double(number.description).map { .double($0) }
    default: nil
    }
  }
}
