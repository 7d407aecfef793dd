import Foundation
import PredicateSyntax

/// Writes findings in a format.
///
/// ```swift
/// print(try FindingReport(.json).text(findings))
/// ```
public struct FindingReport: Sendable {
  private let format: FindingFormat
  private let usesColor: Bool

  /// A report in a format. Only the format `text` is coloured.
  public init(_ format: FindingFormat, usesColor: Bool = false) {
    self.format = format
    self.usesColor = usesColor
  }

  /// The report about all findings, with a line end after each. Text without findings is empty.
  ///
  /// Code hosts need paths relative to the current folder, which is the folder of the checkout. `text` and `json` keep the paths of the command line.
  ///
  /// - Throws: `EncodingError` if Foundation cannot write JSON.
  public func text(_ findings: [CheckFinding]) throws -> String {
    let findings = [.text, .json].contains(format) ? findings : findings.map(Self.placed)
    return switch format {
    case .text: findings.map { person($0) + "\n" }.joined()
    case .json: try json(findings) + "\n"
    case .sarif: try json(SARIFLog.log(findings)) + "\n"
    case .annotations: findings.map { annotation($0) + "\n" }.joined()
    case .gitlab: try json(CodeQualityReport.entries(findings)) + "\n"
    }
  }

  /// The finding with a path relative to the current folder. For a file outside of that folder the path is absolute.
  private static func placed(_ finding: CheckFinding) -> CheckFinding {
    var finding = finding
    let path = FindingPath.relative(finding.file, to: ".")
    finding.file = path.hasPrefix("../") ? FindingPath.absolute(finding.file) : path
    return finding
  }

  /// The finding as text: `manifests/lab:12:15: error[unquoted-word]: …`
  private func person(_ finding: CheckFinding) -> String {
    let issue = PredicateIssue(
      severity: finding.severity, kind: .syntax, code: finding.code, message: finding.message, range: finding.place,
      hint: finding.hint)
    let shown = DiagnosticRenderer(usesColor: usesColor).render(issue, in: finding.excerpt)
    return "\(finding.file):\(finding.line):\(finding.column): \(shown)"
  }

  private func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  /// The finding as a workflow command: `::error file=…,line=…::…`
  private func annotation(_ finding: CheckFinding) -> String {
    let place =
      "file=\(property(finding.file)),line=\(finding.line),endLine=\(finding.endLine),col=\(finding.column),"
      + "endColumn=\(finding.endColumn),title=\(property(finding.code))"
    return "::\(finding.severity == .error ? "error" : "notice") \(place)::\(escaped(finding.messageWithHint))"
  }

  private func escaped(_ text: String) -> String {
    text.replacingOccurrences(of: "%", with: "%25").replacingOccurrences(of: "\r", with: "%0D")
      .replacingOccurrences(of: "\n", with: "%0A")
  }

  private func property(_ text: String) -> String {
    escaped(text).replacingOccurrences(of: ":", with: "%3A").replacingOccurrences(of: ",", with: "%2C")
  }
}

/// The formats of a report.
public enum FindingFormat: String, Sendable, Hashable, CaseIterable {
  /// For people: the position, the message, and the source line with a mark below the range.
  case text
  /// An array of JSON objects.
  case json
  /// SARIF 2.1.0, which code hosts and editors read.
  case sarif
  /// Workflow commands, which CI hosts show next to the lines: `::error file=…`.
  case annotations
  /// GitLab's code quality report, which GitLab shows in merge requests.
  case gitlab
}
