import PredicateSyntax

/// The text of a ``ProgressBar``: a bar and the remaining time if the total is known, otherwise the number of rows and the elapsed time.
struct ProgressText {
  let done: Int
  /// The approximate total; nil if it is unknown.
  let total: Int?
  let elapsed: Duration

  private static let longestBar = 30
  private static let spinner = Array("⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏")
  /// The smallest finished share for which a remaining time is shown. Below it, the time would be a guess.
  private static let leastShare = 0.02

  /// The finished share; nil if the total is unknown or was too small.
  private var share: Double? {
    guard let total, total > 0, done <= total else { return nil }
    return Double(done) / Double(total)
  }

  /// The progress line, which takes at most `columns` columns.
  func line(columns: Int) -> String {
    let seconds = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
    var words = Self.text(of: seconds)
    guard let share else {
      let turn = Self.spinner[Int(seconds * 10) % Self.spinner.count]
      if done > 0 { words += ", \(done.grouped) rows looked at" }
      return CellText.shortened("\(turn) \(words); Ctrl-C cancels", to: columns)
    }
    if share >= Self.leastShare { words += ", about \(Self.text(of: seconds * (1 - share) / share)) left" }
    let percent = "\(Int(share * 100)) %"
    let length = min(Self.longestBar, columns - DisplayWidth.columns(of: percent + words) - 4)
    guard length >= 5 else { return CellText.shortened("\(percent)  \(words)", to: columns) }
    let full = Int(share * Double(length))
    let bar = String(repeating: "█", count: full) + String(repeating: "░", count: length - full)
    return "\(bar) \(percent)  \(words)"
  }

  private static func text(of seconds: Double) -> String {
    if seconds < 90 { return "\(Int(seconds.rounded())) s" }
    if seconds < 5_400 { return "\(Int((seconds / 60).rounded())) min" }
    return "\(Int((seconds / 3_600).rounded())) h"
  }
}

extension Int {
  /// The number with its digits in groups of three: `1,500,000`.
  package var grouped: String {
    let digits = Array(String(self))
    var text = ""
    for (position, digit) in digits.enumerated() {
      if position > 0, (digits.count - position).isMultiple(of: 3) { text += "," }
      text.append(digit)
    }
    return text
  }
}
