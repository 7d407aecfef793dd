import PredicateDocuments
import PredicateSyntax

/// The arguments that a program passes with a format.
struct FormatArguments {
  /// The arguments as the source writes them.
  let texts: [String]
  /// Whether they are the elements of an array, which holds objects only.
  let isArray: Bool

  /// The greatest number of bytes of a call's arguments. A longer call is not read.
  private static let lengthLimit = 1_000

  /// The issues about the number and the types of the arguments.
  ///
  /// `NSPredicate(format: "year > %d AND genre == %@", year)` reads memory that is not an argument for `%@`, and `("year > %@", 5)` reads the memory at the
  /// address 5.
  ///
  /// - Parameters:
  ///   - isObjectiveC: Whether `@"…"` is a text and `"…"` a pointer, and whether a whole number has 32 bits.
  ///   - type: Returns the type of a variable; nil if the source does not show it.
  func issues(in format: String, isObjectiveC: Bool, type: (String) -> String? = { _ in nil }) -> [PredicateIssue] {
    let counts = countIssues(in: format)
    let tokens = SourceToken.all(in: Array(format.utf8), from: 0)
    let specifiers = Self.specifiers(in: tokens)
    // A format with a specifier in quotes has another note.
    if !counts.isEmpty || specifiers.count != texts.count || Self.hasQuoted(tokens) { return counts }
    if isOfXcode(format) { return [] }
    let ofValues = zip(specifiers, texts).enumerated().compactMap { index, pair in
      issue(at: pair.0, for: pair.1, isObjectiveC, type)
        ?? issue(ofKey: pair.1, at: pair.0, before: texts[(index + 1)...].first, in: tokens, isObjectiveC)
    }
    return ofValues + (ofValues.isEmpty ? issueWithoutKey(tokens, isObjectiveC).map { [$0] } ?? [] : [])
  }

  /// The issue about the number of the arguments.
  func countIssues(in format: String) -> [PredicateIssue] {
    if isOfXcode(format) { return [] }
    let tokens = SourceToken.all(in: Array(format.utf8), from: 0)
    let specifiers = Self.specifiers(in: tokens)
    let count = texts.count
    if specifiers.count > count {
      return [
        .found(
          .argumentCount, .error, specifiers[count].place,
          "the call passes no value for this placeholder: the predicate has \(Self.number(specifiers.count, "specifier")), "
            + "the call \(Self.number(count, "argument"))", hint: "pass a value for each specifier")
      ]
    }
    guard specifiers.count < count else { return [] }
    if let quoted = tokens.first(where: Self.isQuotedSpecifier), specifiers.count < valueCount {
      return [quotedIssue(quoted, specifiers.count, in: tokens)]
    }
    // The quotes have their own note.
    if Self.hasQuoted(tokens) { return [] }
    return [
      .found(
        .argumentCount, .note, SourceRange(0, format.utf8.count),
        "the format has \(Self.number(specifiers.count, "specifier")), the call \(Self.number(count, "argument"))")
    ]
  }

  /// Whether a placeholder of Xcode stands for several arguments.
  private func isOfXcode(_ format: String) -> Bool { ([format] + texts).contains { $0.contains("<#") } }

  private static func specifiers(in tokens: [SourceToken]) -> [SourceToken] {
    tokens.filter { $0.kind == .variable && $0.text.hasPrefix("%") }
  }

  /// The number of arguments that are values. A last `nil` is the end mark of a list of arguments in Objective-C, and nil in other languages.
  private var valueCount: Int {
    let isNil =
      ["nil", "NULL", "Nil", "None", "(id)nil"].contains(texts.last) || texts.last?.hasPrefix("nil as") ?? false
    return isNil ? texts.count - 1 : texts.count
  }

  /// Whether a token is a text with a specifier in it: `'%@'`, `'*%@*'`, `'%d'`.
  private static func isQuotedSpecifier(_ token: SourceToken) -> Bool {
    token.stringValue.map { QuotedSpecifier.isIn(Array($0.utf8)) } ?? false
  }

  /// The error for a specifier in quotes, if the call passes a value for it. NSPredicate ignores the value.
  private func quotedIssue(_ quoted: SourceToken, _ specifiers: Int, in tokens: [SourceToken]) -> PredicateIssue {
    // The edit keeps the placeholder of an object or a key. The type of the value decides whether '%d' and '%s' are right.
    let text = String(quoted.text.dropFirst().dropLast())
    let isOnly = tokens.count(where: Self.isQuotedSpecifier) + specifiers == texts.count
    return .error(
      .quotedSpecifier, quoted.place,
      "the placeholder in quotes is plain text, so the predicate ignores the value that the call passes for it",
      hint: "leave out the quotes, and pass the whole text as one argument"
    ).replacing(with: isOnly && ["%@", "%K"].contains(text) ? text : nil)
  }

