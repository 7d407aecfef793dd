import PredicateDocuments

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
    skipSpace()
    guard has(",") || has(")") else { return nil }
    var parts = names(in: start..<end).suffix(2)
    let own = typeConstants ?? SwiftConstants(bytes)
    typeConstants = own
    if parts.first == "Self", parts.count == 2, let type = own.type(around: start) { parts[parts.startIndex] = type }
    let path = parts.joined(separator: ".")
    if let literal = own.literals[path] { return literal }
    guard let text = outer(path) else { return nil }
    var literal = SourceLiteral()
    literal.text.append(text, from: start..<end)
    return literal
  }

  /// Reads `format + " AND …"` with a name whose literal is known; nil for another expression.
  mutating func joinedName() -> SourceLiteral? {
    let start = position
    if let first = named[word()], first.others.isEmpty {
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
    if let literal = named[word()], literal.others.isEmpty, endsStatement(after: " \t", at: "+,)\r\n;}") {
      return literal
    }
    position = start
    return nil
  }

  /// Reads `+= "…"` and appends the literal to the variable's, if the variable belongs to the same block. Returns false for another value. Returns
  /// false for a variable of an outer block, too, because a condition may decide whether the block runs.
  mutating func appends(to name: String) -> Bool {
    guard var whole = named[name], whole.others.isEmpty, named.isOfInnermost(name) else { return false }
    let start = position
    position += 2
    guard let part = joined(), endsStatement(after: " \t", at: "\r\n;}/") else {
      position = start
      return false
    }
    whole.append(part)
    named.declare(name, whole)
    return true
  }
}

/// The constants of the types in a source, and the constants outside of all types.
struct SwiftConstants {
  /// The literals, by names such as `format` and `Formats.recent`.
  private(set) var literals: [String: SourceLiteral] = [:]
  /// The blocks of types, in the order in which they end.
  private var types: [(name: String, block: Range<Int>)] = []

  init(_ bytes: [UInt8]) {
    var source = SwiftSource(bytes)
    // The open blocks. The type is nil for a block that is not the body of a type.
    var blocks: [(type: String?, start: Int)] = []
    var type: String?
    while source.position < bytes.count {
      if source.skipNoCode() { continue }
      let start = source.position
      switch source.word() {
      case "enum", "struct", "class", "extension", "actor":
        source.skipSpace()
        let name = source.word()
        // `class` is not a type's keyword in `class func`, `class var` and `class let`, which declare members.
        type = ["func", "var", "let"].contains(name) ? nil : name
      case "let" where blocks.allSatisfy({ $0.type != nil }):
        var names = source
        names.skipSpace()
        let name = names.word()
        source.declaration()
        if let literal = source.named[name] {
          literals[(blocks.last?.type).map { "\($0).\(name)" } ?? name] = literal
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

  /// The name of the innermost type around an offset.
  func type(around place: Int) -> String? { types.first { $0.block.contains(place) }?.name }
}
