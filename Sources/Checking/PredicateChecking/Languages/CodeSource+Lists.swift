import PredicateDocuments

/// The lists of literals in a source, and the loops over them.
///
/// ```python
/// CELLS = ["label == 'Films'", "label == 'Friends'"]
/// for cell in CELLS: driver.find_element(AppiumBy.IOS_PREDICATE, cell)
/// ```
extension CodeSource {
  /// A list with more literals than this number is not read.
  private static let mostElements = 32
  /// Functions and types before the bracket of a list.
  private static let makers: Set<String> = [
    "Array", "Arrays", "List", "Set", "String", "arrayOf", "asList", "const", "final", "frozenset", "list", "listOf",
    "mutableListOf", "new",
    "of", "set", "setOf", "string", "tuple", "vec", "str", "static",
  ]

  /// The literals of a list at the position: `["…", "…"]`, `List.of("…", "…")`, `[]string{"…"}`. All but the first one are ``SourceLiteral/others``. Nil
  /// for a list with other values. The position stays.
  private mutating func list() -> SourceLiteral? {
    let start = position
    defer { position = start }
    while position < bytes.count, literalPrefix() == nil {
      if NameByte.isPart(bytes[position]) {
        guard Self.makers.contains(word()) else { return nil }
      } else if "([{ .!&<>".utf8.contains(bytes[position]) || has("]") {
        position += 1
      } else {
        return nil
      }
      guard position - start < 60 else { return nil }
    }
    var found: [SourceLiteral] = []
    while found.count < Self.mostElements, position < bytes.count, let prefix = literalPrefix(),
      let literal = literals(prefix)
    {
      found.append(literal)
      skipSpace()
      if has(",") {
        position += 1
        skipSpace()
      }
      if position < bytes.count, ")]}".utf8.contains(bytes[position]) { return SourceLiteral(of: found) }
    }
    return nil
  }

  /// Records the list that a variable gets. `position` is after the sign of the assignment.
  mutating func noteList(of name: String) {
    let start = position
    defer { position = start }
    skipSpace()
    guard position < bytes.count, "[({&".utf8.contains(bytes[position]) || NameByte.isPart(bytes[position]) else {
      return
    }
    let list = list()
    if let list, !list.others.isEmpty {
      named.declare(ListName.of(name), list)
    } else {
      named.forget(ListName.of(name))
      if let list { clauses[name] = [list] }
    }
    position = start
    skipSpace()
    let line = bytes[position...].prefix(Self.headReach).prefix { !"\r\n;".utf8.contains($0) }
    if let whole = joinedClauses(in: line) { named.declare(name, whole) }
  }

  /// Methods that add an element to a list.
  private static let adders: Set<String> = ["add", "append", "push"]
  /// Methods that make an owned text of a literal in Rust.
  private static let owners = [".to_string()", ".to_owned()", ".into()"]

  /// Records a text that the program adds to a list: `parts.push('label == "Films"')`, `parts << "…"` of Ruby, `parts = append(parts, "…")` of Go.
  /// `word` is the name of the method, or of the list of Ruby.
  mutating func noteClause(_ word: ArraySlice<UInt8>) {
    let name: String
    var source = self
    if language == .ruby, has(" << ") {
      name = String(decoding: word, as: UTF8.self)
      source.position += " << ".utf8.count
    } else {
      guard word.count < 7, has("("), Self.adders.contains(String(decoding: word, as: UTF8.self)) else { return }
      source.position += 1
      if word.startIndex > 0, bytes[word.startIndex - 1] == UInt8(ascii: ".") {
        let owner = bytes[..<(word.startIndex - 1)].reversed().prefix(while: NameByte.isPart).reversed()
        name = String(decoding: owner, as: UTF8.self)
      } else {
        name = source.word()
        guard language == .script, source.has(",") else { return }
        source.position += 1
      }
    }
    guard clauses[name, default: []].count < Self.mostElements, let literal = source.clause(),
      source.endsStatement(after: language == .ruby ? " \t" : " \t\r\n", at: ")\r\n,;")
    else { return }
    clauses[name, default: []].append(literal)
  }

  /// The text at the position: a literal, or one that a function formats, `format!("id == {id}")`. Nil for another value.
  private mutating func clause() -> SourceLiteral? {
    skipSpace()
    if has("String::from(") { position += "String::from(".utf8.count }
    if let prefix = literalPrefix() {
      guard let literal = literals(prefix) else { return nil }
      if let owner = Self.owners.first(where: has) { position += owner.utf8.count }
      return literal
    }
    let start = position
    guard !word().isEmpty, let call = formatCall(after: bytes[start..<position]) else { return nil }
    position += call.length
    skipSpace()
    guard let prefix = literalPrefix(), var literal = literals(prefix), let end = callEnd(from: position) else {
      return nil
    }
    literal.noteFormat(inBraces: call.isInBraces, at: position)
    position = end
    return literal
  }

