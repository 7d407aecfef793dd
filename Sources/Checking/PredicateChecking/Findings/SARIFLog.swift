/// Findings in the form of SARIF 2.1.0.
struct SARIFLog: Encodable {
  struct Run: Encodable {
    let tool: Tool
    let columnKind = "unicodeCodePoints"
    let results: [Entry]
  }

  struct Tool: Encodable {
    struct Driver: Encodable {
      let name = "predicate"
      let rules: [Rule]
    }

    struct Rule: Encodable {
      let id: String
    }

    let driver: Driver
  }

  struct Entry: Encodable {
    let ruleId: String
    let level: String
    let message: Message
    let locations: [Location]
  }

  struct Message: Encodable {
    let text: String
  }

  struct Location: Encodable {
    let physicalLocation: PhysicalLocation
  }

  struct PhysicalLocation: Encodable {
    let artifactLocation: ArtifactLocation
    let region: Region
  }

  struct ArtifactLocation: Encodable {
    let uri: String
  }

  struct Region: Encodable {
    let startLine: Int
    let startColumn: Int
    let endLine: Int
    let endColumn: Int
  }

  let schema = "https://json.schemastore.org/sarif-2.1.0.json"
  let version = "2.1.0"
  let runs: [Run]

  private enum CodingKeys: String, CodingKey {
    case schema = "$schema"
    case version, runs
  }

  init(_ findings: [CheckFinding]) {
    let codes = Set(findings.map(\.code)).sorted()
    let results = findings.map { finding in
      Entry(
        ruleId: finding.code, level: finding.severity == .error ? "error" : "note",
        message: Message(text: finding.messageWithHint),
        locations: [
          Location(
            physicalLocation: PhysicalLocation(
              artifactLocation: ArtifactLocation(uri: Self.uri(finding.file)),
              region: Region(
                startLine: finding.line, startColumn: finding.column, endLine: finding.endLine,
                endColumn: finding.endColumn)))
        ])
    }
    runs = [Run(tool: Tool(driver: .init(rules: codes.map { Tool.Rule(id: $0) })), results: results)]
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
