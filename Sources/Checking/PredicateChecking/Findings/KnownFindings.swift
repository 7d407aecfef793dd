/// The findings that a site accepts for now: the lines of the file of `--baseline`.
///
/// A line has the file, the code and the predicate, with tabs between them. It has no number of a line, so that it is right if other lines of the file move.
///
/// ```swift
/// var known = KnownFindings("manifests/lab\tunquoted-word\tmachine_type == laptop\n")
/// known.removeKnown(from: findings)  // the others
/// ```
public struct KnownFindings: Sendable {
  /// How often each line occurs.
  private var counts: [String: Int] = [:]
  /// The folder of the file.
  private let folder: String

  /// No findings.
  public init() { folder = "." }

  /// Reads the lines of a file. Lines that begin with `#` and a space are comments.
  ///
  /// - Parameter folder: The folder of the file, from which its paths lead.
  public init(_ text: String, in folder: String = ".") {
    self.folder = folder
    for line in text.split(whereSeparator: \.isNewline) where !line.hasPrefix("# ") {
      counts[String(line), default: 0] += 1
    }
  }

  /// The lines for some findings. Their paths lead from the folder of the file.
  public static func text(_ findings: [CheckFinding], in folder: String = ".") -> String {
    "# Known findings of predicate check, written by --record-baseline: file, code, predicate\n"
      + findings.map { line($0, folder) + "\n" }.joined()
  }

  /// The findings that are not known, in their order. A line stands for one finding and is used up.
  public mutating func removeKnown(from findings: [CheckFinding]) -> [CheckFinding] {
    findings.filter { !take($0) }
  }

  /// Whether there is none.
  var isEmpty: Bool { counts.isEmpty }

  /// The predicates that have a known finding.
  func predicates(of findings: [CheckFinding]) -> Set<String> {
    var known = self
    return Set(findings.filter { known.take($0) }.map(\.predicate))
  }

  private mutating func take(_ finding: CheckFinding) -> Bool {
    if counts.isEmpty { return false }
    let line = Self.line(finding, folder)
    guard let count = counts[line], count > 0 else { return false }
    counts[line] = count - 1
    return true
  }

  private static func line(_ finding: CheckFinding, _ folder: String) -> String {
    let predicate = finding.predicate.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return "\(FindingPath.relative(finding.file, to: folder))\t\(finding.code)\t\(predicate)"
  }
}
