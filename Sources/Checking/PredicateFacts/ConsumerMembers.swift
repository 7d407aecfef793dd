import PredicateChecking
import PredicateValues

/// Computes the members that a predicate reads and that its consumer adds to a record: the values of the consumer's terms and words.
///
/// The parser reads a term such as `@status(device.model.family)` as a masked name. The value of the term is added to the record under the masked
/// name.
struct ConsumerMembers {
  /// A term of the form `@word(name)`.
  private struct Term {
    let mask: String
    let word: String
    let name: String
    /// The members of a record that may contain the value.
    let places: [String]
  }

  /// An unquoted word that means a value: `messageType == error`.
  private struct Word {
    let text: String
    /// The keys of the predicate whose profile has the word, each with the word's number.
    let keys: [(name: String, number: Int64?)]
  }

  private var terms: [Term] = []
  /// Terms that read a member of the value before their dot: `$app.@key(identifier)`.
  private var memberTerms: [Term] = []
  private var words: [Word] = []

  /// The members for the text of a predicate. `keys` are the first names of its key paths.
  init(_ text: ConsumerText, keys: some Sequence<String>, profile: UseProfile) {
    for term in text.terms.values {
      guard case .named(let word, let name) = term.kind, let known = profile.terms[word] else { continue }
      let found = Term(
        mask: term.masked, word: word, name: name, places: known.factsAt.isEmpty ? [word] : known.factsAt)
      if known.isMember { memberTerms.append(found) } else { terms.append(found) }
    }
    for name in keys where profile.keys[name] == nil {
      let known = keys.sorted().compactMap { key in profile.keys[key]?.words[name].map { (key, $0) } }
      if !known.isEmpty { words.append(Word(text: name, keys: known)) }
    }
  }

  var isEmpty: Bool { terms.isEmpty && memberTerms.isEmpty && words.isEmpty }

  /// A record with the added values of the predicate's terms and words.
  func added(to facts: QueryDictionary) -> QueryDictionary {
    var pairs = Array(zip(facts.keys, facts.values))
    if !memberTerms.isEmpty { pairs = pairs.map { ($0.0, withMembers($0.1)) } }
    let whole = QueryDictionary(pairs)
    for term in terms {
      if let value = value(of: term, in: whole) { pairs.append((term.mask, value)) }
    }
    for word in words where facts[word.text] == nil { pairs.append((word.text, value(of: word, in: facts))) }
    return QueryDictionary(pairs)
  }

  /// The value of a term. The record's member `@status(a.b)` has precedence. Otherwise `a.b` is looked up in the term's places, then in the record
  /// itself, as one name and as a path.
  private func value(of term: Term, in facts: QueryDictionary) -> QueryValue? {
    if let value = facts["@\(term.word)(\(term.name))"] { return value }
    let places = term.places.compactMap { place -> QueryDictionary? in
      if case .dictionary(let inner)? = facts[place] { inner } else { nil }
    }
    for place in places + [facts] {
      if let value = Self.value(at: term.name.split(separator: ".")[...], in: .dictionary(place)) { return value }
    }
    return nil
  }

  /// The value at a path. Several names of the path may be one key with points.
  private static func value(at path: ArraySlice<Substring>, in value: QueryValue) -> QueryValue? {
    if path.isEmpty { return value }
    switch value {
    case .dictionary(let table):
      for count in stride(from: path.count, to: 0, by: -1) {
        guard let inner = table[path.prefix(count).joined(separator: ".")] else { continue }
        if let found = Self.value(at: path.dropFirst(count), in: inner) { return found }
      }
      return nil
    case .array(let elements):
      let found = elements.compactMap { Self.value(at: path, in: $0) }
      return found.isEmpty ? nil : .array(found)
    default: return nil
    }
  }

  /// A value whose tables, at any depth, have the members of the terms.
  private func withMembers(_ value: QueryValue) -> QueryValue {
    switch value {
    case .array(let elements): return .array(elements.map { withMembers($0) })
    case .dictionary(let table):
      var pairs = zip(table.keys, table.values).map { ($0, withMembers($1)) }
      for term in memberTerms {
        if let value = table[term.name] { pairs.append((term.mask, value)) }
      }
      return .dictionary(QueryDictionary(pairs))
    default: return value
    }
  }

  /// The value of a word. If the record has texts for the word's keys, the value is a text; otherwise it is the word's number.
  private func value(of word: Word, in facts: QueryDictionary) -> QueryValue {
    let texts = word.keys.compactMap { key in
      if case .string(let text)? = facts[key.name] { text } else { nil }
    }
    if let same = texts.first(where: { $0.lowercased().hasSameScalars(as: word.text.lowercased()) }) {
      return .string(same)
    }
    let number = texts.isEmpty ? word.keys.compactMap(\.number).first : nil
    return number.map { .integer($0) } ?? .string(word.text)
  }
}
