import PredicateDocuments
import PredicateSyntax

/// Finds the literals that a Swift source assigns to names: constants of types, and variables that other literals are appended to.
extension SwiftSource {
  /// The literals that other files may use: `format` of the file, `Formats.recent` of a type.
  static func constants(in bytes: [UInt8]) -> [String: String] {
    SwiftConstants(bytes).literals.filter { $1.interpolations.isEmpty && $1.others.isEmpty }.mapValues(\.text.text)
  }

  /// The literal of a constant that a call names: `format`, `Self.format`, `Formats.recent`. The text of a constant from another file gets the range
  /// of the name.
  mutating func constant(from start: Int) -> SourceLiteral? {
    while has(".") {
      position += 1
      if word().isEmpty { return nil }
    }
    let end = position
    let isFunction = has("()")
    if isFunction { position += 2 }
    skipSpace()
    guard has(",") || has(")") || has("]") else { return nil }
    var parts = Array(names(in: start..<end).suffix(2))
    let own = typeConstants ?? SwiftConstants(bytes)
    typeConstants = own
    if isFunction, let name = parts.popLast() { parts.append(name + "()") }
    if parts.last == "rawValue", let literal = own.rawValue(names(in: start..<end).dropLast(), self, at: start) {
      return literal
    }
    let isOfOwnType = parts.count == 2 && ["Self", "self"].contains(parts[0])
    if parts.count == 1 || isOfOwnType, let type = own.type(around: start), let name = parts.last {
      if let literal = own.literals["\(type).\(name)"] { return literal }
      if isOfOwnType { parts[0] = type }
    }
    let path = parts.joined(separator: ".")
    if let literal = own.literals[path] { return literal }
    if isFunction { return nil }
    guard let text = outer(path) else { return nil }
    var literal = SourceLiteral()
    literal.text.append(text, from: start..<end)
    return literal
  }

  /// Reads `format + " AND …"` with a name whose literal is known; nil for another expression.
  mutating func joinedName() -> SourceLiteral? {
    let start = position
    if let first = named[word()], first.others.isEmpty, !first.text.text.isEmpty {
      let behind = position
      skipSpace()
      if has("+"), !has("+=") {
        position = behind
        if let whole = joined(to: first) { return whole }
      }
    }
    position = start
    return nil
  }

  /// The literal of a name in a concatenation; nil for another value.
  mutating func partOfName() -> SourceLiteral? {
    let start = position
    if let literal = named[word()], literal.others.isEmpty, !literal.text.text.isEmpty,
      endsStatement(after: " \t", at: "+,)\r\n;}")
    {
      return literal
    }
    position = start
    return nil
  }

  /// Reads `+= "…"` and appends the literal to the variable's. Returns false for another value.
  ///
  /// A condition may decide whether an inner block runs. So the text after a literal of an inner block is unknown. In an inner block, only a literal that
  /// begins with AND or OR is read after a text. If the text was empty, a literal that does not join conditions begins the format whenever the block runs.
  mutating func appends(to name: String) -> Bool {
    guard var whole = named[name], whole.others.isEmpty else { return false }
    let start = position
    position += 2
    let isInner = !named.isOfInnermost(name)
    guard let part = joined(), endsStatement(after: " \t", at: "\r\n;}/") else {
      position = start
      return false
    }
    let tokens = SourceToken.all(in: Array(part.text.text.utf8), from: 0)
    let joins = tokens.first?.isJunction ?? false
    if isInner, !whole.isEmpty, !joins {
      position = start
      return false
    }
    if whole.isOpen { return true }
    if isInner, whole.isEmpty {
      // A loop writes the word before each condition but the first one: if !format.isEmpty { format += " OR " }
      if joins, tokens.count == 1, testsEmptiness(of: name, before: start) { return true }
      // A function may append the joining word later, when the variable holds other text.
      if joins || tokens.first.map({ [",", ")", "}"].contains($0.text) }) ?? true {
        named.forget(name)
        return true
      }
    }
    whole.append(part)
    if isInner { whole.appendUnknown(at: start) }
    named.replace(name, whole)
    return true
  }

