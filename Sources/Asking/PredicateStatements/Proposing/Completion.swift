import PredicateModel
import PredicateSyntax
import PredicateValues

/// The completion candidates at a position in a text.
package struct Completion: Equatable {
  /// The UTF-8 offsets of the typed text that a candidate replaces. They end at the cursor.
  package let range: Range<Int>
  /// The matching candidates, best first.
  package let candidates: [CompletionCandidate]
  /// Whether there may be more candidates than were searched for.
  package let isCut: Bool

  /// A completion without candidates.
  package static func none(at offset: Int) -> Completion {
    Completion(range: offset..<offset, typed: "", candidates: [])
  }

  /// Keeps the candidates that begin with the typed text, in upper or lower case. Duplicates are removed.
  ///
  /// - Parameters:
  ///   - typed: The text in `range`, without an opening quote.
  ///   - isCut: Whether there may be more candidates than were searched for.
  package init(range: Range<Int>, typed: String, candidates: [CompletionCandidate], isCut: Bool = false) {
    let wanted = Self.key(typed)
    var seen: Set<[UInt8]> = []
    self.range = range
    self.isCut = isCut
    self.candidates = candidates.filter { candidate in
      Self.key(candidate.text).starts(with: wanted) && seen.insert(Array(candidate.text.utf8)).inserted
    }
  }

  /// The text that can be inserted without asking the user: the only candidate with its suffix, or the common prefix of all candidates. Nil if it is
  /// not longer than the typed text.
  package func insertion(typed: String) -> String? {
    guard let first = candidates.first else { return nil }
    if candidates.count == 1 { return first.text + first.suffix }
    // If candidates are missing, the missing ones may not have the common prefix, so nothing is inserted.
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
    // A property with the name of a keyword is found without its `#`, too.
    return ["\"", "'", "#"].contains(scalars.first) ? Array(scalars.dropFirst()) : scalars
  }
}

extension StatementParser {
  /// The candidates at the end of an unfinished statement. Linear in the length, except for reading values.
  ///
  /// - Parameters:
  ///   - start: The offset at which the statement begins.
  ///   - mostValues: The greatest number of values that `values` searches for.
  ///   - values: Returns an attribute's values that begin with a text.
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

/// A text that may complete the typed text.
package struct CompletionCandidate: Equatable {
  /// The kind of a candidate, which determines its colour.
  package enum Kind: CaseIterable {
    case value
    case attribute
    case relationship
    case collectionOperator
    case variable
    case `operator`
    case option
    case keyword
    case clause
    case entity
    case function
    case command
    case file
  }

  /// The text that is inserted, and shown in the list.
  package let text: String
  package let kind: Kind
  /// The text that is inserted after the candidate if it is the only one: a space, or the dot after a relationship.
  package let suffix: String

  package init(_ text: String, _ kind: Kind, suffix: String = " ") {
    self.text = text
    self.kind = kind
    self.suffix = suffix
  }
}

extension StatementParser {
  /// An example statement for this database in canonical format, if possible with a path to another entity. It gives few rows and needs no sorting,
  /// so it is cheap. Nil if `accepts` returns false for all examples.
  ///
  /// - Parameter accepts: Whether a statement has an answer, so that it can be an example.
  package func firstExample(_ accepts: (QueryStatement) -> Bool) -> String? {
    let entities = model.entities
    let own = entities.filter { $0.name == currentEntity } + entities.filter { $0.name != currentEntity }
    // Entities with many relationships come first, because people know them best.
    let linked = own.sorted { $0.relationships.count > $1.relationships.count }
    let texts = own.lazy.flatMap { paths(from: $0) } + linked.map { "\($0.name.asStatementName) limit 5" }
    return texts.first { text in
      guard let query = parse(text).query else { return false }
      // A statement that cannot be bound is not an example. For instance, its names may need quotes.
      do throws(PredicateIssue) {
        return try BoundStatement(query, model: model, variables: [:]).bound.notes.isEmpty && accepts(query)
      } catch {
        return false
      }
    }
  }

  /// Statements such as `Album show title, artist.name limit 5`.
  private func paths(from entity: Entity) -> [String] {
    guard let title = entity.titleAttribute?.name else { return [] }
    return entity.relationships.compactMap { relationship in
      guard relationship.cardinality == .toOne, relationship.destination != entity.name,
        let name = model.destination(of: relationship)?.titleAttribute?.name
      else { return nil }
      return "\(entity.name.asStatementName) show \(title), \(relationship.name).\(name) limit 5"
    }
  }
}
