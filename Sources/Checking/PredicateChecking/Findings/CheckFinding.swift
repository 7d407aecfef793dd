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
