import PredicateDocuments
import PredicateSyntax

/// The formats in a Swift source: `NSPredicate(format: "…")`, `NSExpression(format: "…")`.
struct SwiftSource: FormatSource {
  let bytes: [UInt8]
  var position = 0
  /// The literals of constants and variables.
  var named = NamedLiterals<SourceLiteral>()
  /// The label of the last argument that was read: `format`.
  var label = "_"
  /// The parameters of the function whose block begins next.
  private var parameters: [String] = []
  /// The literals that are the defaults of these parameters.
  private var defaults: [String: SourceLiteral] = [:]
  /// The variable of the loop whose block begins next, and the literals of its list.
  var loop: (name: String, literal: SourceLiteral)?
  /// Returns the literal of a constant of another file.
  let outer: (String) -> String?
  /// The constants of the source's types. They are read when a call names one.
  var typeConstants: SwiftConstants?

  /// The greatest number of literals and values that are concatenated into one format.
  private static let mostParts = 32
  /// The greatest number of bytes of a function's parameters that are read.
  private static let parameterReach = 400

  init(_ bytes: [UInt8], _ outer: @escaping (String) -> String? = { _ in nil }) {
    self.bytes = bytes
    self.outer = outer
  }

  /// The formats at places such as `NSPredicate(format:)` and `filter(_:)`, a method whose argument has no label.
  ///
  /// - Parameters:
  ///   - options: Places such as `log --predicate`, which the arguments of a process and the commands in literals may have.
  ///   - depth: The number of literals around the code, if it is in the interpolation of a literal.
  ///   - constant: The literal of a constant of another file: `format`, `Formats.recent`.
  static func find(
    in bytes: [UInt8], at places: [String], options: [String] = [], profile: UseProfile, depth: Int = 0,
    constant: @escaping (String) -> String? = { _ in nil }
  ) -> [FoundPredicate] {
    let calls = places.compactMap { MarkedText.isMark($0.utf8) ? nil : SwiftCall($0) }
    let types = Set(calls.map(\.type))
    let labelled = calls.filter(\.type.isEmpty)
    // Keys of a dictionary: "NSExtensionActivationRule": "…"
    let keys = places.filter { !$0.contains("(") }.map { Array("\"\($0)\"".utf8) }.filter { bytes.holds($0) }
    var source = SwiftSource(bytes, constant)
    var found: [FoundPredicate] = []
    let commands = SwiftCommands(options, profile, in: bytes)
    let functions = calls.contains { $0.place == "NSPredicate(format:)" } ? FormatFunctions(in: bytes) : nil
    let holdsInner = calls.contains { $0.type == "NSPredicate" } && bytes.holds("NSPredicate(".utf8)
    while source.position < bytes.count {
      if let option = commands.options.first(where: { bytes[source.position...].starts(with: $0) }) {
        source.position += option.count
        found += source.optionValue()
        continue
      }
      if let strategy = commands.strategies.first(where: { bytes[source.position...].starts(with: $0.literal) }) {
        source.position += strategy.literal.count
        found += source.locators(of: strategy.name, profile)
        continue
      }
      if let key = keys.first(where: { bytes[source.position...].starts(with: $0) }) {
        source.position += key.count
        found += source.memberValue()
        continue
      }
      if commands.areInLiterals || commands.queries != nil || holdsInner || !commands.marks.isEmpty,
        bytes[source.position] == UInt8(ascii: "\"") || source.has("#\"")
      {
        found += source.predicatesOfLiteral(commands, isOfFormats: holdsInner, at: places, depth, constant)
        continue
      }
      if source.skipNoCode() { continue }
      let start = source.position
      let word = source.word()
      let type: String?
      if word == "Self", source.has("(") || source.has(".init(") {
        type = ImplicitType.surrounding(in: bytes, before: start, among: calls.map(\.type))
      } else if !word.isEmpty {
        type = word
        source.note(word)
      } else if bytes[start] == UInt8(ascii: "."), source.has(".init(") {
        type = ImplicitType.name(in: bytes, before: start, among: calls.map(\.type))
      } else {
        type = nil
        source.noteBlock()
      }
      let isMember = start > 0 && bytes[start - 1] == UInt8(ascii: ".")
      let isCall = type.map(types.contains) ?? false
      let own =
        !isCall
        ? []
        : calls.filter { call in
          call.type == type && (call.label != "_" || isMember)
            && (call.receiver.map { source.isMethod(at: start, ofResultOf: $0) } ?? true)
        }
      let labels = own.filter(\.before.isEmpty).map(\.label)
      let behind = source.position
      let count = found.count
      if let type, !labels.isEmpty, let literal = source.argument(labels) {
        let label = source.label
        let call = own.first { $0.before.isEmpty && $0.label == label }
        let written = literal.others.isEmpty ? source.arguments() : nil
        let arguments = call?.boxesArguments ?? false ? written?.boxed : written
        let use = PredicateUse(bytes, call: start..<source.position)
        let place = call?.place ?? "\(type)(\(label):)"
        found += ([literal] + literal.others).map { source.predicate($0, at: place, arguments: arguments, use: use) }
      } else if let type, !labels.isEmpty, !labels.contains("_") {
        source.position = behind
        for literal in source.branches(labels) {
          let use = PredicateUse(bytes, call: start..<source.position)
          found.append(source.predicate(literal, at: "\(type)(\(source.label):)", arguments: nil, use: use))
        }
      } else if !word.isEmpty, let argument = functions?[word], let literal = source.literal(of: argument) {
        let use = PredicateUse(bytes, call: argument.call)
        found.append(source.predicate(literal, at: "NSPredicate(format:)", arguments: nil, use: use))
      } else if labels.contains("_") {
        // The position goes back to the call's name, because the argument may be a call that makes a predicate.
        source.position = behind
      }
      if found.count == count, let call = own.first(where: { !$0.before.isEmpty }) {
        source.position = behind
        if let literal = source.argument(of: call) {
          let use = PredicateUse(bytes, call: start..<source.position)
          found.append(source.predicate(literal, at: call.place, arguments: source.arguments(), use: use))
        }
      }
      if !word.isEmpty, let call = labelled.first(where: { $0.label == word }), let literal = source.labelled(word) {
        let use = PredicateUse(bytes, call: start..<source.position)
        found.append(source.predicate(literal, at: call.place, arguments: nil, use: use))
      }
      if !isCall, !labelled.isEmpty, word.hasSuffix("Predicate") {
        source.position = behind
        if let literal = source.formatOfWrapper(named: word) {
          let use = PredicateUse(bytes, call: start..<source.position)
          found.append(source.predicate(literal, at: "(predicateFormat:)", arguments: nil, use: use))
        } else {
          source.position = behind
        }
      }
      source.position = max(source.position, start + 1)
    }
    return found
  }

