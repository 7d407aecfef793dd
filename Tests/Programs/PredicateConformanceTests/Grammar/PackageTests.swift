import Foundation
import PredicateTestSupport
import Testing

@testable import PredicateConformance

/// The packages of `Grammar/packages` are built, and contain the suite without the folder of the standard.
@Suite("Packages of the suite")
struct PackageTests {
  /// The facts that a package reports: its version, and the numbers of all cases, of cases with two capabilities, and of statements.
  private static let expected = Result {
    let cases = SuiteRun.cases.filter { $0.dialects.contains(.open) && !$0.capabilities.contains("fetch") }
    let printed = cases.filter { Set($0.capabilities).isSubset(of: ["core", "print"]) }
    let version = try GrammarFolder.text("VERSION").trimmingCharacters(in: .whitespacesAndNewlines)
    return "\(version) \(cases.count) \(printed.count) \(FetchCaseTests.cases.count) 4"
  }

  /// Runs a shell command, and returns its output and its status.
  private static func run(_ command: String, in folder: URL) throws -> TestProcess.Outcome {
    try TestProcess.run(script: "set -e; " + command, environment: PythonTool.environment, in: folder)
  }

  /// Whether this machine has the commands.
  private static func has(_ commands: String...) -> Bool { commands.allSatisfy { succeeds("command -v \($0)") } }

  /// Whether a command can be run, and succeeds.
  private static func succeeds(_ command: String) -> Bool {
    (try? run(command, in: URL(fileURLWithPath: "/")).status) == 0
  }

  private static let python = """
    import predicate_suite as suite
    print(suite.version, len(suite.cases()), len(suite.cases(capabilities=["print"])), len(suite.fetch_cases()), len(suite.fixture()["entities"]))
    """

  private static let node = """
    const suite = require(require("path").resolve(process.argv[2]));
    console.log(suite.version, suite.cases().length, suite.cases({ capabilities: ["print"] }).length, suite.fetchCases().length,
      Object.keys(suite.fixture().entities).length);
    """

  @Test("The wheel and the source distribution carry the suite and the runner", .enabled(if: PythonRunner.isAvailable))
  func wheel() throws {
    let folder = try TemporaryFolder()
    let build = """
      import sys; sys.path.insert(0, sys.argv[1]); sys.dont_write_bytecode = True
      import backend
      print(backend.build_wheel("."), backend.build_sdist("."))
      """
    let program = try folder.write(build, to: "build.py")
    let backend = GrammarFolder.url("packages/python").path
    let built = try Self.run("/usr/bin/python3 '\(program.path)' '\(backend)'", in: folder.url)
    #expect(built.status == 0, "\(built.output)")
    let script = try folder.write(Self.python, to: "use.py")
    // The source distribution builds the same wheel without the other files of the standard.
    let answer = try Self.run(
      """
      tar xzf predicate_suite-*.tar.gz && cd predicate_suite-*/
      /usr/bin/python3 '\(program.path)' . >/dev/null && cmp *.whl ../*.whl && cd ..
      /usr/bin/python3 -m zipfile -e *.whl installed
      PYTHONPATH=installed /usr/bin/python3 '\(script.path)'
      """, in: folder.url)
    #expect(answer.status == 0)
    #expect(answer.output == "\(try Self.expected.get())\n")
    let adapter = "/usr/bin/python3 installed/predicate_suite/standard/adapters/example.py"
    let judged = try Self.run(
      "PYTHONPATH=installed /usr/bin/python3 -m predicate_suite --filter nil/ --adapter '\(adapter)'", in: folder.url)
    #expect(judged.status == 0, "\(judged.output)")
    #expect(judged.output.contains("results, status 0"), "\(judged.output)")
  }

