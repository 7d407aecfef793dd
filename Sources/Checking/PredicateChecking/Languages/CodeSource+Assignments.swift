import PredicateDocuments

/// The blocks of a source that its indentation shows.
struct IndentedBlocks {
  private var open: [(indent: Int, number: Int)] = []
  private var count = 0

  /// Begins a block at a line that is indented further, and ends blocks at a line that is indented less.
  mutating func enter(_ indent: Int) {
    while let last = open.last, indent < last.indent { open.removeLast() }
    guard indent > open.last?.indent ?? -1 else { return }
    count += 1
    open.append((indent, count))
  }

  /// Whether the innermost block of these is open in the others, too.
  func encloses(_ other: Self) -> Bool {
    guard let last = open.last else { return true }
    return other.open.contains { $0.number == last.number }
  }

  /// The blocks that are open in both.
  func common(_ other: Self) -> Self {
    var common = self
    common.open = zip(open, other.open).prefix { $0.number == $1.number }.map(\.0)
    return common
  }
}

/// The assignments of a source.
extension CodeSource {
  /// Reads an assignment to a variable, or the parameters of a function of Python or Ruby.
  mutating func noteName(_ name: ArraySlice<UInt8>) {
    assigned = nil
    if name.elementsEqual("def".utf8) {
      var head = bytes[position...].prefix(Self.headReach).prefix { $0 != UInt8(ascii: ")") }
      if language == .ruby {
        head = head.prefix { $0 != 0x0A }
        while !named.isOutermost { named.close() }
        returned.functions = []
      } else {
        indents.append(lineIndent + 1)
      }
      openFunction(names(in: head.indices).first, head: head)
      isHead = depth == 0
      return
    }
    // The default of a parameter: def find(self, text="label == 'Films'")
    guard depth == 0 || isHead && depth == 1 else { return }
    if language == .appleScript {
      noteAssignment(behind: name)
      return
    }
    let first = name.startIndex
    var sign = position
    while sign < bytes.count, bytes[sign] == 0x20 { sign += 1 }
    // Skips a type between the name and its value.
    if sign < bytes.count, bytes[sign] == UInt8(ascii: ":"), language != .ruby, mayHaveType(name) {
      let marks = language == .rust ? " &'" : " "
      sign = bytes[(sign + 1)...].firstIndex { !NameByte.isPart($0) && !marks.utf8.contains($0) } ?? bytes.count
    }
    guard sign + 1 < bytes.count else { return }
    if bytes[sign] == UInt8(ascii: "+"), bytes[sign + 1] == UInt8(ascii: "=") {
      append(to: String(decoding: name, as: UTF8.self), at: sign + 2)
    } else if bytes[sign] == UInt8(ascii: "="), !"=>~".utf8.contains(bytes[sign + 1]) {
      let isDeclared = isDeclaration(at: first, sign: sign)
      let name = String(decoding: name, as: UTF8.self)
      // parts = append(parts, "…") of Go
      if !clauses.isEmpty, !appends(to: name, at: sign + 1) { clauses[name] = nil }
      isAssignedInBranch = !isHead && !isDeclared && isInBranch(name, at: first)
      if isHead && depth == 1 || isDeclared || isIndented && !named.isOfInnermost(name) {
        named.declare(name, nil)
      } else if changes(name, at: sign + 1) {
        keepOpen(name, at: sign + 1)
      } else if !isAssignedInBranch {
        named.forget(name)
      }
      assigned = name
      isOfObject =
        bytes[..<first].suffix(5).elementsEqual("self.".utf8)
        || bytes[..<first].suffix(5).elementsEqual("this.".utf8)
      renamed = name
      position = sign
      noteArrow(UInt8(ascii: "="))
      position = sign + 1
      noteList(of: name)
      if let literal = choice(isArgument: isHead) {
        assign(name, literal)
        assigned = nil
        // flag ? '-ios predicate string:…' : '~x'
        for branch in [literal] + literal.others where !readsDocuments { _ = takeWhole(branch) }
      }
    }
  }