  private func predicate(
    _ literal: SourceLiteral, at place: String, arguments: FormatArguments?, use: PredicateUse
  ) -> FoundPredicate {
    let text = literal.text.text
    // A query of Spotlight takes no arguments.
    let takesArguments = !place.contains("ueryString:)")
    // Only the first inserted value is noted, because its remedy, passing arguments, applies to all of them.
    let spoilt =
      !takesArguments
      ? []
      : literal.interpolations.filter {
        // A part without bytes is one that the program may append: `if isNew { format += " AND …" }`.
        if $0.range.isEmpty { return false }
        // In a text of nothing but specifiers, one of them is the operator, which no argument can be.
        let isValue =
          $0.isWhole(of: text)
          ? ConsumerWords.compares(text) && InsertedPart.isValueInserted(in: text)
          : InsertedPart.isValue($0.range, in: text)
        let inQuotes = TextQuotes.contain($0.range.lowerBound, in: text)
        return isValue && !InsertedValue(bytes, $0.place).isHarmless(inQuotes: inQuotes)
      }.prefix(1).map { InsertedPart.issue(at: $0.range, in: text) }
    let replaced = literal.interpolations.flatMap { part in
      part.isWhole(of: text) ? InsertedPart.specifiers(in: text).map(\.range) : [part.range]
    }
    // The arguments are not checked if a value is inserted, because the inserted text may contain specifiers.
    let passed =
      literal.interpolations.isEmpty
      ? arguments.map { $0.issues(in: text, isObjectiveC: false, type: declaredType) } ?? [] : []
    var found = FoundPredicate(
      literal.text, form: place.hasPrefix("NSExpression") ? .value : .condition, spoilt: spoilt + passed,
      takesArguments: takesArguments,
      replaced: replaced)
    found.use = use
    found.call = place
    return found
  }

