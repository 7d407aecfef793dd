import PredicateStatements
import PredicateSyntax

/// The candidates for a place of a text.
struct Completion: Equatable {
  /// The UTF-8 offsets that a candidate replaces: from its first typed character to the cursor.
  let range: Range<Int>
  /// Best first.
  let candidates: [CompletionCandidate]
  /// Whether there are more than were looked for.
  let isCut: Bool

  static func none(at offset: Int) -> Completion { Completion(range: offset..<offset, typed: "", candidates: []) }

  /// Keeps the candidates that begin with the typed text, in any case of letters, each text once.
  ///
  /// - Parameters:
  ///   - typed: The text of `range`. A quote at its beginning does not count.
  ///   - isCut: Whether there are more candidates than the search returned.
  init(range: Range<Int>, typed: String, candidates: [CompletionCandidate], isCut: Bool = false) {
    let wanted = Self.key(typed)
    var seen: Set<[UInt8]> = []
    self.range = range
    self.isCut = isCut
    self.candidates = candidates.filter { candidate in
      Self.key(candidate.text).starts(with: wanted) && seen.insert(Array(candidate.text.utf8)).inserted
    }
  }

  /// The text that can be inserted without a choice: the only candidate and its suffix, or the common beginning of all. Nil if that
  /// is not longer than the typed text.
  func insertion(typed: String) -> String? {
    guard let first = candidates.first else { return nil }
    if candidates.count == 1 { return first.text + first.suffix }
    // The candidates that the search left out may begin differently.
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
    return scalars.first == "\"" || scalars.first == "'" ? Array(scalars.dropFirst()) : scalars
  }
}

/// Shows candidates side by side, read from top to bottom, as `ls` does.
struct CandidateColumns {
  let style: TextStyle
  /// The columns of the screen.
  let width: Int
  private static let gap = 2
  /// More lines would scroll the typed text off the screen.
  private static let mostLines = 12

  /// The lines, each with its line feed; how many more there are in a last line.
  ///
  /// - Parameter isCut: Whether there are more candidates, in unknown number.
  func text(of candidates: [CompletionCandidate], isCut: Bool = false) -> String {
    let texts = candidates.map { CellText.shortened(CellText.escaped($0.text), to: max(1, width - 1)) }
    let widest = texts.reduce(1) { max($0, DisplayWidth.columns(of: $1)) }
    let perLine = max(1, (width + Self.gap - 1) / (widest + Self.gap))
    let shown = min(candidates.count, perLine * Self.mostLines)
    let lineCount = (shown + perLine - 1) / perLine
    var result = ""
    for line in 0..<lineCount {
      for position in stride(from: line, to: shown, by: lineCount) {
        let isLast = position + lineCount >= shown
        let padding = isLast ? 0 : widest + Self.gap - DisplayWidth.columns(of: texts[position])
        result += style.candidate(texts[position], candidates[position].kind)
        result += String(repeating: " ", count: padding)
      }
      result += "\n"
    }
    if isCut {
      result += style.quiet("… and more") + "\n"
    } else if shown < candidates.count {
      result += style.quiet("… and \(candidates.count - shown) more") + "\n"
    }
    return result
  }
}

extension TextStyle {
  /// A candidate in the colour of its kind.
  func candidate(_ text: String, _ kind: CompletionCandidate.Kind) -> String {
    switch kind {
    case .value: colored(text, "32")
    case .attribute: colored(text, "39")
    case .relationship: colored(text, "36")
    case .collectionOperator: colored(text, "35")
    case .variable: colored(text, "33")
    case .operator, .option: colored(text, "1")
    case .keyword, .clause: colored(text, "34")
    case .entity, .command: name(text)
    case .function: colored(text, "35")
    case .file: colored(text, "39")
    }
  }
}
