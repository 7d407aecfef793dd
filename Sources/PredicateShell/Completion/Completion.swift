import PredicateStatements
import PredicateSyntax

/// What may stand at a place of a text.
struct Completion: Equatable {
  /// The UTF-8 offsets that a candidate replaces: what was typed of it, up to the cursor.
  let range: Range<Int>
  /// What fits, best first.
  let candidates: [CompletionCandidate]
  /// Whether there are more than were looked for.
  private(set) var isCut = false

  /// Nothing fits.
  static func none(at offset: Int) -> Completion { Completion(range: offset..<offset, candidates: []) }

  /// Keeps the candidates that begin with what was typed, in any case of letters, each text once.
  ///
  /// - Parameters:
  ///   - typed: what stands in `range`. A quote at its beginning does not count.
  ///   - isCut: whether there are more than were looked for.
  init(range: Range<Int>, typed: String, candidates: [CompletionCandidate], isCut: Bool = false) {
    let wanted = Self.key(typed)
    var seen: Set<[UInt8]> = []
    self.range = range
    self.isCut = isCut
    self.candidates = candidates.filter { candidate in
      Self.key(candidate.text).starts(with: wanted) && seen.insert(Array(candidate.text.utf8)).inserted
    }
  }

  private init(range: Range<Int>, candidates: [CompletionCandidate]) {
    self.range = range
    self.candidates = candidates
  }

  /// What can be inserted without a choice: the only candidate and what follows it, or what all of them begin with. Nil where that
  /// is not more than was typed.
  func insertion(typed: String) -> String? {
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
    var text = String.UnicodeScalarView()
    text.append(contentsOf: common)
    return String(text)
  }

  private static func key(_ text: String) -> [Unicode.Scalar] {
    let scalars = Array(text.lowercased().unicodeScalars)
    return scalars.first == "\"" || scalars.first == "'" ? Array(scalars.dropFirst()) : scalars
  }
}
