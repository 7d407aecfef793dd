import Foundation
import PredicateSyntax
import Testing

@testable import PredicateShell

/// The generated files of `Grammar` are what the tables say. `OPENPREDICATE_RECORD=1 swift test --filter GrammarFiles` writes them.
@Suite("GrammarFiles")
struct GrammarFilesTests {
  @Test("operators.json is the operator table")
  func operators() throws { #expect(try GrammarFolder.isCurrent("operators.json", TableFiles.operators)) }

  @Test("functions.json is the function table")
  func functions() throws { #expect(try GrammarFolder.isCurrent("functions.json", TableFiles.functions)) }

  @Test("errors.md is what the implementation says of errors.json")
  func errors() throws { #expect(try GrammarFolder.isCurrent("errors.md", ErrorsFile.text())) }

  @Test("The matrix in README.md is what this implementation does now, and what the profile says")
  func matrix() throws { #expect(try GrammarFolder.isCurrent("README.md", MatrixFile.text())) }

  @Test("An example gives its code, and the one beside it no error and not that code", arguments: DiagnosticExample.all)
  func example(_ example: DiagnosticExample) {
    let target = LocalTarget()
    let bad = example.bad.issues(target)
    let good = example.good.issues(target)
    #expect(bad.contains { $0.code == example.code }, "\(bad)")
    #expect(good.allSatisfy { $0.kind == "note" && $0.code != example.code }, "\(good)")
  }

  /// Codes that no format reaches: a builder, a database of a certain kind, or a platform without a library does; and the one of a
  /// predicate that takes too long, which an example would.
  static let unreached: Set<String> = [
    "trailing-text", "no-tree", "selector-not-constant", "unsupported-function", "unsupported-operator",
    "lazy-query", "unordered-sort-key", "unreadable-elements", "unreadable-property", "incomparable-objects",
    "function-result", "function-not-registered", "no-collation", "no-regular-expressions", "sql-joins", "sql-model",
    "sql-no-key", "sql-size",
    "sql-unsupported", "visited-elements", "value-depth", "time-limit",
    "no-entity-of-table",
  ]

  @Test("Every code of the language has an example, once")
  func codes() throws {
    let shown = DiagnosticExample.all.map(\.code)
    #expect(Set(shown).count == shown.count)
    var codes = Set(DiagnosticCode.allCases.map(\.rawValue))
    for folder in ["Values", "Binding", "Evaluation", "SQL", "SQLite"] {
      codes.formUnion(try Self.codes(in: GrammarFolder.root.appendingPathComponent("Sources/Predicate\(folder)")))
    }
    #expect(codes.count > 100)
    for code in codes.sorted() where !Self.unreached.contains(code) {
      #expect(shown.contains(code), "\(code) has no example in errors.json")
    }
    for code in shown { #expect(codes.contains(code), "\(code) is no code any more") }
  }

  /// The codes that stand in the sources of a target.
  private static func codes(in folder: URL) throws -> Set<String> {
    var codes: Set<String> = []
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) where path.hasSuffix(".swift") {
      let text = String(decoding: try Data(contentsOf: folder.appendingPathComponent(path)), as: UTF8.self)
      for match in text.matches(of: /(?:kind: \.[a-zA-Z]+,\s*code: |\.mismatch\(\s*|\.notSupported\(\s*)"([a-z-]+)"/) {
        codes.insert(String(match.1))
      }
    }
    return codes
  }
}

extension DiagnosticExample: CustomTestStringConvertible {
  var testDescription: String { code }
}
