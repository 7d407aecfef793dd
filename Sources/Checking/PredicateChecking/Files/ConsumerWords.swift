import PredicateSyntax

/// Recognizes texts that are likely predicates of a consumer: they contain one of the consumer's variables or terms, or compare one of its keys. The names
/// may be misspelled.
///
/// ```swift
/// ConsumerWords(try .named("oslog")).stand(in: #"subsytem == "com.example""#)        // true
/// ConsumerWords(try .named("oslog")).stand(in: "download_changed == False")         // false
/// ConsumerWords(try .named("oslog")).stand(in: "process exited with errors")        // false
/// ```
struct ConsumerWords {
  private let keys: Set<String>
  /// The names of variables and terms, without the sign (`$`, `@`) that marks them in a text.
  private let marked: Set<String>

  init(_ profile: UseProfile) {
    keys = Set(profile.keys.keys)
    marked = Set(profile.variables.keys).union(profile.terms.keys)
  }

  /// Whether a text has one of the words, or a similar one, outside of quotes. A key counts only if it is compared with something.
  func stand(in text: String) -> Bool {
    let tokens = SourceToken.all(in: Array(text.utf8), from: 0)
    let names = tokens.map { $0.text.filter { NameByte.isPart($0.utf8.first ?? 0) } }
    func has(_ index: Int, _ words: Set<String>) -> Bool {
      words.contains(names[index]) || names[index].count > 3 && NearestSpelling.of(names[index], among: words) != nil
    }
    return tokens.indices.contains { index in
      switch tokens[index].kind {
      case .variable, .collectionOperator: has(index, marked)
      case .word:
        // A term whose sign @ was forgotten: status(…)
        (comparison(behind: index, tokens) || comparison(before: index, tokens)) && has(index, keys)
          || tokens[(index + 1)...].first?.isMark("(") ?? false && has(index, marked)
      default: false
      }
    }
  }

  /// Whether a comparison operator follows a name, as a sign or as a word with a value: `process == x`, `process CONTAINS "x"`.
  private func comparison(behind index: Int, _ tokens: [SourceToken]) -> Bool {
    // The names after the first one of a path are skipped: process.name
    var rest = tokens[(index + 1)...]
    while rest.first?.isMark(".") ?? false { rest = rest.dropFirst(2) }
    guard let sign = rest.first else { return false }
    if sign.kind == .sign { return "=!<>".utf8.contains(sign.text.utf8.first ?? 0) }
    rest = rest.dropFirst()
    if sign.isWord("not") { rest = rest.dropFirst() }
    guard sign.kind == .word, let value = rest.first,
      [.string, .openString, .number].contains(value.kind) || value.isMark("[") || value.isMark("{")
    else { return false }
    let word = sign.text.uppercased()
    return Self.comparisons.contains(word) || NearestSpelling.of(word, among: Self.comparisons) != nil
  }

  private static let comparisons: Set<String> = [
    "BEGINSWITH", "BETWEEN", "CONTAINS", "ENDSWITH", "IN", "LIKE", "MATCHES",
  ]

  /// Whether a value and a comparison sign precede a name: `"x" == process`, `1 < processID`.
  private func comparison(before index: Int, _ tokens: [SourceToken]) -> Bool {
    guard index > 1, tokens[index - 1].kind == .sign else { return false }
    return "=!<>".utf8.contains(tokens[index - 1].text.utf8.first ?? 0)
      && [.string, .number].contains(tokens[index - 2].kind)
  }
}

/// The text of a document that could not be read, with searches for keys in it.
struct UnreadText {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Whether the text has a name as a key of JSON, YAML or a property list, or as an attribute of XML: `"filter":`, `filter:`, `<key>filter</key>`, `filter=`.
  func hasKey(_ name: String) -> Bool {
    has(name) { rest in
      let rest = rest.drop { "\"' ".utf8.contains($0) }
      return rest.first == UInt8(ascii: ":") || rest.first == UInt8(ascii: "=") || rest.starts(with: "</key>".utf8)
    }
  }

  /// Whether the text compares a name with something: `subsystem ==`, `process CONTAINS`.
  func comparesKey(_ name: String) -> Bool {
    has(name) { rest in
      let rest = rest.drop { $0 == 0x20 }
      let words = ["BEGINSWITH", "CONTAINS", "ENDSWITH", "LIKE", "MATCHES", "IN {", "IN{"]
      return rest.first.map { "=!<>&".utf8.contains($0) } ?? false || words.contains { rest.starts(with: $0.utf8) }
    }
  }

  /// Whether the text has the name at the beginning of a word, and the bytes after it meet a condition.
  private func has(_ name: String, followedBy condition: (ArraySlice<UInt8>) -> Bool) -> Bool {
    let name = Array(name.utf8)
    var start = 0
    while let found = bytes.offset(of: name, from: start) {
      start = found + name.count
      let isWord = found == 0 || !NameByte.isPart(bytes[found - 1])
      if isWord, condition(bytes[start...].prefix(32)) { return true }
    }
    return false
  }
}

/// Finds the words of a set that a text contains, in one pass.
struct WordSearch: Sendable {
  /// The words, grouped by their first two bytes.
  private var words: [UInt16: [[UInt8]]] = [:]
  /// Whether a word begins with a pair of bytes.
  private var isStart = [Bool](repeating: false, count: 1 << 16)

  /// A search for some words. Words of one byte are ignored.
  init(_ words: Set<String>) {
    for word in words where word.utf8.count > 1 {
      let bytes = Array(word.utf8)
      let start = UInt16(bytes[0]) << 8 | UInt16(bytes[1])
      self.words[start, default: []].append(bytes)
      isStart[Int(start)] = true
    }
  }

  /// The words that a text contains, anywhere. Linear.
  func words(in bytes: [UInt8]) -> Set<String> {
    var found: Set<[UInt8]> = []
    var start: UInt16 = 0
    for (index, byte) in bytes.enumerated() {
      start = start << 8 | UInt16(byte)
      guard isStart[Int(start)], index > 0 else { continue }
      for word in words[start] ?? [] where bytes[(index - 1)...].starts(with: word) { found.insert(word) }
    }
    return Set(found.map { String(decoding: $0, as: UTF8.self) })
  }
}

extension [UInt8] {
  /// Whether these bytes contain other bytes as a part.
  func holds(_ part: some Collection<UInt8>) -> Bool { offset(of: Array(part), from: 0) != nil }

  /// The offset of the first occurrence of `part` between two offsets; nil if there is none.
  func offset(of part: [UInt8], from start: Int, to end: Int? = nil) -> Int? {
    let end = end ?? count
    guard let first = part.first, start + part.count <= end else { return nil }
    for index in start...(end - part.count) where self[index] == first {
      if self[index...].starts(with: part) { return index }
    }
    return nil
  }
}
