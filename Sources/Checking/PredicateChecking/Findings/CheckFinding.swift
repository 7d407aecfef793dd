import Foundation
import PredicateSyntax

/// A problem in a file: its place, severity and message. Lines and columns count from 1, columns in Unicode scalars.
///
/// ```swift
/// let findings = FileCheck(try .named("munki")).findings(in: bytes, named: "manifests/lab").findings
/// findings.first?.line  // 12
/// ```
public struct CheckFinding: Sendable, Hashable {
  /// The path of the file, as the caller wrote it.
  public internal(set) var file: String
  /// The line of the first character.
  public let line: Int
  /// The column of the first character.
  public let column: Int
  /// The line of the end of the range, which is exclusive.
  public let endLine: Int
  /// The column of the end of the range, which is exclusive.
  public let endColumn: Int
  /// `error` or `note`.
  public internal(set) var severity: PredicateIssue.Severity
  /// The stable code.
  public let code: String
  /// The problem, in a sentence.
  public internal(set) var message: String
  /// The correct way.
  public internal(set) var hint: String?
  /// The profile of the check.
  public let profile: String
  /// The path of the predicate in its document: `conditional_items[0].condition`.
  public let path: String?
  /// The text of the predicate; the message if the file cannot be read.
  let predicate: String
  /// The edit that fixes the finding. Nil unless the check offers edits (``FileCheck/offersEdits``) and one is possible.
  public internal(set) var edit: FileEdit?
  /// The source line of the file, for display.
  let excerpt: String
  /// The range of the finding in the excerpt.
  let place: SourceRange

  /// The message, and the hint in parentheses.
  var messageWithHint: String { hint.map { "\(message) (\($0))" } ?? message }
}

/// A replacement for a part of a file, which fixes a finding. Lines and columns count as those of ``CheckFinding``.
public struct FileEdit: Sendable, Hashable {
  /// The line of the first replaced character.
  public let line: Int
  /// The column of the first replaced character.
  public let column: Int
  /// The line of the end of the replaced text, which is exclusive.
  public let endLine: Int
  /// The column of the end of the replaced text, which is exclusive.
  public let endColumn: Int
  /// The new text, with the quoting and escapes that the file needs.
  public let text: String
  /// The byte range of the file that is replaced.
  let range: Range<Int>
  /// The offset of the predicate in the file.
  let predicate: UInt32
  /// The text of the predicate after the edit.
  let result: String
  /// Whether the edit only guesses a name: a known one that resembles the name in the file.
  let isGuess: Bool
}

extension CheckFinding: Encodable {
  /// Writes the finding as a JSON object.
  public func encode(to encoder: any Encoder) throws {
    try encoder.encode([
      AnyKey("file"): file, "line": line, "column": column, "endLine": endLine, "endColumn": endColumn,
      "severity": severity.rawValue, "code": code, "message": message, "hint": hint, "profile": profile, "path": path,
      "edit": edit.map { edit in
        EncodableObject([
          "line": edit.line, "column": edit.column, "endLine": edit.endLine, "endColumn": edit.endColumn,
          "text": edit.text,
        ])
      },
    ])
  }
}

/// Normalizes paths of files in reports and baselines, so that they do not depend on the spelling in the command line.
package enum FindingPath {
  /// The absolute path without `.`, `..` and symbolic links to folders.
  package static func absolute(_ path: String) -> String {
    let url = URL(fileURLWithPath: path).standardizedFileURL
    return url.path == "/"
      ? "/"
      : url.deletingLastPathComponent().resolvingSymlinksInPath().appendingPathComponent(url.lastPathComponent).path
  }

  /// The path from a folder to a file: `App/Film.swift`, `../Film.swift`.
  ///
  /// ```swift
  /// FindingPath.relative("./App/Film.swift", to: ".")  // App/Film.swift
  /// ```
  package static func relative(_ file: String, to folder: String) -> String {
    if file == "-" { return file }
    let parts = absolute(file).split(separator: "/")
    let start = absolute(folder + "/.").split(separator: "/")
    let shared = zip(parts, start).prefix { $0 == $1 }.count
    return (start[shared...].map { _ in ".." } + parts[shared...].map(String.init)).joined(separator: "/")
  }
}

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
