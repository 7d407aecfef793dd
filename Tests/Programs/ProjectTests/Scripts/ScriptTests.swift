import Foundation
import Testing

/// Scripts give the expected messages on a machine that lacks a tool or a file, and do what they promise.
@Suite("Scripts")
struct ScriptTests {
  private static let scripts = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
    .appendingPathComponent("scripts").path

  /// A home folder with a package of one dependency at a dead address, and a copy of `install-dependencies` in it.
  private static func packageWithoutNetwork() async throws -> ShellOnTerminal {
    let shell = try ShellOnTerminal()
    let manifest = """
      // swift-tools-version:6.1
      import PackageDescription

      let package = Package(
        name: "Fixture",
        dependencies: [
          .package(url: "file://\(shell.folder.path)/nowhere/Missing.git", from: "1.0.0")
        ],
        targets: [.target(name: "Tool")]
      )
      """
    try Data(manifest.utf8).write(to: shell.folder.appendingPathComponent("Package.swift"))
    let copied = try await shell.script("mkdir -p scripts Sources/Tool && cp '\(scripts)/install-dependencies' scripts")
    try #require(copied.status == 0)
    return shell
  }

  @Test func aSwiftPackageThatCannotBeFetchedIsNamed() async throws {
    let shell = try await Self.packageWithoutNetwork()
    let (status, output, errors) = try await shell.script("scripts/install-dependencies")
    #expect(status == 2)
    #expect(output.isEmpty)
    let lines = errors.split(separator: "\n")
    #expect(lines.count == 2, "\(errors)")
    let address = "file://\(shell.folder.path)/nowhere/Missing.git"
    #expect(
      lines.first?.hasPrefix("install-dependencies: a Swift package cannot be fetched from \(address): fatal: ") == true
    )
  }

  @Test func aSwiftPackageThatIsThereIsNotFetched() async throws {
    let shell = try await Self.packageWithoutNetwork()
    let (status, output, errors) = try await shell.script(
      "mkdir -p .build/checkouts/Missing && scripts/install-dependencies")
    #expect(status == 0, "\(errors)")
    #expect(output.isEmpty && errors.isEmpty)
  }

  /// The hooks are read as pre-commit reads them, in the few forms of YAML that the file has, and the command is run with files of a commit.
  @Test func theHooksOfPreCommitRun() async throws {
    let hooks = URL(fileURLWithPath: Self.scripts).deletingLastPathComponent().appendingPathComponent(
      ".pre-commit-hooks.yaml")
    let lines = try String(contentsOf: hooks, encoding: .utf8).split(separator: "\n").map(String.init)
    func values(_ key: String) -> [String] {
      lines.filter { $0.dropFirst(2).hasPrefix(key + ": ") }.map { String($0.dropFirst(key.count + 4)) }
    }
    #expect(values("id") == ["predicates", "predicates-built"])
    #expect(values("language") == ["system", "swift"])
    let program = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().path
    let shell = try ShellOnTerminal()
    let files = """
      mkdir -p manifests
      echo 'this is a readme' > README.txt
      echo 'MIT' > LICENSE
      echo '# log show --predicate x' > README.md
      echo 'installable_condition: machine_type == laptop' > manifests/lab.yaml
      PATH='\(program)':$PATH
      """
    for entry in Set(values("entry")) {
      let right = try await shell.script("\(files)\n\(entry) README.txt LICENSE README.md")
      #expect(right.status == 0 && right.output.isEmpty, "\(right.output)\(right.errors)")
      let wrong = try await shell.script("\(files)\n\(entry) README.txt manifests/lab.yaml")
      #expect(wrong.status == 1 && wrong.output.hasPrefix("manifests/lab.yaml:1:40: error[unquoted-word]"))
    }
  }

  @Test func aMissingCompilerIsSaid() async throws {
    let shell = try ShellOnTerminal()
    // The path contains only the tools that the script needs before it looks for Swift.
    let (status, _, errors) = try await shell.script(
      """
      mkdir tools
      for tool in bash dirname; do ln -s "$(command -v $tool)" tools; done
      PATH=$PWD/tools '\(Self.scripts)/install-dependencies'
      """)
    #expect(
      errors == "install-dependencies: Swift is missing. https://www.swift.org/install has version 6.2 or later.\n")
    #expect(status == 2)
  }

  @Test func allPartsOfANightTakeSixHoursAtMost() async throws {
    let shell = try ShellOnTerminal()
    let (status, output, errors) = try await shell.script("'\(Self.scripts)/nightly' --list")
    #expect(status == 0 && errors.isEmpty, "\(errors)")
    let parts = output.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    #expect(Set(parts.map { $0.first }).count == parts.count && parts.count > 5)
    let minutes = parts.compactMap { $0.count > 2 ? Int($0[1]) : nil }
    #expect(minutes.count == parts.count)
    #expect(minutes.reduce(0, +) <= 360)
  }

  @Test func aPartThatIsNotThereIsRefused() async throws {
    let shell = try ShellOnTerminal()
    let (status, output, errors) = try await shell.script("'\(Self.scripts)/nightly' release nonsense")
    #expect(status == 64)
    #expect(output.isEmpty)
    #expect(errors == "nightly: there is no part nonsense; --list prints all\n")
  }

  private static let hasPython = FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")

  @Test(.enabled(if: hasPython))
  func turnsOfPhraseAreCountedInCommentsAndNamesOfTests() async throws {
    let shell = try ShellOnTerminal()
    try Data(
      #"""
      let address = "https://example.com"  // A comment after a string
      let raw = #"A quote " // and nobody"#
      /// ```swift
      /// let nobody = 1
      /// ```
      /// A comment about `nobody`.
      @Test("A call that nobody makes")
      func calls() {}  // nobody
      """#.utf8
    ).write(to: shell.folder.appendingPathComponent("code.swift"))
    let check = "/usr/bin/python3 '\(Self.scripts)/check-english' --list --comments ."
    let (status, output, errors) = try await shell.script(check)
    #expect(status == 1, "\(errors)")
    let lines = output.split(separator: "\n")
    #expect(lines.first?.hasSuffix("code.swift:7: “nobody”: the user, no caller") == true)
    #expect(lines.dropFirst().first?.hasSuffix("code.swift:8: “nobody”: the user, no caller") == true)
    #expect(lines.dropFirst(2).first == "15 words, 2 turns of phrase: 133.3 in 1,000")
  }

  @Test(.enabled(if: hasPython))
  func turnsOfPhraseAreCountedInProse() async throws {
    let shell = try ShellOnTerminal()
    let clean = String(repeating: "A predicate is a condition as text. ", count: 40)
    try Data((clean + "\n\n```text\nWhat it is, nobody says.\n```\n").utf8).write(
      to: shell.folder.appendingPathComponent("clean.md"))
    try Data((clean + "\n\nWhat it is, nobody says.\n").utf8).write(
      to: shell.folder.appendingPathComponent("other.md"))
    let check = "/usr/bin/python3 '\(Self.scripts)/check-english' --list"
    let (status, output, errors) = try await shell.script("\(check) clean.md")
    #expect(status == 0, "\(errors)")
    #expect(output == "280 words, 0 turns of phrase: 0.0 in 1,000\n")
    let other = try await shell.script("\(check) other.md")
    #expect(other.status == 1)
    #expect(other.output.hasPrefix("other.md:3: “What it”: the noun: the values that …\nother.md:3: “says”: "))
    #expect(other.output.contains("other.md:3: “nobody”: the user, no caller\n"))
  }

  @Test(.enabled(if: hasPython))
  func linksAreFollowed() async throws {
    let shell = try ShellOnTerminal()
    let check = "/usr/bin/python3 '\(Self.scripts)/check-links'"
    let (status, _, errors) = try await shell.script(check)
    #expect(status == 0, "\(errors)")
    let page = """
      <h1 id="top-of-it"></h1><a href="#top-of-it"><a href="b.html"><a href="a.html#x"><a href="https://a.b">
      """
    try Data(page.utf8).write(to: shell.folder.appendingPathComponent("a.html"))
    let built = try await shell.script("\(check) .")
    #expect(built.status == 1)
    #expect(built.errors == "a.html: b.html leads to no file\na.html: a.html#x has no such anchor\n")
  }

  @Test func aReleaseNeedsAnEmptyFolder() async throws {
    let shell = try ShellOnTerminal()
    let (status, output, errors) = try await shell.script(
      "mkdir -p made && touch made/file && '\(Self.scripts)/release' --without-binaries made")
    #expect(status == 2)
    #expect(output.isEmpty)
    #expect(errors.hasSuffix("/made is not empty\n"))
    let wrong = try await shell.script("'\(Self.scripts)/release' --nonsense")
    #expect(wrong.status == 64)
    #expect(wrong.errors == "usage: scripts/release [--without-binaries] FOLDER\n")
  }

  @Test func aStepThatIsNotThereIsNotGenerated() async throws {
    let shell = try ShellOnTerminal()
    let (status, output, errors) = try await shell.script("'\(Self.scripts)/generate' nonsense")
    #expect(status == 64)
    #expect(output.isEmpty)
    #expect(errors == "generate: there is no step nonsense\n")
  }
}
