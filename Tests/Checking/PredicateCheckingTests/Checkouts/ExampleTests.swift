import PredicateChecking
import PredicateSyntax
import Testing

/// The examples of codes: checking the wrong text gives the code, and checking the right text does not.
@Suite("Examples of codes") struct ExampleTests {
  private static func codes(_ example: CodeExample, _ text: String) throws -> [String] {
    let profile = try UseProfile.named(example.profile)
    guard let file = example.file else { return ProfileCheck(profile).issues(in: text).map(\.code) }
    return FileCheck(profile).result(of: Array(text.utf8), named: file).findings.map(\.code)
  }

  @Test("The wrong text has the code, and the right one does not", arguments: CheckCode.allCases)
  func example(code: CheckCode) throws {
    let example = try #require(CodeExample.of(code.rawValue))
    #expect(try Self.codes(example, example.wrong).contains(code.rawValue))
    #expect(try !Self.codes(example, example.right).contains(code.rawValue))
  }

  @Test("Every code of the language has a meaning, and those that a format can have show a wrong and a right one")
  func language() throws {
    let all = LanguageCodeExample.all
    #expect(all.count > 120 && Set(all.map(\.code)).count == all.count)
    for code in DiagnosticCode.allCases { #expect(LanguageCodeExample.of(code.rawValue) != nil, "\(code)") }
    for example in all {
      #expect(example.reason.hasSuffix(".") && example.reason.count > 10, "\(example.code)")
      #expect((example.wrong == nil) == (example.right == nil), "\(example.code)")
    }
    #expect(all.filter { $0.wrong != nil }.count >= 110)
    #expect(LanguageCodeExample.of("not-in")?.right == "NOT a IN {1}")
    #expect(LanguageCodeExample.of("argument-missing")?.right?.contains("with the arguments [") == true)
  }

  @Test("The formats of a code of the reader have it and lack it")
  func formats() throws {
    let foundation = try UseProfile.named("foundation")
    for example in LanguageCodeExample.all {
      guard CodeExample.of(example.code) == nil, let wrong = example.wrong, let right = example.right,
        !(wrong + right).contains("\n"),
        !wrong.contains("…"), wrong != "(nothing)"
      else { continue }
      let codes = { (text: String) in ProfileCheck(foundation).issues(in: text).map(\.code) }
      #expect(codes(wrong).contains(example.code), "\(example.code): \(codes(wrong))")
      #expect(!codes(right).contains(example.code), "\(example.code)")
    }
  }

  @Test("A construct has the rules of the profiles that refuse it")
  func rules() {
    #expect(CodeExample.rules(of: "refused-or").map(\.profile) == ["cloudkit"])
    #expect(CodeExample.rules(of: "refused-nothing").isEmpty && CodeExample.of("refused-or") == nil)
  }
}

/// The words of a consumer, for records that hold texts.
@Suite("Words as texts") struct WordTextTests {
  @Test("A word that is compared with its key becomes a text without regard to case")
  func words() throws {
    let log = try UseProfile.named("oslog")
    #expect(log.withTexts(for: "messageType == error") == "messageType ==[c] \"error\"")
    #expect(
      log.withTexts(for: "process == \"é\" AND messageType != fault OR x == 1")
        == "process == \"é\" AND messageType !=[c] \"fault\" OR x == 1")
    #expect(log.withTexts(for: "messageType == 16") == "messageType == 16")
    #expect(log.withTexts(for: "") == "")
  }
}
