import Foundation
import PredicateCommands
import PredicateOutput
import Testing

/// `predicate explain` knows all codes that occur in the sources.
@Suite("Codes of predicate explain") struct ExplainedCodesTests {
  private static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../../Sources").standardized

  /// Codes of the line protocol are left out: programs read them, and the protocol's document explains them.
  private static let exceptions = ["Programs/PredicateConformance/"]

  /// A code in a call: `.error("no-key", …)`, `code: "no-key"`, `unsupportedCode = "sql-unsupported"`, `drop(window, "open-quote", …)`.
  private static let call = #"(?:\.error\(\s*|\bcode: |Code = |\bdrop\(window, )"([a-z]+(?:-[a-z0-9]+)*)""#
  /// The code of a case of an error's nested type: `case fileMissing = "file-missing"`, `case damaged`.
  private static let caseOfKind = #"(?m)^ {4}case (?:\w+ = "([a-z-]+)"|(\w+))$"#

  /// The texts that the groups of a pattern match. Foundation's regular expressions search all sources in a second, those of Swift need a minute.
  private static func groups(_ pattern: String, in text: String) throws -> [String] {
    let found = try NSRegularExpression(pattern: pattern).matches(
      in: text, range: NSRange(text.startIndex..., in: text))
    return found.flatMap { match in
      (1..<match.numberOfRanges).compactMap { Range(match.range(at: $0), in: text).map { String(text[$0]) } }
    }
  }

  /// The codes in the text of a file, without its comments.
  private static func codes(in text: String) throws -> Set<String> {
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"))
    let slashes = Array("///".utf8)
    let code = lines.filter { !$0.drop { $0 == UInt8(ascii: " ") }.starts(with: slashes) }
    let source = String(decoding: Array(code.joined(separator: [UInt8(ascii: "\n")])), as: UTF8.self)
    var found = Set(try groups(call, in: source))
    if source.contains("var code: String { kind.rawValue }") || source.contains("struct JSONError") {
      found.formUnion(try groups(caseOfKind, in: source))
    }
    return found
  }

  @Test("Each code of the sources is explained")
  func everyCodeOfTheSources() throws {
    var found: [String: String] = [:]
    let files = try #require(FileManager.default.enumerator(atPath: Self.sources.path))
    for case let path as String in files where path.hasSuffix(".swift") {
      if Self.exceptions.contains(where: path.hasPrefix) { continue }
      let text = try String(contentsOf: Self.sources.appending(path: path), encoding: .utf8)
      for code in try Self.codes(in: text) { found[code] = path }
    }
    #expect(found.count > 150)
    let output = TextOutput()
    let unexplained = found.filter { ExplainProgram.run($0.key, output: output, errors: TextOutput()) != .success }
    #expect(unexplained.isEmpty)
  }

  @Test("The codes are found in each form that the sources have")
  func forms() throws {
    let text = """
      /// A comment: .error("no-code", nil)
      throw .error(
        "first-code", nil, "…")
      PredicateIssue(severity: .note, kind: .type, code: "second-code")
      static let unsupportedCode = "third-code"
      return try drop(window, "fourth-code", "…")
      """
    #expect(try Self.codes(in: text) == ["first-code", "second-code", "third-code", "fourth-code"])
    let kinds = """
          case fileMissing = "file-missing"
          case damaged
        case null
        public var code: String { kind.rawValue }
      """
    #expect(try Self.codes(in: kinds) == ["file-missing", "damaged"])
  }

  @Test("A code has an explanation")
  func explain() {
    let output = TextOutput()
    let errors = TextOutput()
    #expect(ExplainProgram.run("version-order", output: output, errors: errors) == .success)
    #expect(output.take().contains("os_vers_major >= 11"))
    #expect(ExplainProgram.run("refused-or", output: output, errors: errors) == .success)
    #expect(output.take().contains("cloudkit: CloudKit has no OR"))
    #expect(ExplainProgram.run("not-grouped", output: output, errors: errors) == .success)
    #expect(output.take().contains("wrong:\n  Movie group by genre show title\nright:\n"))
    #expect(ExplainProgram.run("delete-denied", output: output, errors: errors) == .success)
    #expect(output.take() == "delete-denied: A delete rule forbids to delete the object while others refer to it.\n")
    #expect(ExplainProgram.run("nothing", output: output, errors: errors) == .wrongInput)
    _ = errors.take()
    #expect(ExplainProgram.run("munki", output: output, errors: errors) == .wrongInput)
    #expect(errors.take().contains("predicate profile munki"))
  }

  @Test(
    "A word of the language has the rules of profiles",
    arguments: [
      ("LIKE", "Programs that refuse LIKE:\n  cloudkit: CloudKit has no LIKE"),
      ("or", "Programs that refuse OR:\n  cloudkit: CloudKit has no OR"),
      ("@count", "  cloudkit: CloudKit has no @count"), ("UNION", "  realm: Realm has no UNION"),
      ("ANY", "Programs that misread ANY:\n  oslog: "), ("==", "No profile has a rule about ==.\n"),
      ("TOKENMATCHES", "No profile has a rule about TOKENMATCHES.\n"),
    ])
  func words(word: String, text: String) {
    let output = TextOutput()
    #expect(ExplainProgram.run(word, output: output, errors: TextOutput()) == .success)
    #expect(output.take().contains(text))
  }
}