  @Test(
    "pip installs it without a network and with nothing else",
    .enabled(if: succeeds("/usr/bin/python3 -m pip --version")))
  func pip() throws {
    let folder = try TemporaryFolder()
    let script = try folder.write(Self.python, to: "use.py")
    let outcome = try Self.run(
      """
      /usr/bin/python3 -m pip install --quiet --root-user-action=ignore --disable-pip-version-check --no-index --target installed \
      '\(GrammarFolder.url("packages/python").path)'
      PYTHONPATH=installed /usr/bin/python3 '\(script.path)'
      """, in: folder.url)
    #expect(outcome.output == "\(try Self.expected.get())\n")
  }

  @Test("npm packs it, and node reads it unpacked and in its folder", .enabled(if: has("node", "npm")))
  func npm() throws {
    let folder = try TemporaryFolder()
    let standard = folder.url.appendingPathComponent("standard")
    try FileManager.default.copyItem(at: GrammarFolder.url(""), to: standard)
    let script = try folder.write(Self.node, to: "use.js")
    let outcome = try Self.run(
      """
      npm pack --silent --offline --pack-destination . ./standard/packages/npm >/dev/null
      tar xzf predicate-suite-*.tgz
      test ! -e standard/packages/npm/standard
      node '\(script.path)' ./standard/packages/npm
      rm -r standard
      node '\(script.path)' ./package
      """, in: folder.url)
    let expected = try Self.expected.get()
    #expect(outcome.output == "\(expected)\n\(expected)\n")
    #expect(outcome.status == 0)
  }

  @Test("The Go module is well formed and contains the suite", .enabled(if: has("go", "gofmt")))
  func goModule() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.copyItem(at: GrammarFolder.url(""), to: folder.url.appendingPathComponent("standard"))
    _ = try folder.write(
      """
      module user

      go 1.19

      require predicate.example/suite v0.0.0

      replace predicate.example/suite => ../standard
      """, to: "user/go.mod")
    _ = try folder.write(
      """
      package main

      import (
      	"encoding/json"
      	"fmt"

      	"predicate.example/suite"
      )

      func main() {
      	var fixture struct{ Entities map[string]any }
      	content, err := suite.Files.ReadFile("fixtures/movies.json")
      	if err == nil {
      		err = json.Unmarshal(content, &fixture)
      	}
      	statements := 0
      	for _, name := range []string{"answers", "statements"} {
      		var file struct{ Cases []any }
      		content, _ := suite.Files.ReadFile("fetch/" + name + ".json")
      		if err == nil {
      			err = json.Unmarshal(content, &file)
      		}
      		statements += len(file.Cases)
      	}
      	if err != nil {
      		panic(err)
      	}
      	fmt.Println(suite.Version(), len(suite.Cases("open")), len(suite.Cases("open", "print")), statements, len(fixture.Entities))
      }

      """, to: "user/main.go")
    let outcome = try Self.run(
      """
      export GOFLAGS=-mod=mod GOPROXY=off GOCACHE="$PWD/cache" GOPATH="$PWD/go"
      cd standard && test -z "$(gofmt -l .)" && go vet . && go test . >/dev/null
      cd ../user && go run .
      """, in: folder.url)
    #expect(outcome.output == "\(try Self.expected.get())\n")
    #expect(outcome.status == 0)
  }

  @Test("A package with another version than the suite is refused", .enabled(if: PythonRunner.isAvailable))
  func version() throws {
    let folder = try TemporaryFolder()
    let standard = folder.url.appendingPathComponent("standard")
    try FileManager.default.copyItem(at: GrammarFolder.url(""), to: standard)
    try Data("0.1.0\n".utf8).write(to: standard.appendingPathComponent("VERSION"))
    let program = try folder.write(
      "import sys; sys.path.insert(0, sys.argv[1]); import check; print(check.packages_fit())", to: "packages.py")
    let outcome = try Self.run("/usr/bin/python3 '\(program.path)' standard/tools", in: folder.url)
    #expect(outcome.output.contains("packages/npm/package.json has the version"), "\(outcome.output)")
    if Self.has("node", "npm") {
      let packed = try Self.run("npm pack --offline --pack-destination . ./standard/packages/npm", in: folder.url)
      #expect(packed.status != 0)
    }
  }
}
