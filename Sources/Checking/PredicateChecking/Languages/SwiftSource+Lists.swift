import PredicateDocuments

/// The name under which the literals of a list are recorded.
enum ListName {
  /// The name for the list of a variable: `formats[]`.
  static func of(_ name: String) -> String { name + "[]" }

  /// Whether joined texts are conditions. In `["(a == 1", "b == 2)"]` another text closes the bracket. If the whole has too many brackets, each text is
  /// read, so that the mistake is found.
  static func areConditions(_ texts: [MappedText]) -> Bool {
    let depths = texts.map { TextQuotes.depth(of: Array($0.text.utf8)[...]) }
    return depths.allSatisfy { $0 == 0 } || depths.reduce(0, +) != 0
  }

  /// Whether the separator between texts is AND or OR: ` AND `, ` || `. The joined texts are then one predicate.
  static func joinsConditions(_ separator: String) -> Bool {
    ["AND", "OR", "&&", "||"].contains(separator.split(separator: " ").joined(separator: " ").uppercased())
  }
}

/// The lists of literals in a Swift source, and the loops over them.
///
/// ```swift
/// let formats = ["year > 1990", "lent == YES"]
/// for format in formats { predicates.append(NSPredicate(format: format)) }
/// ```
extension SwiftSource {
  /// The literals of a list here, `["…", "…"]`, all but the first one as ``SourceLiteral/others``. Empty for `[]`; nil for a list with other values.
  private mutating func list() -> SourceLiteral? {
    guard has("[") else { return nil }
    position += 1
    var found: [SourceLiteral] = []
    while true {
      skipSpace()
      if has("]") {
        position += 1
        return SourceLiteral(of: found) ?? SourceLiteral()
      }
      guard found.count < SourceLiteral.mostChoices, let literal = joined() else { return nil }
      found.append(literal)
      skipSpace()
      if has(",") { position += 1 } else if !has("]") { return nil }
    }
  }

  /// Records the list of a declaration after its name: ` = ["…"]`, `: [String] = []`.
  mutating func noteList(of name: String) {
    skipSpace()
    if has(":") {
      position += 1
      skipSpace()
      guard has("[String]") else { return }
      position += "[String]".utf8.count
      skipSpace()
    }
    guard has("="), !has("==") else { return }
    position += 1
    skipSpace()
    if has("[String]()") { return named.declare(ListName.of(name), SourceLiteral()) }
    guard has("["), let list = list(), endsStatement(after: " \t", at: "\r\n;}/") else { return }
    named.declare(ListName.of(name), list)
  }

  /// Reads `.append("…")` and `+= ["…"]` after the name of a list. Returns false for another use.
  mutating func noteElement(of name: String) -> Bool {
    if has(".append(") {
      position += ".append(".utf8.count
      skipSpace()
      guard let literal = madeText(of: ["String(format:"]) ?? joined() else { return false }
      named.add(literal, to: ListName.of(name))
      return true
    }
    skipSpace()
    guard has("+=") else { return false }
    position += 2
    skipSpace()
    guard let list = list(), !list.isEmpty else { return false }
    named.add(list, to: ListName.of(name))
    return true
  }

  /// Reads the head of a loop after `for`: `format in formats`, `format in ["…", "…"]`.
  mutating func noteLoop() {
    let start = position
    defer { position = start }
    skipSpace()
    let name = word()
    skipSpace()
    guard !name.isEmpty, word() == "in" else { return }
    skipSpace()
    let list = has("[") ? self.list() : named[ListName.of(word())]
    skipSpace()
    guard let list, !list.isEmpty, has("{") || has("where ") else { return }
    loop = (name, list)
  }

  /// The parameter of a closure that gets each element of a list, `formats.map {` or `formats.forEach { format in`, and the literals of the list.
  func elementOfClosure(_ parameter: String?) -> (name: String, literal: SourceLiteral)? {
    let head = bytes[max(position - 60, 0)..<position].reversed().drop { " (".utf8.contains($0) }
    for method in [".map", ".compactMap", ".forEach", ".flatMap"] where head.starts(with: method.utf8.reversed()) {
      let rest = head.dropFirst(method.utf8.count)
      if rest.first == UInt8(ascii: "]") {
        var source = self
        let end = max(position - 60, 0) + rest.count - 1
        guard let open = Bracket.opening(in: bytes[max(end - 400, 0)..<end]) else { return nil }
        source.position = open
        return source.list().map { (parameter ?? "$0", $0) }
      }
      let owner = rest.prefix(while: NameByte.isPart)
      let name = String(decoding: owner.reversed(), as: UTF8.self)
      if let list = named[ListName.of(name)], !list.isEmpty { return (parameter ?? "$0", list) }
    }
    return nil
  }

  /// Reads conditions that the program joins to one format: `formats.joined(separator: " AND ")`, `["…", "…"].joined(separator: " OR ")`. Each is a
  /// predicate. Nil for another value.
  ///
  /// - Parameter ends: The signs that may follow.
  mutating func joinedConditions(before ends: String = ",)") -> SourceLiteral? {
    let start = position
    if let conditions = conditionsOfStatement(), endsStatement(after: " \t\r\n", at: ends) {
      skipSpace()
      return conditions
    }
    position = start
    return nil
  }

  /// Reads conditions that the program joins as the value of a statement. The position is then before the line end.
  mutating func conditionsOfStatement() -> SourceLiteral? {
    let start = position
    let list = has("[") ? self.list() : named[ListName.of(word())]
    if var list, !list.isEmpty, joinsConditions(), ListName.areConditions(([list] + list.others).map(\.text)) {
      // The arguments belong to all conditions together.
      if list.others.isEmpty { list.others = [list] }
      return list
    }
    position = start
    return nil
  }

  /// Reads `.joined(separator: " AND ")`. Returns false for another method.
  private mutating func joinsConditions() -> Bool {
    skipSpace()
    guard has(".joined(separator:") else { return false }
    position += ".joined(separator:".utf8.count
    guard let separator = joined(), ListName.joinsConditions(separator.text.text), has(")") else { return false }
    position += 1
    return true
  }

  /// Reads the condition that a closure makes of each element of a list: `names.map { "name == '\($0)'" }.joined(separator: " OR ")`. Nil for another
  /// value.
  mutating func mappedConditions() -> SourceLiteral? {
    let start = position
    let head = bytes[position...].prefix { NameByte.isPart($0) || $0 == UInt8(ascii: ".") }
    if head.suffix(4).elementsEqual(".map".utf8) {
      position = head.endIndex
      skipSpace()
      if has("{") {
        position += 1
        skipSpace()
        // The parameter: { name in
        let isNamed = !word().isEmpty
        skipSpace()
        if !isNamed || word() == "in", let condition = joined() {
          skipSpace()
          if has("}") {
            position += 1
            if joinsConditions() { return condition }
          }
        }
      }
    }
    position = start
    return nil
  }
}
