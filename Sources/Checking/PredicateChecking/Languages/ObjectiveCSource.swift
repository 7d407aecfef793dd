import PredicateDocuments
import PredicateSyntax

/// The formats in an Objective-C source: `predicateWithFormat:@"…"`.
struct ObjectiveCSource: FormatSource {
  let bytes: [UInt8]
  var position = 0
  /// The literals of variables and macros.
  var named = NamedLiterals<Literal>()
  /// The variable of the loop whose block begins next, and the literals of its list.
  var loop: (name: String, literal: Literal)?
  /// The offset of the first byte of the statement, or of the head of the next block.
  private var statement = 0

  /// The greatest number of bytes of a function's head that are read.
  private static let headReach = 400

  /// Returns the literal of a constant of another file.
  private let outer: (String) -> String?

  /// The text that a name has.
  struct Literal {
    var text: MappedText
    /// Whether the program formats the text: `[NSString stringWithFormat:@"…", key]`.
    var isMade = false
    /// The other texts that the name may have: the second one of `c ? @"…" : @"…"`.
    var others: [Literal] = []
    /// Whether the variable was declared without a value, so that each branch gives it one: `NSString *format;`.
    var isChosen = false
    /// Whether the program appends an unknown text.
    var isOpen = false
  }

  private init(_ bytes: [UInt8], _ outer: @escaping (String) -> String? = { _ in nil }) {
    self.bytes = bytes
    self.outer = outer
  }

  /// The literals of macros and of constants outside of functions, which other files may use.
  static func constants(in bytes: [UInt8]) -> [String: String] {
    var source = ObjectiveCSource(bytes)
    while source.position < bytes.count { if !source.skipNoCode() { source.note() } }
    return source.named.outermost.filter { !$1.isMade && !$1.isChosen && $1.others.isEmpty }.mapValues(\.text.text)
  }

  /// Parts of any selector that take a format if it has a comparison.
  private static let labels: Set<String> = [
    "predicateFormat:", "withPredicateFormat:", "WithPredicateFormat:", "predicateString:", "PredicateString:",
    "WithPredicate:",
  ]

  /// The formats after parts of selectors such as `predicateWithFormat:`.
  ///
  /// - Parameter constant: Returns the literal of a constant or a macro of another file.
  static func find(
    in bytes: [UInt8], at places: [String], options: [String] = [],
    constant: @escaping (String) -> String? = { _ in nil }
  ) -> [FoundPredicate] {
    var source = ObjectiveCSource(bytes, constant)
    let options = ProcessOptions.literals(options, in: bytes)
    let parts = places.map { (name: $0, bytes: Array($0.utf8.prefix { $0 != UInt8(ascii: ":") })) }
    var found: [FoundPredicate] = []
    let readsCalls = places.contains("predicateWithFormat:")
    while source.position < bytes.count {
      if let option = options.first(where: { bytes[source.position...].starts(with: $0) }) {
        source.position += option.count
        if let predicate = source.optionValue() { found.append(predicate) }
        continue
      }
      if readsCalls, let predicate = source.decompiledFormat() {
        found.append(predicate)
        continue
      }
      if source.skipNoCode() { continue }
      let start = source.position
      guard let part = parts.first(where: { source.takes($0.bytes) }) else {
        source.note()
        continue
      }
      if let literal = source.argument() {
        // The literal is left out if the argument continues after it: a macro may join other literals, as in @"%K " #operator " %@".
        source.skipSpace()
        guard literal.isMade || source.endsArgument() else { continue }
        let arguments = literal.isMade || literal.isOpen || !literal.others.isEmpty ? nil : source.arguments()
        for literal in [literal] + literal.others {
          let format = literal.text.text
          if Self.labels.contains(part.name), !ConsumerWords.compares(format) { continue }
          if part.name == "WithPredicate:", OtherQueries.areText(format) { continue }
          let end = format.utf8.count
          let spoilt =
            literal.isMade
            ? InsertedPart.isValueInserted(in: format)
              ? [InsertedPart.issue(at: 0..<format.utf8.count, in: format)] : []
            : arguments?.issues(in: format, isObjectiveC: true) ?? []
          var predicate = FoundPredicate(
            literal.text, form: part.name.hasPrefix("expression") ? .value : .condition, spoilt: spoilt,
            takesArguments: true,
            replaced: (literal.isMade ? InsertedPart.specifiers(in: format).map(\.range) : [])
              + (literal.isOpen ? [end..<end] : []))
          predicate.use = PredicateUse(bytes, call: start..<source.position)
          predicate.call = part.name
          found.append(predicate)
        }
      }
    }
    return found
  }