  private static func hasQuoted(_ tokens: [SourceToken]) -> Bool {
    tokens.contains { $0.kind == .string && $0.text.contains("%") }
  }

  /// The note on a format without any key, `"%@ = %@", TITLE_KEY, title`: it compares two arguments, whatever the object is. Without the note if the
  /// first argument is a literal, which is a sample on purpose, or if the operator often tests a text or a list of the program.
  private func issueWithoutKey(_ tokens: [SourceToken], _ isObjectiveC: Bool) -> PredicateIssue? {
    guard let first = tokens.first, first.text == "%@", tokens.count > 2, let argument = texts.first, !isArray,
      case nil = Literal(argument, isObjectiveC), argument.first?.isLetter ?? false,
      !argument.lowercased().contains("expression"), !argument.contains("("), !argument.contains("["),
      tokens[1].kind == .sign || ConsumerWords.isComparison(tokens[1].text),
      !["in", "like", "matches", "between"].contains(where: tokens[1].isWord)
    else { return nil }
    let options: Set<String> = ["c", "d", "cd", "dc", "n", "l"]
    let hasKey = tokens.dropFirst().enumerated().contains { index, token in
      switch token.kind {
      case .word:
        // An operator, or its options in brackets.
        !ConsumerWords.isComparison(token.text)
          && !(options.contains(token.text) && index > 0 && tokens[index].isMark("["))
          && !["nil", "null", "yes", "no", "true", "false", "and", "or", "not"].contains(where: token.isWord)
      case .variable: token.text != "%@"
      case .collectionOperator: true
      default: false
      }
    }
    if hasKey { return nil }
    return .found(
      .argumentType, .note, first.place,
      "%@ is a placeholder for a value, so the predicate does not read any key of the object",
      hint: "write %K for a key")
  }

  /// The note on the name of a key as a value: `"%@ == 3", "age"`. A text that is compared by LIKE or MATCHES may be a sample for a pattern.
  /// The note has no edit, because a text as a value is legal.
  ///
  /// - Parameter next: The next argument. The first one cannot be meant as a key if two literals are compared.
  private func issue(
    ofKey argument: String, at specifier: SourceToken, before next: String?, in tokens: [SourceToken],
    _ isObjectiveC: Bool
  ) -> PredicateIssue? {
    guard specifier.text == "%@", let index = tokens.firstIndex(where: { $0.range == specifier.range }),
      index + 2 < tokens.count, case .text? = Literal(argument, isObjectiveC)
    else { return nil }
    let name = argument.drop { "@\"".contains($0) }.dropLast()
    let isName =
      name.utf8.allSatisfy { ByteClass.isWord($0) || $0 == UInt8(ascii: ".") } && name.first?.isLetter ?? false
    let isFirst = index == 0 || tokens[index - 1].isWord("and") || tokens[index - 1].isWord("or")
    let sign = tokens[index + 1]
    // The options of an operator: CONTAINS[cd]
    let rest = tokens[(index + 2)...]
    let value = rest.first?.isMark("[") ?? false ? rest.dropFirst(3).first : rest.first
    guard isName, isFirst, sign.kind == .sign || ConsumerWords.isComparison(sign.text),
      !["in", "like", "matches"].contains(where: sign.isWord), let value,
      [.string, .number].contains(value.kind) || value.text.hasPrefix("%") && value.text != "%K"
    else { return nil }
    if value.text == "%@", let next, case .text? = Literal(next, isObjectiveC) {
      let other = next.drop { "@\"".contains($0) }.dropLast()
      if !Self.resemblesKey(name) || name.contains(other) || other.contains(name) { return nil }
    }
    return .found(
      .argumentType, .note, specifier.place, "%@ inserts “\(name)” as a text here, not as a key",
      hint: "write %K for a key")
  }

  /// Whether a text begins with a small letter and has no other than the first letters of words in capitals: `title`, `user.firstName`.
  private static func resemblesKey(_ name: Substring) -> Bool {
    name.first?.isLowercase ?? false && !zip(name, name.dropFirst()).contains { $0.isUppercase && $1.isUppercase }
  }

