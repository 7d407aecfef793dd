import Foundation
import PredicateStatements
import Testing

@testable import PredicateShell

/// The table of the codes of statements, which `predicate explain` and the page of errors show.
@Suite("Codes of statements")
struct StatementCodeTests {
  @Test(
    "A wrong text has the code, and the right text runs",
    arguments: StatementCode.all.compactMap { $0.wrong == nil ? nil : $0.code })
  func examples(code: String) throws {
    let example = try #require(StatementCode.of(code))
    let shell = try TestedShell()
    #expect(shell.refusal(try #require(example.wrong)).code == code)
    shell.lines(try #require(example.right))
  }

  @Test func everyCodeIsThereOnce() {
    let codes = StatementCode.all.map(\.code)
    #expect(Set(codes).count == codes.count)
    #expect(StatementCode.all.allSatisfy { $0.meaning.hasSuffix(".") })
  }

  /// The codes that the sources of statements, of sessions and of the shell have.
  @Test func everyCodeIsExplained() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../../../..").standardized
    let folders = ["Asking/PredicateSessions", "Asking/PredicateShell", "Asking/PredicateStatements/Parsing"]
    let pattern = try Regex<(Substring, Substring)>(#"\.error\(\s*"([a-z-]+)""#)
    var found: Set<String> = []
    for folder in folders {
      let files = FileManager.default.enumerator(
        at: root.appending(path: "Sources/\(folder)"), includingPropertiesForKeys: nil)
      for case let file as URL in try #require(files) where file.pathExtension == "swift" {
        found.formUnion(try String(contentsOf: file, encoding: .utf8).matches(of: pattern).map { String($0.1) })
      }
    }
    #expect(found.count > 40)
    // The language has its own page.
    let unexplained = found.filter { StatementCode.of($0) == nil && $0 != "unknown-key" }
    #expect(unexplained.isEmpty, "\(unexplained.sorted())")
  }
}
