import Foundation
import PredicateDocuments
import PredicateSyntax
import Testing

@testable import PredicateConformance

/// The generated files of `Grammar` agree with the tables. `OPENPREDICATE_RECORD=1 swift test --filter GrammarFiles` writes them.
@Suite("GrammarFiles")
struct GrammarFilesTests {
  @Test("operators.json is the operator table")
  func operators() throws { #expect(try GrammarFolder.isCurrent("operators.json", TableFiles.operators)) }

  @Test("functions.json is the function table")
  func functions() throws { #expect(try GrammarFolder.isCurrent("functions.json", TableFiles.functions)) }

  @Test("errors.md agrees with the implementation's answers for errors.json")
  func errors() throws { #expect(try GrammarFolder.isCurrent("errors.md", ErrorsFile.text())) }

  @Test("The matrix in README.md has the results of this implementation and of the profile")
  func matrix() throws { #expect(try GrammarFolder.isCurrent("README.md", MatrixFile.text())) }

  @Test("VERSION is the version that CHANGELOG.md begins with, and that README.md and the profile name")
  func version() throws {
    let version = try GrammarFolder.text("VERSION").trimmingCharacters(in: .whitespacesAndNewlines)
    #expect(version.wholeMatch(of: /\d+\.\d+\.\d+/) != nil, "\(version)")
    let changes = try GrammarFolder.text("CHANGELOG.md")
    #expect(changes.firstMatch(of: /(?m)^## (.+)$/).map { String($0.1) } == version)
    #expect(try GrammarFolder.text("README.md").contains("the predicate suite \(version),"))
    guard case .object(let profile) = try JSONReader.value(of: GrammarFolder.text(MatrixFile.profile)),
      case .string(let suite)? = profile["suite"]
    else { throw ConformanceFormatError("\(MatrixFile.profile): there is no version of the suite") }
    #expect(suite == version, "the profile was made with another version: make it again, see adapters/README.md")
  }

  @Test("Documents of the folder refer to files of the folder", arguments: GrammarFilesTests.documents)
  func references(_ document: String) throws {
    let folder = GrammarFolder.url(document).deletingLastPathComponent()
    // `--report FILE.md` names no file of the folder.
    for match in try GrammarFolder.text(document).matches(of: /[A-Za-z][\w\/-]*\.md/) where match.0 != "FILE.md" {
      let isThere = [folder, GrammarFolder.url("")].contains {
        FileManager.default.fileExists(atPath: $0.appendingPathComponent(String(match.0)).path)
      }
      #expect(isThere, "\(document) refers to \(match.0)")
    }
  }

  /// The documents and schemas of the folder.
  static let documents = [
    "README.md", "PROTOCOL.md", "CHANGELOG.md", "ADOPTERS.md", "semantics.md", "DEVIATIONS.md", "errors.md",
    "adapters/README.md",
    "suite.schema.json", "fetch.schema.json", "change.schema.json", "predicate.ebnf", "fetch.ebnf",
    "change.ebnf",
  ]

  @Test("An example has its code, and its counterpart no error and not that code", arguments: DiagnosticExample.all)
  func example(_ example: DiagnosticExample) {
    let target = LocalTarget(engine: DatabaseEngine.sqlite)
    let bad = example.bad.issues(target)
    let good = example.good.issues(target)
    #expect(bad.contains { $0.code == example.code }, "\(bad)")
    #expect(good.allSatisfy { $0.kind == "note" && $0.code != example.code }, "\(good)")
  }

  /// Codes that no example has. Only a builder, a certain kind of database, or a platform without a library gives them. One code is for predicates
  /// that take too long, so an example would take too long, too.
  static let unreached: Set<String> = [
    "trailing-text", "no-tree", "selector-not-constant",
    "lazy-query", "unordered-sort-key", "unreadable-elements", "unreadable-property", "needs-table",
    "incomparable-objects",
    "function-result", "function-not-registered", "no-collation", "no-regular-expressions", "sql-joins", "sql-model",
    "sql-no-key", "sql-size", "unreadable-table",
    "sql-unsupported", "visited-elements", "value-depth", "time-limit",
    "no-entity-of-table", "no-such-case", "policy-construct", "policy-cost", "policy-entity", "policy-kind",
    "policy-mistake", "policy-object",
    "policy-rule", "policy-variable", "policy-without-table", "policy-work", "string-read-as-uuid",
  ]

  @Test("Every code of the language has an example, once")
  func codes() throws {
    let shown = DiagnosticExample.all.map(\.code)
    #expect(Set(shown).count == shown.count)
    var codes = Set(DiagnosticCode.allCases.map(\.rawValue))
    let folders = [
      "Language/PredicateValues", "Language/PredicateBinding", "Memory/PredicateReference", "Memory/PredicateEngine",
      "Databases/PredicateSQL", "Databases/PredicateSQLite",
    ]
    for folder in folders {
      codes.formUnion(try Self.codes(in: GrammarFolder.root.appendingPathComponent("Sources/\(folder)")))
    }
    #expect(codes.count > 100)
    for code in codes.sorted() where !Self.unreached.contains(code) {
      #expect(shown.contains(code), "\(code) has no example in errors.json")
    }
    for code in shown { #expect(codes.contains(code), "\(code) is no code any more") }
  }

  /// The codes in the sources of a target.
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
