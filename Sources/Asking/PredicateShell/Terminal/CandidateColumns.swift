import PredicateStatements
import PredicateSyntax

/// Shows completion candidates in columns that are read from top to bottom, like `ls`.
struct CandidateColumns {
  let style: TextStyle
  /// The columns of the screen.
  let width: Int
  private static let gap = 2
  /// The greatest number of lines. More lines would scroll the typed text off the screen.
  private static let mostLines = 12

  /// The candidates as lines of columns. If some do not fit, a last line shows how many.
  ///
  /// - Parameter isCut: Whether there are further candidates, whose number is unknown.
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