  /// The literals of a list that the program joins to one predicate: `this.parts.join(' AND ')`, `strings.Join(parts, " AND ")`,
  /// `String.join(" AND ", parts)`. Nil for other code.
  func joinedClauses(in code: ArraySlice<UInt8>) -> SourceLiteral? {
    joinedClauses(at: code).flatMap { $0.end == code.endIndex ? $0.literal : nil }
  }

  /// The literals of a joined list at the beginning of some code, and the offset after the call.
  func joinedClauses(at code: ArraySlice<UInt8>) -> (literal: SourceLiteral, end: Int)? {
    // The pattern searches below cost much more than this test, which most values do not pass.
    let end = min(code.startIndex + Self.headReach, code.endIndex)
    guard bytes.offset(of: Array("oin".utf8), from: code.startIndex, to: end) != nil else { return nil }
    let text = String(decoding: code[..<end], as: UTF8.self)
    let list: Substring
    let separator: Substring
    let last: String.Index
    if let call = text.prefixMatch(
      of: /[&{$]*(?:\w+\.)*(\w+)\.(?:join|joinToString)\((?:separator\s*=\s*)?['"`]([^'"`]*)['"`]\)\s*\}?/)
    {
      (list, separator, last) = (call.output.1, call.output.2, call.range.upperBound)
    } else if let call = text.prefixMatch(of: /strings\.Join\((\w+), ?"([^"]*)"\)/) {
      (list, separator, last) = (call.output.1, call.output.2, call.range.upperBound)
    } else if let call = text.prefixMatch(of: /[Ss]tring\.[jJ]oin\("([^"]*)", ?(\w+)\)/) {
      (list, separator, last) = (call.output.2, call.output.1, call.range.upperBound)
    } else {
      return nil
    }
    let name = String(list)
    guard ListName.joinsConditions(String(separator)) else { return nil }
    return elements(of: name)
      .map { ($0, code.startIndex + text.utf8.distance(from: text.startIndex, to: last)) }
  }

  /// The literals of a list, and those that the program adds to it. Nil if not each of them is a condition.
  func elements(of list: String) -> SourceLiteral? {
    SourceLiteral(of: (named[ListName.of(list)].map { [$0] } ?? []) + (clauses[list] ?? [])).flatMap {
      ListName.areConditions(([$0] + $0.others).map(\.text)) ? $0 : nil
    }
  }

  /// Reads the head of a loop after `for` or `foreach`: `for cell in CELLS:`, `for (String cell : cells)`, `for _, cell := range cells`,
  /// `for (const cell of cells)`.
  mutating func noteLoop() {
    let start = position
    defer { position = start }
    let line = bytes[position...].prefix(Self.headReach).prefix { !"\n{".utf8.contains($0) }
    guard let sign = separator(in: line) else { return }
    guard let name = names(in: line.startIndex..<sign.lowerBound).last else { return }
    position = sign.upperBound
    skipSpace()
    if has("&") { position += 1 }
    if let list = elements() { loop = (name, list) }
    if language == .python || language == .ruby, let loop {
      named.declare(loop.name, loop.literal)
      self.loop = nil
    }
  }

  /// The literals of the list at the position, or of the variable there.
  private mutating func elements() -> SourceLiteral? {
    let start = position
    if let known = named[ListName.of(word())], position < bytes.count, " \t\r\n:){.".utf8.contains(bytes[position]) {
      return known
    }
    position = start
    return list()
  }

  private func separator(in line: ArraySlice<UInt8>) -> Range<Int>? {
    for word in [" in ", " of ", " range ", " : "] {
      if let found = bytes.offset(of: Array(word.utf8), from: line.startIndex, to: line.endIndex) {
        return found..<found + word.utf8.count
      }
    }
    return nil
  }

  /// Reads the parameter of a closure that gets each element of a list: `cells.each do |cell|`, `cells.forEach(cell => …)`.
  mutating func noteEach(_ word: ArraySlice<UInt8>) {
    guard word.startIndex > 0, bytes[word.startIndex - 1] == UInt8(ascii: ".") else { return }
    let owner = bytes[..<(word.startIndex - 1)].reversed().prefix(while: NameByte.isPart).reversed()
    guard let list = named[ListName.of(String(decoding: owner, as: UTF8.self))] else { return }
    let head = bytes[position...].prefix(60).prefix { $0 != 0x0A }
    let parameter = names(in: head.indices).first { !["do", "async", "const", "let", "function"].contains($0) }
    let isBlock = head.contains { "|>-".utf8.contains($0) }
    let name = isBlock ? parameter : head.contains(UInt8(ascii: "{")) ? "it" : nil
    guard let name else { return }
    if language == .ruby || !head.contains(UInt8(ascii: "{")) { named.declare(name, list) } else { loop = (name, list) }
  }
}
