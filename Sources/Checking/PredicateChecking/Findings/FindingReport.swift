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

/// Writes findings in the format of GitLab's code quality reports.
enum CodeQualityReport {
  static func entries(_ findings: [CheckFinding]) -> [EncodableObject] {
    zip(findings, fingerprints(findings)).map { finding, fingerprint in
      EncodableObject([
        "description": finding.messageWithHint, "check_name": finding.code,
        "fingerprint": fingerprint,
        "severity": finding.severity == .error ? "major" : "minor",
        "location": EncodableObject(["path": finding.file, "lines": ["begin": finding.line]]),
      ])
    }
  }

  /// The identity of each finding, by which GitLab compares two branches. Identical findings get a number, in the order of the file.
  static func fingerprints(_ findings: [CheckFinding]) -> [String] {
    var counts: [UInt64: Int] = [:]
    return findings.map { finding in
      let identity = checksum([finding.file, finding.code, finding.message, trimmed(finding.excerpt)])
      let count = counts[identity, default: 0]
      counts[identity] = count + 1
      return digits(identity) + digits(UInt64(count))
    }
  }

  /// A hash of the parts of a finding. It does not depend on the lines before the finding.
  private static func checksum(_ parts: [String]) -> UInt64 {
    parts.joined(separator: "\0").utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  private static func trimmed(_ line: String) -> String {
    line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private static func digits(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

/// Writes findings in the format SARIF 2.1.0.
enum SARIFLog {
  static func log(_ findings: [CheckFinding]) -> EncodableObject {
    let results = findings.map { finding in
      let region = [
        "startLine": finding.line, "startColumn": finding.column, "endLine": finding.endLine,
        "endColumn": finding.endColumn,
      ]
      let place = EncodableObject(["artifactLocation": ["uri": uri(finding.file)], "region": region])
      return EncodableObject([
        "ruleId": finding.code, "level": finding.severity == .error ? "error" : "note",
        "message": ["text": finding.messageWithHint], "locations": [["physicalLocation": place]],
        "fixes": finding.edit.map { [fix($0, in: finding.file)] },
      ])
    }
    let rules = Set(findings.map(\.code)).sorted().map { code in
      let profiles = Set(findings.filter { $0.code == code }.map(\.profile)).sorted()
      let address = profiles.lazy.compactMap { helpAddress(of: code, profile: $0) }.first
      if CodeExample.of(code) == nil, let example = LanguageCodeExample.of(code) {
        return EncodableObject([
          "id": code, "shortDescription": ["text": example.reason],
          "help": example.wrong.flatMap { wrong in
            example.right.map { ["text": "wrong:\n\(wrong)\nright:\n\($0)"] }
          }, "helpUri": address,
        ])
      }
      guard let example = CodeExample.of(code) else {
        let rule = CodeExample.rules(of: code).first { profiles.contains($0.profile) }?.rule
        return EncodableObject(["id": code, "shortDescription": rule.map { ["text": $0.message] }, "helpUri": address])
      }
      return EncodableObject([
        "id": code, "shortDescription": ["text": example.reason],
        "help": ["text": "wrong:\n\(example.wrong)\nright:\n\(example.right)"], "helpUri": address,
      ])
    }
    let driver = EncodableObject(["name": "predicate", "rules": rules])
    let run = EncodableObject(["tool": ["driver": driver], "columnKind": "unicodeCodePoints", "results": results])
    return EncodableObject([
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [run],
    ])
  }

  /// The edit of a finding.
  private static func fix(_ edit: FileEdit, in file: String) -> EncodableObject {
    let region = [
      "startLine": edit.line, "startColumn": edit.column, "endLine": edit.endLine, "endColumn": edit.endColumn,
    ]
    let replacement = EncodableObject(["deletedRegion": region, "insertedContent": ["text": edit.text]])
    let change = EncodableObject(["artifactLocation": ["uri": uri(file)], "replacements": [replacement]])
    return EncodableObject([
      "description": ["text": edit.text.isEmpty ? "Remove" : "Write \(edit.text)"], "artifactChanges": [change],
    ])
  }

  /// The web page that a profile cites for a code: the page of the code's rule, otherwise the page that most facts cite.
  private static func helpAddress(of code: String, profile name: String) -> String? {
    let profile: UseProfile
    do throws(ProfileIssue) { profile = try .named(name) } catch { return nil }
    let rule = CodeExample.rules(of: code).first { $0.profile == name }?.rule.source
    let cited = rule.map { [$0] } ?? profile.keys.values.compactMap(\.source) + profile.places.map(\.source)
    let counts = Dictionary(cited.map { ($0, 1) }, uniquingKeysWith: +)
      .filter { profile.sources[$0.key]?.address.hasPrefix("https://") ?? false }
    return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }.flatMap { profile.sources[$0.key]?.address }
  }

  /// A path as a URI: every byte that is not allowed in a URI is written with %.
  private static func uri(_ path: String) -> String {
    (path.hasPrefix("/") ? "file://" : "")
      + path.utf8.map { byte in
        let isPlain =
          (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
          || "/-._~".utf8.contains(byte)
        let digits = String(byte, radix: 16, uppercase: true)
        return isPlain ? String(decoding: [byte], as: UTF8.self) : "%" + (digits.count < 2 ? "0" : "") + digits
      }.joined()
  }
}
