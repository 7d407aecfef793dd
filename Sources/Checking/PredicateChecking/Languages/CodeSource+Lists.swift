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
    if let list = list(), !list.others.isEmpty { named.declare(ListName.of(name), list) }
    position = start
    skipSpace()
    let line = bytes[position...].prefix(Self.headReach).prefix { !"\n;".utf8.contains($0) }
    if language == .script, let whole = joinedClauses(in: line) { named.declare(name, whole) }
  }

  /// Records a literal that the program adds to a list: `parts.push('label == "Films"')`. `word` is the name of the method.
  mutating func noteClause(_ word: ArraySlice<UInt8>) {
    guard word.startIndex > 0, bytes[word.startIndex - 1] == UInt8(ascii: "."), has("(") else { return }
    let owner = bytes[..<(word.startIndex - 1)].reversed().prefix(while: NameByte.isPart).reversed()
    let name = String(decoding: owner, as: UTF8.self)
    var source = self
    source.position += 1
    source.skipSpace()
    guard clauses[name, default: []].count < Self.mostElements, let prefix = source.literalPrefix(),
      let literal = source.literals(prefix), source.endsStatement(after: " \t\r\n", at: ")")
    else { return }
    clauses[name, default: []].append(literal)
  }

  /// The literals of a list that the program joins to one predicate: `this.parts.join(' AND ')`. Nil for other code.
  func joinedClauses(in code: ArraySlice<UInt8>) -> SourceLiteral? {
    guard !clauses.isEmpty, Array(code).holds(".join(".utf8),
      let call = String(decoding: code, as: UTF8.self).wholeMatch(
        of: /[{$]*(?:\w+\.)*(\w+)\.join\(['"`]([^'"`]*)['"`]\)\s*\}?/),
      ListName.joinsConditions(String(call.output.2))
    else { return nil }
    return SourceLiteral(of: clauses[String(call.output.1)] ?? [])
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
