/// Findings in the form of GitLab's code quality reports.
struct CodeQualityReport: Encodable {
  struct Entry: Encodable {
    let description: String
    let checkName: String
    let fingerprint: String
    let severity: String
    let location: Location

    private enum CodingKeys: String, CodingKey {
      case description, fingerprint, severity, location
      case checkName = "check_name"
    }
  }

  struct Location: Encodable {
    struct Lines: Encodable {
      let begin: Int
    }

    let path: String
    let lines: Lines
  }

  private let entries: [Entry]

  init(_ findings: [CheckFinding]) {
    var counts: [UInt64: Int] = [:]
    entries = findings.map { finding in
      let path = finding.file.hasPrefix("./") ? String(finding.file.dropFirst(2)) : finding.file
      let identity = Self.checksum([path, finding.code, finding.message, Self.trimmed(finding.excerpt)])
      let count = counts[identity, default: 0]
      counts[identity] = count + 1
      return Entry(
        description: finding.messageWithHint, checkName: finding.code,
        fingerprint: Self.digits(identity) + Self.digits(UInt64(count)),
        severity: finding.severity == .error ? "major" : "minor",
        location: Location(path: path, lines: Location.Lines(begin: finding.line)))
    }
  }

  func encode(to encoder: any Encoder) throws { try entries.encode(to: encoder) }

  /// GitLab tells findings apart by this, and compares those of two branches: it does not change when lines before the finding come or go.
  /// Findings that are alike in everything get a number, in the order of the file.
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