  /// Reads `set predicate to "…"` and `property predicate : "…"` of AppleScript. The position is after the first word.
  private mutating func noteAssignment(behind word: ArraySlice<UInt8>) {
    let isProperty = word.elementsEqual("property".utf8)
    guard isProperty || word.elementsEqual("set".utf8) else { return }
    let line = bytes[position...].prefix(Self.headReach).prefix { $0 != 0x0A }
    let words = line.split(maxSplits: 2) { $0 == 0x20 }
    guard words.count == 3, words[0].allSatisfy(NameByte.isPart),
      words[1].elementsEqual((isProperty ? ":" : "to").utf8)
    else { return }
    let name = String(decoding: words[0], as: UTF8.self)
    named.forget(name)
    assigned = name
    position = words[2].startIndex
  }

  /// Begins and ends the blocks that the indentation of the current line shows, and ends the functions of Python.
  mutating func noteIndent() {
    var first = position
    while first < bytes.count, bytes[first] == 0x20 || bytes[first] == 0x09 { first += 1 }
    guard first < bytes.count, !"\r\n#".utf8.contains(bytes[first]) else { return }
    lineIndent = first - position
    blocks.enter(lineIndent)
    while let last = indents.last, lineIndent < last {
      indents.removeLast()
      named.close()
      returned.close()
    }
  }

  /// Gives a variable the text that the program assigns. In a branch the variable keeps its other texts.
  mutating func assign(_ name: String, _ text: SourceLiteral?) {
    guard isAssignedInBranch else { return declare(name, text) }
    if let text { named.add(text, to: name) }
    if let known = assignedBlocks[name] { assignedBlocks[name] = known.common(blocks) }
  }

  /// Whether the blocks of the language are shown by the indentation, and a variable is declared by its first assignment.
  private var isIndented: Bool { language == .python || language == .ruby }

  /// The code of the statement before an offset.
  private func code(before place: Int) -> ArraySlice<UInt8> {
    let start =
      isIndented ? (bytes[..<place].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0) : max(statement, place - Self.headReach)
    return bytes[min(start, place)..<place]
  }

  /// Whether a colon after a name can begin a type: `p: str = "…"`, but not `case 1: p = "…"` and `if k: p = "…"`.
  private func mayHaveType(_ name: ArraySlice<UInt8>) -> Bool {
    guard let first = name.first, !(0x30...0x39).contains(first),
      !["default", "else"].contains(where: { name.elementsEqual($0.utf8) })
    else { return false }
    return !Self.lineConditions.contains(names(in: code(before: name.startIndex).indices).first ?? "")
  }

  /// Whether an assignment declares its variable: `let p = "…"`, `String p = "…"`, `p := "…"`.
  private func isDeclaration(at first: Int, sign: Int) -> Bool {
    if isIndented { return false }
    if bytes[first..<sign].contains(UInt8(ascii: ":")), bytes[sign - 1] == UInt8(ascii: ":") { return true }
    guard let last = code(before: first).last(where: { !" \t\r\n".utf8.contains($0) }) else { return false }
    return NameByte.isPart(last) && !endsWithCondition(code(before: first)) || "*&]?".utf8.contains(last)
  }

  private static let conditionWords = ["else", "then", "do", "try"]

  /// Whether a condition precedes an assignment in its statement: `if (k) p = "…"`, `else p = "…"`, `case 1: p = "…"`, `default -> p = "…"`.
  private func endsWithCondition(_ code: ArraySlice<UInt8>) -> Bool {
    let code = code.reversed().drop { " \t\r\n".utf8.contains($0) }
    if code.first.map({ "):>".utf8.contains($0) }) ?? false { return true }
    let word = String(decoding: code.prefix(while: NameByte.isPart).reversed(), as: UTF8.self)
    return Self.conditionWords.contains(word)
  }

  private static let lineConditions: Set<String> = [
    "if", "elif", "else", "elsif", "unless", "when", "for", "while", "try", "except", "with", "case",
  ]