  /// Reads `= "…"` for a variable that an outer block declares, or that was declared without a value. The literals of all branches are recorded. Returns
  /// false for another value.
  ///
  /// ```swift
  /// let format: String
  /// if isNew { format = "year > 2000" } else { format = "year < 2000" }
  /// ```
  mutating func chooses(for name: String) -> Bool {
    let isInner = !named.isOfInnermost(name)
    guard isInner || named[name]?.isChosen ?? false else { return false }
    position += 1
    skipSpace()
    // A text with the variable itself continues the earlier one.
    let line = bytes[position...].prefix { !"\n;}".utf8.contains($0) }
    if names(in: line.indices).contains(name) { return false }
    guard var literal = madeText(of: ["String(format:", "NSString(format:"]) ?? joined() ?? choice(),
      endsStatement(after: " \t", at: "\r\n;}/"), !literal.text.text.isEmpty
    else { return false }
    literal.isChosen = true
    if isInner { named.add(literal, to: name) } else { named.replace(name, literal) }
    return true
  }

  /// Whether a variable keeps its text although the program assigns another value: `format = format + " AND …"` appends to it, and a branch may not
  /// run. `position` is at the sign of the assignment, and stays.
  mutating func keeps(_ name: String) -> Bool {
    let start = position
    defer { position = start }
    position += 1
    skipSpace()
    let line = bytes[position...].prefix { !"\n;}".utf8.contains($0) }
    if names(in: line.indices).contains(name) {
      guard line.first == UInt8(ascii: "\"") || has("String(format:") || has(name + " +") || has(name + "+") else {
        return false
      }
      appendUnknown(to: name)
      return true
    }
    guard !named.isOfInnermost(name), var whole = named[name] else { return false }
    // The arguments may belong to the other text.
    if whole.others.isEmpty { whole.others = [whole] }
    named.replace(name, whole)
    return true
  }

  /// Whether the code before an offset tests whether a text is empty.
  private func testsEmptiness(of name: String, before place: Int) -> Bool {
    let code = Array(bytes[max(0, place - 120)..<place])
    return ["\(name).isEmpty", "\(name).count", "\(name) != \"\""].contains { code.holds($0.utf8) }
  }

  /// Records that the program appends an unknown text to a variable's literal. A variable with several literals loses them.
  mutating func appendUnknown(to name: String) {
    guard var whole = named[name] else { return }
    // A text that begins with an unknown part is not known at all.
    if whole.isEmpty { return named.forget(name) }
    whole.open(at: position)
    named.replace(name, whole)
  }

  /// The text of the block of a computed property or a function that has one literal only: `{ "…" }`, `{ return "…" }`; nil for another block.
  mutating func computedText() -> SourceLiteral? {
    let start = position
    defer { position = start }
    guard has("{") else { return nil }
    position += 1
    skipSpace()
    if has("return ") { position += "return ".utf8.count }
    guard let literal = joined() else { return nil }
    skipSpace()
    return has("}") && !literal.text.text.isEmpty ? literal : nil
  }

  /// Whether a block follows the type of the name that was just declared: `format: String {`.
  fileprivate func isComputed(_ name: String) -> Bool {
    let line = bytes[position...].prefix(200).prefix { $0 != 0x0A && $0 != UInt8(ascii: "=") }
    return line.contains(UInt8(ascii: "{"))
  }

  /// Reads `name = "…"` after `case`; nil for another case.
  fileprivate mutating func rawCase() -> (name: String, literal: SourceLiteral)? {
    skipSpace()
    let name = word()
    skipSpace()
    guard !name.isEmpty, has("="), !has("==") else { return nil }
    position += 1
    guard let literal = joined(), !literal.text.text.isEmpty else { return nil }
    return (name, literal)
  }

  /// Reads `name() -> String { "…" }` after `func`; nil for another function.
  fileprivate mutating func textFunction() -> (name: String, literal: SourceLiteral?) {
    let start = position
    defer { position = start }
    skipSpace()
    let name = word()
    guard has("()") else { return (name, nil) }
    position += 2
    skipSpace()
    guard has("->") else { return (name, nil) }
    position += 2
    skipSpace()
    guard word() == "String" else { return (name, nil) }
    skipSpace()
    return (name, computedText())
  }
}

/// The constants of the types in a source, and the constants outside of all types.
struct SwiftConstants {
  /// The literals, by names such as `format` and `Formats.recent`.
  private(set) var literals: [String: SourceLiteral] = [:]
  /// The literals of the cases of enumerations, by the offsets of the enumerations' blocks.
  private var cases: [Int: [SourceLiteral]] = [:]
  /// The blocks of types, in the order in which they end.
  private var types: [(name: String, block: Range<Int>)] = []

