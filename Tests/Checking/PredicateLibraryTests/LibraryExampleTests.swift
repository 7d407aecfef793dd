import Foundation
import PredicateTestSupport
import Testing

/// The examples in C, Go and Python call the library that was built.
@Suite("Examples of the C library") struct LibraryExampleTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  private static let headers = "Sources/Checking/PredicateLibrary/include"
  private static let products = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()

  #if canImport(Darwin)
    private static let library = "libopenpredicate.dylib"
  #else
    private static let library = "libopenpredicate.so"
  #endif

  /// The output of a shell command, and its status.
  private static func run(_ command: String) throws -> (text: String, status: Int32) {
    let run = try TestProcess.run(script: command, in: root)
    return (run.output, run.status)
  }

  private static func has(_ command: String) -> Bool {
    do { return try run(command.contains(" ") ? command : "command -v \(command)").status == 0 } catch { return false }
  }

  @Test("The example in C", .enabled(if: has("cc") && !Sanitizer.isOn))
  func c() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { do { try FileManager.default.removeItem(at: folder) } catch { Issue.record(error) } }
    let program = folder.appendingPathComponent("example").path
    let products = Self.products.path
    let built = try Self.run(
      "cc -Wall -Wextra -Werror -std=c99 -I \(Self.headers) examples/c-library/example.c"
        + " -L '\(products)' -lopenpredicate -Wl,-rpath,'\(products)' -o '\(program)'")
    #expect(built.text.isEmpty)
    try #require(built.status == 0)
    let run = try Self.run("'\(program)'")
    #expect(run.status == 0)
    let lines = run.text.split(separator: "\n").map(String.init)
    try #require(lines.count == 6)
    #expect(lines[0].contains(#""code":"unquoted-word""#))
    #expect(lines[1] == #"{"canonical":"machine_type == \"laptop\" AND os_vers_major >= 14"}"#)
    #expect(lines[2].contains(#""matches":[1]"#))
    #expect(lines[2].contains(#""line":3"#))
    #expect(lines[3] == #"{"holds":true}"#)
    #expect(lines[4].contains(#""holds":false"#))
    #expect(lines[5].hasPrefix(#"{"error":{"code":"operand-expected""#))
  }

  @Test("The header is one for C++, too", .enabled(if: has("c++")))
  func cPlusPlus() throws {
    let built = try Self.run(
      "echo '#include <openpredicate.h>' | c++ -Wall -Werror -x c++ -fsyntax-only -I \(Self.headers) -")
    #expect(built.text.isEmpty)
    #expect(built.status == 0)
  }

  @Test("The example in Python", .enabled(if: has("python3") && !Sanitizer.isOn))
  func python() throws {
    let run = try Self.run(
      "python3 examples/c-library/example.py '\(Self.products.appendingPathComponent(Self.library).path)'")
    #expect(
      run.text == """
        [{'title': 'Élisa', 'year': 1995}]
        year > 1980 AND title == "Alien"
        False
        [False, True]
        ['refused-unknown-term']
        expected a value, but the text ends

        """)
    #expect(run.status == 0)
  }

  @Test(
    "The wheel is installed into a new environment",
    .enabled(if: has("python3 -c 'import venv, ensurepip'") && !Sanitizer.isOn))
  func wheel() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { do { try FileManager.default.removeItem(at: folder) } catch { Issue.record(error) } }
    let library = Self.products.appendingPathComponent(Self.library).path
    let script = """
      set -e
      python3 -m venv '\(folder.path)'
      scripts/wheel --library '\(library)' '\(folder.path)/wheels' >/dev/null
      '\(folder.path)/bin/pip' install --quiet --no-index --no-deps --disable-pip-version-check '\(folder.path)'/wheels/*.whl
      cd '\(folder.path)'
      exec bin/python -c '
      import openpredicate as op
      print(op.format("a=1"), [f["code"] for f in op.check("machine_type == laptop", profile="munki")])
      condition = op.Predicate("n >= $least", variables={"least": 2})
      print(condition.holds({"n": 2}), condition.filter([{"n": 1}, {"n": 3}]), condition.explain({"n": 1})["holds"])
      text = "installable_condition: machine_type == laptop"
      print([(f["line"], f["column"], f["profile"]) for f in op.check_document(text, "pkgsinfo/a.yaml")])
      checker = op.Checker(profile="munki", edits=True)
      print([f["edit"]["text"] for f in checker.check_document(text, "a.yaml")], len(checker.check("arch == x")))
      for text in ["a ==", "a == 1"]:
          try: op.Predicate(text, profile="munky" if text == "a == 1" else None)
          except op.PredicateError as error: print(error.code)
      '
      """
    let run = try Self.run(script)
    #expect(
      run.text == """
        a == 1 ['unquoted-word']
        True [{'n': 3}] False
        [(1, 40, 'munki')]
        ['"laptop"'] 1
        operand-expected
        options

        """)
    #expect(run.status == 0)
  }

  @Test("The example in Go", .enabled(if: has("go") && has("cc") && !Sanitizer.isOn))
  func go() throws {
    let products = Self.products.path
    let header = Self.root.appendingPathComponent(Self.headers).path
    let run = try Self.run(
      "test -z \"$(gofmt -l examples/c-library)\" && CGO_CFLAGS='-I\(header)' GOPROXY=off"
        + " CGO_LDFLAGS='-L\(products) -lopenpredicate -Wl,-rpath,\(products)' go run examples/c-library/example.go")
    #expect(
      run.text == """
        [{Élisa 1995}] <nil>
        year > 1980 AND title == "Alien" <nil>
        false <nil>
        [refused-unknown-term] <nil>
        expected a value, but the text ends

        """)
    #expect(run.status == 0)
  }
}
