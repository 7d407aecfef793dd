import PredicateSyntax

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
