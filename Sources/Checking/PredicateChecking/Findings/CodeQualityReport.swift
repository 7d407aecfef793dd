import PredicateSyntax

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