  init(_ bytes: [UInt8]) {
    var source = SwiftSource(bytes)
    // The open blocks. The type is nil for a block that is not the body of a type.
    var blocks: [(type: String?, start: Int)] = []
    var type: String?
    var functions: Set<String> = []
    var caseBlocks: [String: Int] = [:]
    while source.position < bytes.count {
      if source.skipNoCode() { continue }
      let start = source.position
      switch source.word() {
      case "enum", "struct", "class", "extension", "actor":
        source.skipSpace()
        let name = source.word()
        // `class` is not a type's keyword in `class func`, `class var` and `class let`, which declare members.
        type = ["func", "var", "let"].contains(name) ? nil : name
      case "let" where blocks.allSatisfy({ $0.type != nil }), "var" where blocks.allSatisfy({ $0.type != nil }):
        type = nil
        let isVariable = bytes[start] == UInt8(ascii: "v")
        var names = source
        names.skipSpace()
        let name = names.word()
        source.declaration()
        // A stored variable may be changed by other code.
        if let literal = source.named[name], !literal.isChosen, !isVariable || source.isComputed(name) {
          literals[(blocks.last?.type).map { "\($0).\(name)" } ?? name] = literal
        }
      case "func" where blocks.allSatisfy({ $0.type != nil }):
        type = nil
        let (name, literal) = source.textFunction()
        // If several functions of a type have the same name, no literal is kept: a call does not show which of them returns the literal.
        if functions.insert("\(blocks.last?.type ?? "").\(name)").inserted, let literal {
          literals[((blocks.last?.type).map { "\($0)." } ?? "") + "\(name)()"] = literal
        } else {
          literals[((blocks.last?.type).map { "\($0)." } ?? "") + "\(name)()"] = nil
        }
      case "case":
        if let block = blocks.last, let owner = block.type, let (name, literal) = source.rawCase() {
          cases[block.start, default: []].append(literal)
          // Enumerations of different types may have the same name: A.Key.name, B.Key.name
          let path = "\(owner).\(name)"
          let other = caseBlocks.updateValue(block.start, forKey: path)
          literals[path] = other == nil || other == block.start ? literal : nil
        }
      case "func", "init", "var", "subscript": type = nil
      case "" where bytes[start] == UInt8(ascii: "{"):
        blocks.append((type, start))
        type = nil
      case "" where bytes[start] == UInt8(ascii: "}"):
        if let last = blocks.popLast(), let name = last.type { types.append((name, last.start..<start)) }
      default: break
      }
      source.position = max(source.position, start + 1)
    }
  }

  /// The literals of an enumeration's cases, if a name before `.rawValue` is a case, a parameter, or the enumeration itself.
  ///
  /// ```swift
  /// enum State: String { case shown = "exists == true" }
  /// func wait(_ state: State) { expect(NSPredicate(format: state.rawValue)) }
  /// ```
  func rawValue(_ owner: [String], _ source: SwiftSource, at start: Int) -> SourceLiteral? {
    if owner.count > 1 { return literals[owner.suffix(2).joined(separator: ".")] }
    let named = owner.first.flatMap { $0 == "self" ? nil : source.declaredType(of: $0) }
    if owner.first.map({ $0 != "self" }) ?? false, named == nil { return nil }
    return (named ?? type(around: start)).flatMap { cases(ofEnumeration: $0, at: start) }
      .flatMap { SourceLiteral(of: $0) }
  }

  /// The cases of the enumeration that a name means at an offset: one in a type around the offset, otherwise one outside of all types. Nil if several
  /// enumerations fit.
  private func cases(ofEnumeration name: String, at place: Int) -> [SourceLiteral]? {
    let around = Set(types.filter { $0.block.contains(place) }.map(\.name))
    var inner: [Int] = []
    var outer: [Int] = []
    for type in types where type.name == name && cases[type.block.lowerBound] != nil {
      let owner = types.first { $0.block != type.block && $0.block.contains(type.block.lowerBound) }
      if let owner {
        if around.contains(owner.name) { inner.append(type.block.lowerBound) }
      } else {
        outer.append(type.block.lowerBound)
      }
    }
    let fitting = inner.isEmpty ? outer : inner
    return fitting.count == 1 ? cases[fitting[0]] : nil
  }

  /// The name of the innermost type around an offset.
  func type(around place: Int) -> String? { types.first { $0.block.contains(place) }?.name }
}
