import PredicateSyntax

/// Findings in the form of SARIF 2.1.0.
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
      ])
    }
    let rules = Set(findings.map(\.code)).sorted().map { code in
      guard let example = CodeExample.of(code) else { return EncodableObject(["id": code]) }
      return EncodableObject([
        "id": code, "shortDescription": ["text": example.reason],
        "help": ["text": "wrong:\n\(example.wrong)\nright:\n\(example.right)"],
      ])
    }
    let driver = EncodableObject(["name": "predicate", "rules": rules])
    let run = EncodableObject(["tool": ["driver": driver], "columnKind": "unicodeCodePoints", "results": results])
    return EncodableObject([
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [run],
    ])
  }

  /// A path as a relative URI: every byte that a URI does not hold is written with %.
  private static func uri(_ path: String) -> String {
    path.utf8.map { byte in
      let isPlain =
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || "/-._~".utf8.contains(byte)
      let digits = String(byte, radix: 16, uppercase: true)
      return isPlain ? String(decoding: [byte], as: UTF8.self) : "%" + (digits.count < 2 ? "0" : "") + digits
    }.joined()
  }
}