  /// Reads a declaration, the parameters of a function, or an assignment to a variable.
  private mutating func note(_ word: String) {
    switch word {
    case "let", "var": declaration(isVariable: word == "var")
    case "for": noteLoop()
    case "func", "init", "subscript":
      let first = position - word.utf8.count
      // `.init(format: format)` is a call and has no parameters.
      if first == 0 || bytes[first - 1] != UInt8(ascii: ".") { parameters = parameterNames() }
    default:
      let first = position - word.utf8.count
      // request.predicate = … changes a property of another object, not the variable `predicate`.
      let isMember =
        first > 0 && bytes[first - 1] == UInt8(ascii: ".") && !bytes[..<first].suffix(5).elementsEqual("self.".utf8)
      guard named.declares(word), !isMember else { return }
      let start = position
      if named.declares(ListName.of(word)), noteElement(of: word) { return position = start }
      skipSpace()
      if has("="), !has("=="), chooses(for: word) {
        position = start
        return
      }
      if named[word] == nil { return position = start }
      if has("+=") || has(".append(") {
        if has("+="), appends(to: word) { return }
        position = start
        appendUnknown(to: word)
        return
      }
      // A function that gets &format may change it.
      let isPassed =
        first > 0 && bytes[first - 1] == UInt8(ascii: "&") && (first == 1 || bytes[first - 2] != UInt8(ascii: "&"))
      let isMutated = [
        ".insert", ".remove", ".replaceSubrange", ".replace(", ".popLast(", ".trimPrefix(", ".write(",
      ].contains(where: has)
      if has("="), !has("=="), keeps(word) { return position = start }
      let isChanged = isMutated || has("=") && !has("==")
      if isPassed || isChanged { named.forget(word) }
      position = start
    }
  }

  /// Begins or ends a block at a brace.
  private mutating func noteBlock() {
    switch bytes[position] {
    case UInt8(ascii: "{"):
      let names = closureParameters()
      let element = loop ?? elementOfClosure(names.first)
      named.open(hiding: parameters + names)
      if let element { named.declare(element.name, element.literal) }
      for (name, literal) in defaults { named.declare(name, literal) }
      defaults = [:]
      parameters = []
      loop = nil
    case UInt8(ascii: "}"): named.close()
    default: break
    }
  }

  /// Reads `format = "…"`, `format: String = "…"` and `format: String { "…" }` after `let` or `var`. After another value the name has no literal.
  ///
  /// - Parameter isVariable: Whether an empty text is recorded, because the program may append the format to it.
  mutating func declaration(isVariable: Bool = false) {
    skipSpace()
    let name = word()
    if name.isEmpty { return }
    var literal: SourceLiteral?
    let start = position
    skipSpace()
    if has(":") {
      position += 1
      skipSpace()
      if word() == "String" {
        skipSpace()
        if !has("="), !has("{"), !has("?"), !has("!") { literal = SourceLiteral(isChosen: true) }
      }
    }
    if has("{") { literal = computedText() }
    if has("="), !has("==") {
      position += 1
      skipSpace()
      literal =
        madeText(of: ["String(format:", "NSString(format:"]) ?? conditionsOfStatement() ?? joined()
        ?? mappedConditions() ?? joinedName() ?? choice()
      // An empty text of a constant is not recorded.
      if literal?.text.text.isEmpty == true && !isVariable || !endsStatement(after: " \t", at: "\r\n;}/") {
        literal = nil
      }
    }
    position = start
    noteList(of: name)
    // The literal may be a command, or have code in it.
    position = start
    named.declare(name, literal)
  }