  /// Reads a selector part and its colon, perhaps with spaces before the colon. Returns false for another text.
  private mutating func takes(_ part: [UInt8]) -> Bool {
    guard bytes[position...].starts(with: part) else { return false }
    let colon = bytes[(position + part.count)...].firstIndex { $0 != 0x20 }
    guard let colon, bytes[colon] == UInt8(ascii: ":") else { return false }
    position = colon + 1
    return true
  }

  private mutating func argument() -> Literal? {
    joinedConditions() ?? madeLiteral() ?? appended() ?? copy() ?? literals().map { Literal(text: $0) } ?? choice()
      ?? namedLiteral()
  }

  /// Reads the texts of `condition ? @"…" : @"…"`, perhaps in parentheses; nil for another value.
  private mutating func choice() -> Literal? {
    let start = position
    let choice = ChoiceReader.choice(in: &self, [], isArgument: true) { source in
      source.has("@\"") || source.has("\"") ? source.literals().map { SourceLiteral(text: $0) } : nil
    }
    guard let choice else {
      position = start
      return nil
    }
    return Literal(text: choice.text, others: choice.others.map { Literal(text: $0.text) })
  }

  /// Reads `[format stringByAppendingString:@" AND …"]` with a name whose text is known; nil for another value.
  mutating func appended() -> Literal? {
    let start = position
    skipSpace()
    if has("[") {
      position += 1
      skipSpace()
      let name = word()
      skipSpace()
      let call = "stringByAppendingString:"
      if let literal = named[name], !literal.isMade, literal.others.isEmpty, !literal.text.text.isEmpty, has(call) {
        position += call.utf8.count
        if let part = literals(), has("]") {
          position += 1
          skipSpace()
          var text = literal.text
          text.append(part)
          return Literal(text: text)
        }
      }
    }
    position = start
    return nil
  }

  /// Reads an assignment, a macro, or a brace that begins or ends a block; otherwise one byte.
  private mutating func note() {
    let byte = bytes[position]
    switch byte {
    case UInt8(ascii: "="):
      assignment()
      return
    case UInt8(ascii: "#") where has("#define "):
      macro()
      return
    case UInt8(ascii: "{"):
      named.open(hiding: names(in: min(max(statement, position - Self.headReach), position)..<position))
      if let loop { named.declare(loop.name, loop.literal) }
      loop = nil
    case UInt8(ascii: "}"): named.close()
    case UInt8(ascii: ";"):
      // In a directive the statement begins after the position.
      let words = bytes[min(statement, position)..<position].split { " \t\r\n*".utf8.contains($0) }
      // NSString *format;
      if words.count == 2, words[0].elementsEqual("NSString".utf8), words[1].allSatisfy(NameByte.isPart) {
        named.declare(String(decoding: words[1], as: UTF8.self), Literal(text: MappedText(), isChosen: true))
      }
    case UInt8(ascii: "f") where has("for (") || has("for("):
      noteLoop()
      return
    case UInt8(ascii: "a") where has("appendString:") || has("appendFormat:"):
      open(word(before: position).text)
      position += "append".utf8.count
      return
    case UInt8(ascii: "a") where has("addObject:"):
      noteElement()
      return
    default:
      position += 1
      return
    }
    position += 1
    statement = position
  }