  /// Whether the program may skip an assignment, so that its variable may keep an earlier text.
  private func isInBranch(_ name: String, at first: Int) -> Bool {
    guard named.declares(name) else { return false }
    let code = code(before: first)
    // A function of Python or Ruby has its own variables.
    if isIndented {
      guard named.isOfInnermost(name) else { return false }
      if Self.lineConditions.contains(names(in: code.indices).first ?? "") { return true }
      return !(assignedBlocks[name].map { blocks.encloses($0) } ?? true)
    }
    if code.last == UInt8(ascii: ".") { return false }
    return !named.isOfInnermost(name) || endsWithCondition(code) || isBehindCondition(first)
  }

  /// Whether the line before an assignment is a condition without a block: `if (k)`, `else`.
  private func isBehindCondition(_ first: Int) -> Bool {
    let lines = bytes[max(first - Self.headReach, 0)..<first].split(separator: 0x0A, omittingEmptySubsequences: false)
    guard lines.count > 1, let own = lines.last, own.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) else { return false }
    let line = lines[lines.count - 2].drop { " \t}".utf8.contains($0) }.reversed().drop { " \t\r".utf8.contains($0) }
    let word = names(in: lines[lines.count - 2].indices).first ?? ""
    return word == "else" && line.first == UInt8(ascii: "e")
      || ["if", "else", "for", "while"].contains(word) && line.first == UInt8(ascii: ")")
  }

  /// Whether the value of an assignment has the variable itself: `p = p.trim()`.
  private func changes(_ name: String, at value: Int) -> Bool {
    let line = bytes[value...].prefix(Self.headReach).prefix { $0 != 0x0A && $0 != UInt8(ascii: ";") }
    return names(in: line.indices).contains(name)
  }

  /// Whether the value of an assignment is the variable's list with more elements: `append(parts, …)`, `parts + […]`, `[...parts, …]`.
  private func appends(to name: String, at value: Int) -> Bool {
    var source = self
    source.position = value
    source.skipSpace()
    return ["append(\(name)", "\(name) +", "\(name).concat(", "[...\(name)", "[*\(name)"].contains(where: source.has)
  }

  /// Keeps the text of a variable if the program appends to the variable: `p = p + " AND …"`, `p = f"{p} AND …"`. Another function may change the text,
  /// so the text is forgotten then.
  private mutating func keepOpen(_ name: String, at value: Int) {
    var source = self
    source.position = value
    source.skipSpace()
    let isLiteral = source.literalPrefix() != nil
    guard var whole = named[name], isLiteral || source.has(name + " +") || source.has(name + "+") else {
      return named.forget(name)
    }
    whole.open(at: value)
    named.replace(name, whole)
    isAssignedInBranch = isLiteral
  }

  private static let declaringWords: Set<String> = ["let", "var", "val", "String", "string", "dynamic"]

  /// Reads the declaration of a variable without a value, so that branches may give it a text: `String p;`, `let p: string;`, `var p string`.
  mutating func noteDeclaration() {
    if isIndented { return }
    let line = bytes[min(statement, position)..<position]
    guard line.count < 80, line.count > 4, line.allSatisfy({ NameByte.isPart($0) || " \t\r\n:?!".utf8.contains($0) })
    else { return }
    var words = names(in: line.indices).drop { !Self.declaringWords.contains($0) }.dropFirst()
    if words.first == "mut" { words = words.dropFirst() }
    if let name = words.first, words.count < 3, !Self.declaringWords.contains(name) { named.declare(name, nil) }
  }
}

extension NamedLiterals<SourceLiteral> {
  /// Adds a text that a branch of the program gives a name. The name keeps its other texts.
  mutating func add(_ text: SourceLiteral, to name: String) {
    guard let known = self[name], !known.text.text.isEmpty else { return replace(name, text) }
    guard known.others.count < SourceLiteral.mostChoices, let whole = SourceLiteral(of: [known, text]) else { return }
    replace(name, whole)
  }
}
