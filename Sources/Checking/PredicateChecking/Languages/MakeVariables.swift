import PredicateDocuments
import PredicateSyntax

/// The variables of a Makefile. `make` replaces them in a recipe before a shell reads it, so they are replaced in single quotes, too:
/// `log show --predicate 'process == "$(APP)"'`.
struct MakeVariables {
  private let script: [UInt8]
  /// The places of the texts that the Makefile assigns to its variables. Nil for a variable with several texts.
  private var values: [String: Range<Int>?] = [:]

  /// The variables of a Makefile; nil for another script. A Makefile has recipes, whose lines begin with a tab, after rules such as `logs: build`. A
  /// script of a shell may have such lines in a here-document with its options. Linear.
  init?(_ script: [UInt8]) {
    guard !script.starts(with: "#!".utf8), script.holds("\n\t".utf8), !script.holds("<<".utf8),
      !["\nfi\n", "\ndone\n", "\nesac\n"].contains(where: { script.holds($0.utf8) })
    else { return nil }
    self.script = script
    // logs: build. A shell script has other signs before a colon: echo "note: logs"
    let rule = /(?:[\w.\/% -]|\$[({]\w+[)}])+::?(?:\s.*)?/
    var isBehindRule = false
    var hasRecipe = false
    for line in script.split(separator: 0x0A) {
      if line.first == 0x09 {
        hasRecipe = hasRecipe || isBehindRule
        continue
      }
      if line.first == UInt8(ascii: "#") { continue }
      let isAssigned = noteAssignment(in: line)
      if line.contains(UInt8(ascii: ":")), !isAssigned {
        let text = String(decoding: line, as: UTF8.self)
        isBehindRule = text.wholeMatch(of: rule) != nil && !["echo ", "printf "].contains(where: text.hasPrefix)
      } else {
        isBehindRule = false
      }
    }
    if !hasRecipe { return nil }
  }

  /// Reads `NAME = text`, also with `:=`, `::=`, `?=` and `+=`. Returns false for another line.
  private mutating func noteAssignment(in line: ArraySlice<UInt8>) -> Bool {
    let code = line.drop { $0 == 0x20 }
    let words = code.starts(with: "export ".utf8) ? code.dropFirst("export ".utf8.count) : code
    let name = words.prefix(while: ByteClass.isWord)
    let sign = words[name.endIndex...].drop { $0 == 0x20 || $0 == 0x09 }
    let marks = sign.prefix { ":?+".utf8.contains($0) }
    guard !name.isEmpty, sign[marks.endIndex...].first == UInt8(ascii: "=") else { return false }
    let value = sign[(marks.endIndex + 1)...].drop { $0 == 0x20 || $0 == 0x09 }
    let text = value[
      ..<(script.offset(of: Array(" #".utf8), from: value.startIndex, to: value.endIndex) ?? value.endIndex)]
    let end = text.lastIndex { !" \t\r".utf8.contains($0) }.map { $0 + 1 } ?? text.startIndex
    let key = String(decoding: name, as: UTF8.self)
    let isWhole = marks.first != UInt8(ascii: "+") && text.last != UInt8(ascii: "\\") && values[key] == nil
    values[key] = .some(isWhole ? text.startIndex..<end : nil)
    return true
  }

  /// The word with the parts that `make` replaces as expansions. If the whole word is a variable, its text is returned.
  func expanded(_ word: ShellWord) -> ShellWord {
    let bytes = Array(word.text.text.utf8)
    let parts = references(in: bytes)
    if parts.count == 1, parts[0] == bytes.indices, let name = name(bytes), let value = values[name] ?? nil {
      var found = ShellWord()
      found.text = MappedText(script[value])
      found.expansions = references(in: Array(script[value])).map { .init(range: $0, name: "") }
      return found
    }
    var found = word
    found.expansions += parts.filter { part in !word.expansions.contains { $0.range.overlaps(part) } }
      .map { .init(range: $0, name: "") }
    return found
  }

  /// The name in `$(NAME)` or `${NAME}`; nil for another reference, such as `$(NAME:a=b)`.
  private func name(_ reference: [UInt8]) -> String? {
    let name = reference.dropFirst(2).dropLast()
    return !name.isEmpty && name.allSatisfy(ByteClass.isWord) ? String(decoding: name, as: UTF8.self) : nil
  }

  /// The ranges of `$(NAME)`, `${NAME}`, `$<` and similar variables. The shell, not `make`, replaces the variable in `$$NAME`.
  private func references(in bytes: [UInt8]) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var position = 0
    while let sign = bytes[position...].firstIndex(of: UInt8(ascii: "$")), sign + 1 < bytes.count {
      position = sign + 2
      switch bytes[sign + 1] {
      case UInt8(ascii: "$"):
        let name = bytes[position...].prefix(while: ByteClass.isWord)
        if !name.isEmpty { found.append(sign..<name.endIndex) }
      case UInt8(ascii: "("), UInt8(ascii: "{"):
        var depth = 1
        while position < bytes.count, depth > 0 {
          depth += Bracket.change(bytes[position])
          position += 1
        }
        found.append(sign..<position)
      default: found.append(sign..<position)
      }
    }
    return found
  }
}