  func word(before place: Int) -> (text: String, start: Int) {
    var end = place
    while end > statement, " \t\r\n".utf8.contains(bytes[end - 1]) { end -= 1 }
    var first = end
    while first > statement, NameByte.isPart(bytes[first - 1]) { first -= 1 }
    return (String(decoding: bytes[first..<end], as: UTF8.self), first)
  }

  /// Reads `NSString *format = @"…";`. After another value, and after `+=`, the name has no literal.
  private mutating func assignment() {
    let name = word(before: position)
    position += 1
    if has("=") {
      position += 1
      return
    }
    if name.text.isEmpty { return }
    let start = position
    if chooses(for: name.text, at: name.start) {
      position = start
      return
    }
    if let list = list() { named.declare(ListName.of(name.text), list) }
    position = start
    if keeps(name.text, at: name.start) {
      position = start
      return
    }
    let isAppended = named.isOfInnermost(name.text)
    let longer = appended()
    named.forget(name.text)
    let literal = longer == nil ? literals() : nil
    if literal != nil, let copy = [".mutableCopy", ".copy"].first(where: has) { position += copy.utf8.count }
    skipSpace()
    // An empty text is not recorded: the program replaces it later.
    if let literal, !literal.text.isEmpty, has(";") {
      named.declare(name.text, Literal(text: literal))
    } else if let longer, isAppended, has(";") {
      named.declare(name.text, longer)
    } else if literal == nil, longer == nil, let made = madeLiteral() ?? copy() ?? choice(), has(";") {
      named.declare(name.text, made)
    } else {
      named.declare(name.text, nil)
    }
    if literal == nil { position = start }
  }

  /// Reads the text that a branch gives a variable that an outer block declares, or that was declared without a value. The texts of all branches are
  /// recorded. Returns false for another value.
  private mutating func chooses(for name: String, at first: Int) -> Bool {
    let before = bytes[min(statement, first)..<first].last { !" \t\r\n".utf8.contains($0) }
    let isElse = bytes[..<first].reversed().drop { $0 == 0x20 }.starts(with: "else".utf8.reversed())
    // NSString *format = … declares another variable. `if (k) format = …` and `case 1: format = …` are branches.
    let isPlain = before.map { "):".utf8.contains($0) } ?? true || isElse
    // A text with the variable itself continues the earlier one.
    let value = bytes[position...].prefix(400).prefix { $0 != UInt8(ascii: ";") }
    if names(in: value.indices).contains(name) { return false }
    guard named.declares(name), isPlain, !named.isOfInnermost(name) || before != nil,
      let literal = literals().map({ Literal(text: $0) }) ?? madeLiteral() ?? choice(), !literal.text.text.isEmpty
    else { return false }
    skipSpace()
    guard has(";") else { return false }
    guard var whole = named[name], !whole.text.text.isEmpty else {
      named.replace(name, literal)
      return true
    }
    guard whole.others.count < SourceLiteral.mostChoices else { return false }
    whole.others += [literal] + literal.others
    named.replace(name, whole)
    return true
  }