  /// The names before the colons of the parameters that follow.
  private mutating func parameterNames() -> [String] {
    defaults = [:]
    guard let open = bytes[position...].prefix(200).firstIndex(of: UInt8(ascii: "(")) else { return [] }
    var names: [String] = []
    var depth = 0
    var first = open
    for index in bytes[open...].prefix(Self.parameterReach).indices {
      switch bytes[index] {
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"): depth -= 1
      case UInt8(ascii: ":"):
        let name = String(decoding: bytes[first..<index], as: UTF8.self)
        names.append(name)
        let sign = " String = "
        if bytes[(index + 1)...].starts(with: sign.utf8) {
          var source = self
          source.position = index + 1 + sign.utf8.count
          if let literal = source.literal(), !literal.text.text.isEmpty { defaults[name] = literal }
        }
      default: break
      }
      if depth == 0 { break }
      if !NameByte.isPart(bytes[index]) { first = index + 1 }
    }
    return names
  }

  /// The parameters of a closure: `first` and `second` for `{ first, second in`; empty for another block.
  private func closureParameters() -> [String] {
    var names: [String] = []
    var first = position + 1
    for index in bytes[(position + 1)...].prefix(Self.parameterReach).indices where !NameByte.isPart(bytes[index]) {
      let word = String(decoding: bytes[first..<index], as: UTF8.self)
      if word == "in" { return names }
      if !word.isEmpty { names.append(word) }
      guard " \t,()[]:?.<>".utf8.contains(bytes[index]) else { return [] }
      first = index + 1
    }
    return []
  }

  /// Skips a comment or a string that is not an argument. Returns whether there was one.
  mutating func skipNoCode() -> Bool {
    if has("//") {
      skipLine()
      return true
    }
    if has("/*") {
      var depth = 0
      while position < bytes.count {
        if has("/*") {
          depth += 1
          position += 2
        } else if has("*/") {
          depth -= 1
          position += 2
          if depth == 0 { break }
        } else {
          position += 1
        }
      }
      return true
    }
    if bytes[position] == UInt8(ascii: "\"") || bytes[position] == UInt8(ascii: "#") {
      let start = position
      if literal() != nil { return true }
      position = start + 1
      return true
    }
    return false
  }

  /// Reads `(label: "…" + "…"` after a name; nil for another argument.
  private mutating func argument(_ labels: [String]) -> SourceLiteral? {
    skipSpace()
    if has(".init") { position += 5 }
    guard has("(") else { return nil }
    position += 1
    skipSpace()
    label = "_"
    if !labels.contains("_") {
      label = word()
      guard labels.contains(label) else { return nil }
      skipSpace()
      guard has(":") else { return nil }
      position += 1
      skipSpace()
    }
    if let made = madeText(of: ["String(format:"]) { return made }
    if let conditions = joinedConditions() { return conditions }
    if let condition = mappedConditions() {
      skipSpace()
      return has(",") || has(")") ? condition : nil
    }
    if let literal = joined() {
      skipSpace()
      return has(",") || has(")") ? literal : nil
    }
    let start = position
    if has("$0"), let literal = named["$0"] {
      position += 2
      return has(",") || has(")") ? literal : nil
    }
    let name = word()
    position = start
    if let literal = joinedName() {
      skipSpace()
      return has(",") || has(")") ? literal : nil
    }
    position = start + name.utf8.count
    if let literal = named[name] {
      if has("!") { position += 1 }
      skipSpace()
      if has("as String") { position += "as String".utf8.count }
      return !literal.text.text.isEmpty && (has(",") || has(")")) ? literal : nil
    }
    return name.isEmpty || named.declares(name) && !has(".rawValue") ? nil : constant(from: start)
  }

  /// Reads the literal at the position and those that `+` concatenates to it; nil if there is none, or if it does not end.
  mutating func joined() -> SourceLiteral? {
    skipSpace()
    guard let first = literal() else { return nil }
    return joined(to: first)
  }

  /// A literal and those that `+` concatenates to it.
  mutating func joined(to first: SourceLiteral) -> SourceLiteral? {
    var whole = first
    for _ in 0..<Self.mostParts {
      let behind = position
      skipSpace()
      guard has("+") else {
        position = behind
        return whole
      }
      position += 1
      skipSpace()
      if let part = literal() ?? partOfName() {
        whole.append(part)
      } else {
        // A value between concatenated literals becomes an interpolation of the format.
        guard let end = JoinedValue.end(in: bytes, from: position, lineEnds: true) else { return nil }
        whole.append(interpolation: position..<end)
        position = end
      }
    }
    return nil
  }
}
