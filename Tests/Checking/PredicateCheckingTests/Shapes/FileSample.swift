import PredicateChecking

/// A file, given as a text, and its findings: codes with the texts at their lines and columns.
struct FileSample {
  let result: FileCheck.Result
  private let text: String

  init(_ profile: String, named name: String, _ text: String, at places: [String] = []) throws {
    self.text = text
    result = FileCheck(try .named(profile), at: places).result(of: Array(text.utf8), named: name)
  }

  /// The codes, each with the text in its range.
  var finds: [CheckedShape.Find] { result.findings.map { .init(code: $0.code, at: part($0)) } }

  private func part(_ finding: CheckFinding) -> String {
    let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { Array($0) }
    guard lines.indices.contains(finding.line - 1), finding.line == finding.endLine else { return "several lines" }
    let line = lines[finding.line - 1]
    guard finding.column >= 1, finding.endColumn - 1 <= line.count else { return "outside of the line" }
    return String(String.UnicodeScalarView(line[(finding.column - 1)..<(finding.endColumn - 1)]))
  }
}

extension CheckedShape.Find {
  static func found(_ code: String, _ at: String) -> Self { .init(code: code, at: at) }
}
