import Foundation
import PredicateOutput
import PredicateCommands
import Testing

@Suite("The commands parse and check")
struct ParseAndCheckTests {
  @Test func parse() {
    let output = TextOutput()
    let errors = TextOutput()
    func run(_ format: String, isExpression: Bool = false, isExact: Bool = false) -> ProgramStatus {
      ParseProgram.run(format: format, isExpression: isExpression, isExact: isExact, output: output, errors: errors)
    }
    #expect(run("a = 66.0 AND b like[c] 'x'") == .success)
    #expect(
      output.take() == """
        and
          comparison ==
            key path a
            double 66.0
          comparison LIKE[c]
            key path b
            string "x"

        a == 66 AND b LIKE[c] "x"

        """)
    #expect(run("a = 66.0", isExact: true) == .success)
    #expect(output.take().hasSuffix("\n\na == 66.0\n"))
    #expect(run("1 + a", isExpression: true, isExact: true) == .success)
    #expect(output.take() == "operation +\n  integer 1\n  key path a\n\n1 + a\n")
    #expect(errors.take().isEmpty)
    #expect(run("a ==", isExpression: true, isExact: true) == .wrongInput)
    #expect(output.take().isEmpty)
    #expect(errors.take().hasPrefix("error["))
  }

  /// The program that checks files with one format on each line.
  private static func program(strict: Bool = false) throws -> ProfileCheckProgram {
    var program = ProfileCheckProgram(try ProfileCheckProgram.profile("foundation"))
    program.isStrict = strict
    return program
  }

  /// Checks files with these contents; returns the output, with the folder left out of the names.
  private func check(_ contents: [String], strict: Bool = false) throws -> (String, ProgramStatus) {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var files: [String] = []
    for (index, content) in contents.enumerated() {
      let file = folder.appending(path: "\(index).txt")
      try Data(content.utf8).write(to: file)
      files.append(file.path)
    }
    let output = TextOutput()
    let status = try Self.program(strict: strict).run(files: files, output: output, errors: output)
    return (output.text.replacingOccurrences(of: folder.path + "/", with: ""), status)
  }

  @Test("Good formats have no output, with any line endings")
  func goodFormats() throws {
    let (text, status) = try check(["\u{FEFF}a == 1\r\n\n  \nb == %@\n", "c == 1", ""])
    #expect(text == "")
    #expect(status == .success)
  }

  @Test("A line that begins with # and a space is a comment")
  func comments() throws {
    let (text, status) = try check(["# a == \n#\n  # b\na == 1\n", "#size == 1\n#1\n"])
    #expect(status == .wrongInput)
    #expect(
      text.hasPrefix("1.txt:2:1: error[") && text.split(separator: "\n").filter { $0.contains("error[") }.count == 1)
  }

  @Test("A pattern that is not a regular expression is reported at its place")
  func patterns() throws {
    let (text, status) = try check(["a == 1 AND b MATCHES[c] \"(\"\nb MATCHES \"(a)\"\nb MATCHES c\nb LIKE \"(\"\n"])
    #expect(status == .wrongInput)
    #expect(text.hasPrefix("0.txt:1:25: error[regular-expression]: \"(\" is not a valid regular expression"))
    #expect(text.split(separator: "\n").dropFirst(2).first == "                        ^~~")
    #expect(!text.contains("0.txt:2:"))
  }

  @Test("Each finding has its file and line; all are found")
  func findings() throws {
    let (text, status) = try check(["a == 1\na ==\n", "\n\nb == )"])
    #expect(status == .wrongInput)
    let heads = text.split(separator: "\n").filter { $0.contains(": error[") }.map { $0.prefix(9) }
    #expect(heads == ["0.txt:2:5", "1.txt:3:6"])
  }

  @Test("Notes are shown, and are wrong only in strict mode")
  func notes() throws {
    let (text, status) = try check(["a == 'x\\q'"])
    #expect(text.hasPrefix("0.txt:1:8: note["))
    #expect(status == .success)
    #expect(try check(["a == 'x\\q'"], strict: true).1 == .wrongInput)
  }

  @Test(
    "Extensions are noted if they are visible without types",
    arguments: ["now() - 86400 > d", "round(a, 2) == 1", "count(distinct a) == 1", "CAST(a, 'NSDate').year == 2026"])
  func extensions(format: String) throws {
    let (text, status) = try check([format])
    #expect(text.contains("note[extension]"))
    #expect(status == .success)
    #expect(try check([format], strict: true).1 == .wrongInput)
  }

  @Test("A missing file is a failure, and the others are checked")
  func unreadable() throws {
    let output = TextOutput()
    let errors = TextOutput()
    let status = try Self.program().run(files: ["/nowhere/at/all", "/dev/null"], output: output, errors: errors)
    #expect(status == .failure)
    #expect(errors.text.hasPrefix("predicate: /nowhere/at/all: "))
    #expect(output.text.isEmpty)
  }
}
