import PredicateModel
import PredicateValues

/// The candidates for a place of a text.
package struct Completion: Equatable {
  /// The UTF-8 offsets that a candidate replaces: the typed part of it, up to the cursor.
  package let range: Range<Int>
  /// What fits, best first.
  package let candidates: [CompletionCandidate]
  /// Whether there are more than were looked for.
  package let isCut: Bool

  /// Nothing fits.
  package static func none(at offset: Int) -> Completion {
    Completion(range: offset..<offset, typed: "", candidates: [])
  }

  /// Keeps the candidates that begin with the typed text, in any case of letters, each text once.
  ///
  /// - Parameters:
  ///   - typed: The text in `range`, without a quote at its beginning.
  ///   - isCut: whether there are more than were looked for.
  package init(range: Range<Int>, typed: String, candidates: [CompletionCandidate], isCut: Bool = false) {
    let wanted = Self.key(typed)
    var seen: Set<[UInt8]> = []
    self.range = range
    self.isCut = isCut
    self.candidates = candidates.filter { candidate in
      Self.key(candidate.text).starts(with: wanted) && seen.insert(Array(candidate.text.utf8)).inserted
    }
  }

  /// What can be inserted without a choice: the only candidate and what follows it, or what all of them begin with. Nil where that
  /// is not more than was typed.
  package func insertion(typed: String) -> String? {
    guard let first = candidates.first else { return nil }
    if candidates.count == 1 { return first.text + first.suffix }
    // What some begin with alike, others need not.
    if isCut { return nil }
    var common = Array(first.text.unicodeScalars)
    for candidate in candidates.dropFirst() {
      let same = zip(common, candidate.text.unicodeScalars).prefix { $0 == $1 }
      common.removeLast(common.count - same.count)
    }
    guard common.count > typed.unicodeScalars.count else { return nil }
    return String(String.UnicodeScalarView(common))
  }

  private static func key(_ text: String) -> [Unicode.Scalar] {
    let scalars = Array(text.lowercased().unicodeScalars)
    // A property that is called like a word of the language is found without its `#` too.
    return ["\"", "'", "#"].contains(scalars.first) ? Array(scalars.dropFirst()) : scalars
  }
}

extension StatementParser {
  /// The candidates at the end of an unfinished statement. Linear in the length, but for the values.
  ///
  /// - Parameters:
  ///   - start: Where the statement begins.
  ///   - mostValues: The most values that `values` looks for.
  ///   - values: An attribute's own values that begin with a text.
  package func completion(
    of text: String, from start: Int = 0, variables: [(name: String, type: QueryType)] = [], mostValues: Int,
    values: @escaping (PathTarget.Source, String) -> [QueryValue]
  ) -> Completion {
    let expected = expectation(in: text, from: start, variables: variables)
    let condition = ConditionCandidates(
      model: model, root: expected.scope, variables: expected.cursor.visibleVariables, values: values,
      names: expected.names)
    let entities = model.entities.map { CompletionCandidate($0.name, .entity) }
    let candidates = StatementCandidates(expected: expected, condition: condition, entities: entities).all
    return Completion(
      range: expected.range, typed: expected.typed, candidates: candidates,
      isCut: candidates.count { $0.kind == .value } >= mostValues)
  }
}