  /// Reads `#define FORMAT @"…"`, which is valid to the end of the file.
  private mutating func macro() {
    position += "#define ".utf8.count
    let names = names(in: position..<min(position + Self.headReach, bytes.count)).prefix(1)
    while position < bytes.count, bytes[position] == 0x20 || NameByte.isPart(bytes[position]) { position += 1 }
    let start = position
    if let name = names.first, let literal = literals() { named.declare(name, Literal(text: literal)) }
    position = start
    // The statement begins after the directive, which does not belong to the next function's head.
    statement = start
    repeat {
      statement = bytes[statement...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
    } while statement < bytes.count && bytes[..<(statement - 1)].last { $0 != 0x0D } == UInt8(ascii: "\\")
  }

  /// The literal of a name that is the whole argument; nil if the source does not show it.
  private mutating func namedLiteral() -> Literal? {
    let start = position
    skipSpace()
    let first = position
    let name = word()
    let end = position
    skipSpace()
    if endsArgument(), byte != nil, !has(")") {
      if let literal = named[name], !literal.text.text.isEmpty { return literal }
      if !named.declares(name), let text = outer(name) {
        var literal = MappedText()
        literal.append(text, from: first..<end)
        return Literal(text: literal)
      }
    }
    position = start
    return nil
  }

  /// Whether an argument ends at the position: at a comma, at a bracket, or before the next selector part, `argumentArray:`.
  private func endsArgument() -> Bool {
    if byte == nil || has(",") || has("]") || has(")") { return true }
    var rest = self
    return !rest.word().isEmpty && rest.has(":")
  }

  /// The literal after `@"--predicate",` in the arguments of a task, or the literal of a variable there.
  private mutating func optionValue() -> FoundPredicate? {
    skipSpace()
    guard has(",") else { return nil }
    position += 1
    let literal = madeLiteral() ?? literals().map { Literal(text: $0) } ?? namedLiteral()
    guard let literal else { return nil }
    var text = SourceLiteral(text: literal.text)
    if literal.isMade { text.noteSpecifiers(inBraces: false) }
    return FoundPredicate(commandOf: text)
  }

  /// Reads `"predicateWithFormat:", CFSTR("…")` and `objc_msgSend_predicateWithFormat_(a, b, @"…")` of decompiled code.
  private mutating func decompiledFormat() -> FoundPredicate? {
    let selectors = ["\"predicateWithFormat:\",", "objc_msgSend_predicateWithFormat_("]
    guard position < bytes.count, "\"o".utf8.contains(bytes[position]), let selector = selectors.first(where: has)
    else {
      return nil
    }
    let start = position
    position += selector.utf8.count
    // Skips the receiver and the selector, which precede the literal.
    while position < bytes.count {
      skipCast()
      guard position < bytes.count, NameByte.isPart(bytes[position]) || " ,[]".utf8.contains(bytes[position]) else {
        break
      }
      position += has("CFSTR(") ? "CFSTR(".utf8.count : 1
    }
    guard let text = literals() else {
      position = start
      return nil
    }
    var predicate = FoundPredicate(text, takesArguments: true)
    predicate.use = PredicateUse(bytes, call: start..<position)
    return predicate
  }

  /// Skips a cast of C: `(uint64_t)`, `(void *)`.
  private mutating func skipCast() {
    guard has("("), let close = bytes[position...].prefix(40).firstIndex(of: UInt8(ascii: ")")) else { return }
    let type = bytes[(position + 1)..<close]
    if !type.isEmpty, type.allSatisfy({ NameByte.isPart($0) || " *".utf8.contains($0) }) { position = close + 1 }
  }

  /// Reads `[NSString stringWithFormat:@"name == '%@'", name]` to the end of the call; nil for another expression.
  mutating func madeLiteral() -> Literal? {
    let start = position
    skipSpace()
    let calls = [
      "[NSString stringWithFormat:", "[NSMutableString stringWithFormat:", "[[NSString alloc] initWithFormat:",
      "[[NSMutableString alloc] initWithFormat:",
    ]
    guard has("["), let call = calls.first(where: has) else {
      position = start
      return nil
    }
    position += call.utf8.count
    guard let literal = literals() else {
      position = start
      return nil
    }
    var depth = 1
    while position < bytes.count, depth > 0, bytes[position] != UInt8(ascii: ";") {
      if skipNoCode() { continue }
      depth += Bracket.change(bytes[position])
      position += 1
    }
    skipSpace()
    return Literal(text: literal, isMade: true)
  }

  mutating func skipNoCode() -> Bool {
    if has("//") {
      skipLine()
      return true
    }
    if has("/*") {
      position = bytes[position...].firstRange(of: Array("*/".utf8))?.upperBound ?? bytes.count
      return true
    }
    if has("\"") {
      if literal() == nil { position += 1 }
      return true
    }
    if has("'") {
      let end = bytes[(position + 1)...].prefix(6).firstIndex(of: UInt8(ascii: "'"))
      position = (end ?? position) + 1
      return true
    }
    return false
  }
}
