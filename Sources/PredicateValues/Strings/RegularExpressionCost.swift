/// How much a single step of a regular expression may cost, as far as the pattern tells.
///
/// ICU counts the decisions that it may have to take back. Between two of them it compares literal text, and what a
/// back reference stands for, without counting. So steps are dearer where such a run is long, and fewer of them are
/// allowed.
struct RegularExpressionCost: Sendable {
  /// How many characters may stand between two decisions.
  private let longestRun: Int
  /// Whether some of them are as many as an earlier group has.
  private let hasBackReference: Bool
  /// How many characters make up one step.
  private static let charactersPerStep = 64

  /// The cost of a pattern's steps.
  init(_ pattern: String) {
    var run = 0
    var longest = 0
    var hasBackReference = false
    var isEscaped = false
    for byte in pattern.utf8 {
      if isEscaped {
        isEscaped = false
        hasBackReference = hasBackReference || (0x31...0x39).contains(byte) || byte == UInt8(ascii: "k")
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if "|*+?{".utf8.contains(byte) {
        run = 0
      }
      run += 1
      longest = max(longest, run)
    }
    longestRun = longest
    self.hasBackReference = hasBackReference
  }

  /// How many counted steps a limit allows on a subject of so many characters; at least one.
  func steps(_ limit: Int, subjectLength: Int) -> Int {
    let run = hasBackReference ? max(longestRun, subjectLength) : min(longestRun, subjectLength)
    return max(1, limit / max(1, run / Self.charactersPerStep))
  }
}
