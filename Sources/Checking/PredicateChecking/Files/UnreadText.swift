/// The text of a document that could not be read, and the keys that it names.
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

  /// Whether an attribute of XML has a value: `key="NSPredicateFormat"`.
  func hasAttribute(_ name: String, _ value: String) -> Bool {
    ["\"", "'"].contains { quote in bytes.holds("\(name)=\(quote)\(value)\(quote)".utf8) }
  }

  /// Whether one of some names is compared with something: `subsystem ==`, `process CONTAINS`. Linear.
  func comparesKey(among names: Set<String>) -> Bool {
    var position = 0
    while position < bytes.count {
      guard NameByte.isPart(bytes[position]) else {
        position += 1
        continue
      }
      let word = bytes[position...].prefix(while: NameByte.isPart)
      position = word.endIndex
      if Self.isCompared(bytes[position...].prefix(32)), names.contains(String(decoding: word, as: UTF8.self)) {
        return true
      }
    }
    return false
  }

  private static let comparisons = ["BEGINSWITH", "CONTAINS", "ENDSWITH", "LIKE", "MATCHES", "IN {", "IN{"]
    .map { Array($0.utf8) }

  /// Whether a text after a name begins with an operator of comparison.
  private static func isCompared(_ rest: ArraySlice<UInt8>) -> Bool {
    let rest = rest.drop { $0 == 0x20 }
    return rest.first.map { "=!<>&".utf8.contains($0) } ?? false || comparisons.contains { rest.starts(with: $0) }
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
  /// The words by their first two bytes.
  private var words: [UInt16: [[UInt8]]] = [:]
  /// Whether a word begins with two bytes.
  private var isStart = [Bool](repeating: false, count: 1 << 16)

  /// A search for words of at least two bytes.
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
  /// Whether these bytes contain some others.
  func holds(_ part: some Collection<UInt8>) -> Bool { offset(of: Array(part), from: 0) != nil }

  /// The first offset of some bytes, from an offset on and before another.
  func offset(of part: [UInt8], from start: Int, to end: Int? = nil) -> Int? {
    let end = end ?? count
    guard let first = part.first, start + part.count <= end else { return nil }
    for index in start...(end - part.count) where self[index] == first {
      if self[index...].starts(with: part) { return index }
    }
    return nil
  }
}