  /// The error for a literal argument whose type does not fit its specifier.
  private func issue(
    at specifier: SourceToken, for argument: String, _ isObjectiveC: Bool, _ type: (String) -> String?
  ) -> PredicateIssue? {
    let argument = Self.withoutCast(argument)
    let takesObject = specifier.text == "%@" || specifier.text == "%K"
    let takesNumber = specifier.text.last.map { "diuoxXfFeEgGaA".contains($0) } ?? false
    let literal = Literal(argument, isObjectiveC)
    // The type of a name may be that of another declaration, so only a literal has an edit.
    func edit(_ text: String?) -> String? { literal == nil ? nil : text }
    switch literal ?? type(argument).flatMap({ Literal(type: $0) }) {
    case .number(let written)? where takesObject && !isArray:
      return .found(
        .argumentType, .error, specifier.place, "\(specifier.text) needs an object, but \(argument) is a number",
        hint: specifier.text == "%K" ? "pass the name of a key" : "write \(written ?? "%d") for a number"
      ).replacing(with: edit(specifier.text == "%@" ? written : nil))
    case .text? where takesNumber:
      return .found(
        .argumentType, .error, specifier.place, "\(specifier.text) needs a number, but \(argument) is a text",
        hint: "write %@ for a text"
      ).replacing(with: edit("%@"))
    case .object? where takesNumber && !isArray:
      return .found(
        .argumentType, .error, specifier.place, "\(specifier.text) needs a number, but \(argument) is an object",
        hint: "write %@ for an object"
      ).replacing(with: edit("%@"))
    case .text? where specifier.text == "%s":
      return .found(
        .argumentType, .error, specifier.place, "%s needs a C string, but \(argument) is an object",
        hint: "write %@ for a text"
      ).replacing(with: edit("%@"))
    default: return issue(ofLetter: specifier, isObjectiveC, argument)
    }
  }

  /// An argument without the cast `as CVarArg`, which does not change the value.
  private static func withoutCast(_ argument: String) -> String {
    for cast in [" as CVarArg", " as! CVarArg", " as any CVarArg"] where argument.hasSuffix(cast) {
      return String(argument.dropLast(cast.count))
    }
    return argument
  }

  /// The note on a specifier that nearly always is a slip: `%a`, and `%s` in Swift, whose texts are objects.
  private func issue(ofLetter specifier: SourceToken, _ isObjectiveC: Bool, _ argument: String) -> PredicateIssue? {
    let isOfC = ["utf8String", "cString", "withUnsafe"].contains(where: argument.contains)
    switch specifier.text {
    case "%a", "%A":
      return .found(
        .argumentType, .note, specifier.place,
        "\(specifier.text) needs a floating-point number, which it writes in hexadecimal",
        hint: "write %@ for an object, or %f for a number")
    case "%s" where !isObjectiveC && !isOfC && !isArray:
      return .found(
        .argumentType, .note, specifier.place, "%s needs a C string, but a Swift string is an object",
        hint: "write %@ for an object")
    default: return nil
    }
  }

  /// A literal as an argument.
  private enum Literal {
    /// A number with the specifier that fits it; nil if it is not written in plain digits.
    case number(specifier: String?)
    case text
    /// A number in an object: `@5`, `@YES`, `@(count)`.
    case object

    init?(_ argument: String, _ isObjectiveC: Bool) {
      let digits = argument.hasPrefix("-") ? argument.dropFirst() : argument[...]
      let isDecimal = digits.allSatisfy { ("0"..."9").contains($0) || $0 == "." }
      if ["YES", "NO", "TRUE", "FALSE", "true", "false"].contains(argument) {
        self = .number(specifier: "%d")
      } else if digits.first?.isNumber == true, Double(digits) != nil {
        self = .number(specifier: !isDecimal ? nil : digits.contains(".") ? "%f" : isObjectiveC ? "%d" : "%ld")
      } else if argument.hasPrefix(isObjectiveC ? "@\"" : "\""), argument.hasSuffix("\""),
        argument.count(where: { $0 == "\"" }) == 2
      {
        self = .text
      } else if isObjectiveC, argument.hasPrefix("@"), Self.isBoxed(argument.dropFirst()) {
        self = .object
      } else {
        return nil
      }
    }

    /// A variable of a type of Swift; nil for a type that is neither a number nor a text.
    init?(type: String) {
      switch type {
      case "Int", "Int64", "UInt", "UInt64": self = .number(specifier: "%ld")
      case "Int8", "Int16", "Int32", "UInt8", "UInt16", "UInt32", "Bool": self = .number(specifier: "%d")
      case "Double", "Float", "CGFloat", "TimeInterval": self = .number(specifier: "%f")
      case "String": self = .text
      default: return nil
      }
    }

    /// Whether the text after `@` is a number, YES or NO, or an expression in parentheses up to its end.
    private static func isBoxed(_ text: Substring) -> Bool {
      let digits = text.first == "-" ? text.dropFirst() : text
      if ["YES", "NO", "true", "false"].contains(String(text)) { return true }
      if digits.first?.isNumber ?? false { return digits.allSatisfy { $0.isNumber || $0 == "." } }
      return text.first == "(" && text.last == ")" && text.count(where: { $0 == "(" }) == 1
    }
  }

