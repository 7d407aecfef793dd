import PredicateChecking
import PredicateStatements
import PredicateValues

extension CheckedDocument {
  /// A description of the word at a byte offset of the document; nil if nothing is known about it.
  func hover(at offset: Int) -> Hover? {
    guard let (number, place) = predicate(at: offset) else { return nil }
    let predicate = predicates[number]
    let text = ConsumerText(predicate.text.text, profile: profile)
    let tokens = SourceToken.all(in: Array(text.masked.utf8), from: 0)
    guard let position = tokens.firstIndex(where: { $0.range.contains(place) }) else { return nil }
    let token = tokens[position]
    var lines = words(on: token, tokens, position, text)
    let found = issues(of: number).filter { $0.range.map { $0.bytes.overlaps(token.range) } ?? false }
    lines += found.flatMap { [$0.message, $0.hint].compactMap { $0 } }
    if lines.isEmpty { return nil }
    let shown = text.terms[token.range.lowerBound]?.range ?? token.place
    return Hover(
      contents: .init(value: lines.joined(separator: "\n")),
      range: document.text.range(predicate.text.place(of: shown).bytes))
  }

  private func words(
    on token: SourceToken, _ tokens: [SourceToken], _ position: Int, _ text: ConsumerText
  ) -> [String] {
    if let term = text.terms[token.range.lowerBound] { return words(on: term) }
    if let entry = OperatorTable.entries.first(where: { $0.spellings.contains(token.text.uppercased()) }) {
      return ["\(entry.spelling): \(entry.summary)", entry.rule, entry.example]
    }
    switch token.kind {
    case .word:
      let next = tokens.indices.contains(position + 1) ? tokens[position + 1] : nil
      if next?.isMark("(") ?? false { return words(onFunction: token.text) }
      return key(token, tokens[..<position]).map { words(on: token.text, $0) } ?? []
    case .variable:
      let name = String(token.text.dropFirst())
      return profile.variables[name].map { words(on: token.text, $0) } ?? []
    default: return []
    }
  }

  private func words(on name: String, _ key: ProfileKey) -> [String] {
    let description = KeyDescription(key: key)
    return ["\(name): \(description.type)"] + description.lines
  }

  private func words(on term: ConsumerTerm) -> [String] {
    guard case .named(let word, let name) = term.kind, let entry = profile.terms[word] else { return [term.original] }
    let about = entry.about.map { ["@\(word): \($0)"] } ?? []
    return (entry.keys[name].map { words(on: name, $0) } ?? []) + about
  }

  private func words(onFunction name: String) -> [String] {
    guard let function = FunctionTable.standard.definition(named: name) else { return [] }
    return ["\(function.name) \(function.documentation)", function.example].filter { !$0.isEmpty }
  }

  /// What the profile knows about a name, given the words before it.
  private func key(_ token: SourceToken, _ before: ArraySlice<SourceToken>) -> ProfileKey? {
    let keys = ProfileModel(proposed)
    var cursor = ExpressionCursor(model: keys.model, root: keys.root, variables: keys.variables)
    cursor.take(Array(before))
    let owner = if case .member(let place) = cursor.expectation { place } else { keys.root }
    return keys.key(token.text, of: owner)
  }
}

/// Describes a key of a profile as text.
struct KeyDescription {
  let key: ProfileKey

  /// The type: `list of text`.
  var type: String {
    key.type == .list ? "list of \(key.element?.rawValue ?? "any")" : key.type.rawValue
  }

  /// The meaning, values, operators and source of the key, one per line.
  var lines: [String] {
    let values = key.values.isEmpty ? key.known : key.values
    var lines = [key.about].compactMap { $0 }
    if !values.isEmpty {
      lines.append(
        (key.values.isEmpty ? "Some values: " : "Values: ") + values.map(\.description).joined(separator: ", "))
    }
    if !key.words.isEmpty { lines.append("Words: " + key.words.keys.sorted().joined(separator: ", ")) }
    if !key.operators.isEmpty { lines.append("Operators: " + key.operators.joined(separator: ", ")) }
    if let form = key.formAbout { lines.append("Form: \(form)") }
    if key.holdsVersion {
      lines.append("Its value is a version. A comparison of texts does not order versions correctly.")
    }
    if let source = key.source { lines.append("[\(source)]") }
    return lines
  }
}
