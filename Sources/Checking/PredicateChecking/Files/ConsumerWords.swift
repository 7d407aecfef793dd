import PredicateSyntax

/// Whether a text is likely a predicate of a consumer: it names one of its keys, variables or terms, perhaps misspelled.
///
/// ```swift
/// ConsumerWords(try .named("oslog")).stand(in: #"subsytem == "com.example""#)  // true
/// ConsumerWords(try .named("oslog")).stand(in: "download_changed == False")   // false
/// ```
struct ConsumerWords {
  private let words: Set<String>

  /// The words of a profile.
  init(_ profile: UseProfile) {
    words = Set(profile.keys.keys).union(profile.variables.keys).union(profile.terms.keys)
  }

  /// Whether a text has one of the words, or one that is nearly a word, outside of quotes.
  func stand(in text: String) -> Bool {
    let tokens = SourceToken.all(in: Array(text.utf8), from: 0)
    let names = tokens.filter { $0.kind != .string }.map { $0.text.filter { NameByte.isPart($0.utf8.first ?? 0) } }
    return names.contains(where: words.contains)
      || names.contains { $0.count > 3 && NearestSpelling.of($0, among: words) != nil }
  }
}

/// The text of a document that could not be read, and the keys that it names.
struct UnreadText {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Whether a name stands as a key of JSON, YAML or a property list, or as an attribute of XML: `"filter":`, `filter:`, `<key>filter</key>`, `filter=`.
  func hasKey(_ name: String) -> Bool {
    has(name) { rest in
      let rest = rest.drop { "\"' ".utf8.contains($0) }
      return rest.first == UInt8(ascii: ":") || rest.first == UInt8(ascii: "=") || rest.starts(with: "</key>".utf8)
    }
  }

  /// Whether a name is compared with something: `subsystem ==`, `process CONTAINS`.
  func comparesKey(_ name: String) -> Bool {
    has(name) { rest in
      let rest = rest.drop { $0 == 0x20 }
      let words = ["BEGINSWITH", "CONTAINS", "ENDSWITH", "LIKE", "MATCHES", "IN {", "IN{"]
      return rest.first.map { "=!<>&".utf8.contains($0) } ?? false || words.contains { rest.starts(with: $0.utf8) }
    }
  }

  /// Whether the name stands somewhere as a whole word, and what follows it meets a condition.
  private func has(_ name: String, followedBy condition: (ArraySlice<UInt8>) -> Bool) -> Bool {
    let name = Array(name.utf8)
    var start = 0
    while let found = bytes[start...].firstRange(of: name) {
      start = found.upperBound
      let isWord = found.lowerBound == 0 || !NameByte.isPart(bytes[found.lowerBound - 1])
      if isWord, condition(bytes[found.upperBound...].prefix(32)) { return true }
    }
    return false
  }
}

extension [UInt8] {
  /// Whether some bytes stand anywhere in these.
  func holds(_ part: some Collection<UInt8>) -> Bool { firstRange(of: part) != nil }
}