  private static func number(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

  /// The arguments in a text such as `, year, genre as NSString)` or `, argumentArray: [year])`, up to the bracket that closes the call; nil if the
  /// text does not show them.
  ///
  /// `skip` returns the end offset of the comment or literal at an offset; nil if there is none.
  init?(in bytes: [UInt8], from start: Int, skip: (Int) -> Int?) {
    guard let (texts, end) = Self.list(in: bytes, from: start, skip) else { return nil }
    // The list ends at the colon of a label, or at the bracket that closes the call.
    guard bytes[end] == UInt8(ascii: ":") else {
      // The format itself was read before the first comma, so the first text must be empty.
      guard texts.first?.isEmpty ?? true else { return nil }
      // A comma before the closing bracket does not begin another argument.
      let passed = texts.last?.isEmpty == true ? texts.dropFirst().dropLast() : texts.dropFirst()
      self.init(texts: Array(passed), isArray: false)
      return
    }
    // Nil for `argumentArray: list`, because the source does not show the list's values.
    guard let label = texts.last, texts.count <= 2, label == "argumentArray",
      let open = bytes[(end + 1)...].firstIndex(where: { !" \t\r\n@".utf8.contains($0) }),
      bytes[open] == UInt8(ascii: "["), let (elements, close) = Self.list(in: bytes, from: open + 1, skip),
      bytes[close] == UInt8(ascii: "]"),
      let next = bytes[(close + 1)...].first(where: { !" \t\r\n".utf8.contains($0) }), ")]".utf8.contains(next)
    else { return nil }
    self.init(texts: elements.last?.isEmpty == true ? elements.dropLast() : elements, isArray: true)
  }

  /// The arguments of a call that puts each of them into an object, so that `%@` takes a number, too.
  var boxed: Self { Self(texts: texts, isArray: true) }

  private init(texts: [String], isArray: Bool) {
    self.texts = texts
    self.isArray = isArray
  }

  /// The texts between commas, and the offset of the closing bracket or the colon after them.
  private static func list(in bytes: [UInt8], from start: Int, _ skip: (Int) -> Int?) -> ([String], Int)? {
    var position = start
    var depth = 0
    var texts: [String] = []
    var text: [UInt8] = []
    func end() { texts.append(String(decoding: text, as: UTF8.self)) }
    while position < min(bytes.count, start + lengthLimit) {
      if "/\"'#".utf8.contains(bytes[position]), let next = skip(position), next > position {
        // A literal is part of an argument. A comment is not.
        if bytes[position] != UInt8(ascii: "/") { text += bytes[position..<next] }
        position = next
        continue
      }
      let byte = bytes[position]
      let change = Bracket.change(byte)
      if depth == 0, change < 0 || byte == UInt8(ascii: ":") {
        end()
        return (texts, position)
      }
      depth += change
      switch byte {
      case UInt8(ascii: ",") where depth == 0:
        end()
        text = []
      case UInt8(ascii: ";"): return nil
      case 0x20, 0x09, 0x0A, 0x0D: if !text.isEmpty, text.last != 0x20 { text.append(0x20) }
      default: text.append(byte)
      }
      position += 1
    }
    return nil
  }
}

/// Finds options such as `--predicate` in the arguments of a process.
enum ProcessOptions {
  /// The literals of the options of some places, such as `"--predicate"` for `log --predicate`. An option is left out unless the source contains its
  /// command as a literal or as the last part of a path.
  static func literals(_ places: [String], in bytes: [UInt8]) -> [[UInt8]] {
    places.map { $0.split(separator: " ").map(String.init) }.filter {
      $0.count == 2 && (bytes.holds("/\($0[0])\"".utf8) || bytes.holds("\"\($0[0])\"".utf8))
    }.map { Array("\"\($0[1])\"".utf8) }
  }
}

/// A reader of a source whose formats take arguments.
protocol FormatSource: CodeCursor {}

extension FormatSource {
  /// Skips white space and comments.
  mutating func skipSpace() {
    while position < bytes.count, has("//") || has("/*") || " \t\r\n".utf8.contains(bytes[position]) {
      if " \t\r\n".utf8.contains(bytes[position]) { position += 1 } else { _ = skipNoCode() }
    }
  }

  /// The arguments after a format; nil if the source does not show them.
  func arguments() -> FormatArguments? {
    FormatArguments(in: bytes, from: position) { place in
      var source = self
      source.position = place
      return source.skipNoCode() ? source.position : nil
    }
  }
}
