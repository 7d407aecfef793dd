/// The findings that a site accepts for now: the lines of the file of `--baseline`.
///
/// A line has the file, the code and the predicate, separated by tabs. It has no line number, so it stays valid if other lines of the file move.
///
/// ```swift
/// var known = KnownFindings("manifests/lab\tunquoted-word\tmachine_type == laptop\n")
/// known.removeKnown(from: findings)  // the others
/// ```
public struct KnownFindings: Sendable {
  /// How often each line occurs.
  private var counts: [String: Int] = [:]
  /// The folder of the baseline file.
  private let folder: String

  /// No findings.
  public init() { folder = "." }

  /// Reads the lines of a file. Lines that begin with `#` and a space are comments.
  ///
  /// - Parameter folder: The folder of the baseline file. Its paths are relative to this folder.
  public init(_ text: String, in folder: String = ".") {
    self.folder = folder
    for line in text.split(whereSeparator: \.isNewline) where !line.hasPrefix("# ") {
      counts[String(line), default: 0] += 1
    }
  }

  /// The baseline file for some findings. Its paths are relative to `folder`.
  public static func text(_ findings: [CheckFinding], in folder: String = ".") -> String {
    "# Known findings of predicate check, written by --record-baseline: file, code, predicate\n"
      + findings.map { line($0, folder) + "\n" }.joined()
  }

  /// The findings that are not known, in their order. Each line of the baseline matches one finding only.
  public mutating func removeKnown(from findings: [CheckFinding]) -> [CheckFinding] {
    findings.filter { !take($0) }
  }

  /// Whether the baseline has no findings.
  var isEmpty: Bool { counts.isEmpty }

  /// The texts of the predicates that have a known finding.
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
