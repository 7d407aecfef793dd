import Foundation
import Testing

@testable import PredicateShell

/// The parts of the command besides statements work: help, the manual page, completion in the system's shells.
@Suite("The command line")
struct CommandLineTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// A home folder with the files that examples name.
  private static func folder() throws -> ShellOnTerminal {
    let shell = try ShellOnTerminal()
    try shell.makeDatabase("films.sqlite")
    let files = [
      "formats.txt": "year > 1990\n", "people.csv": "name,age,city\nAnn,30,Bergen\n",
      "orders.json": "[{\"items\": [{\"price\": 120}]}]\n",
      "manifest.plist": "<plist><dict><key>conditional_items</key><array/></dict></plist>\n",
      "collect.sh": "log show --predicate 'process == \"a\"'\n",
      "rules.json": "{\"rules\": [{\"when\": \"@status(device.model.family) == 'iPad'\"}]}\n",
      "facts/mac-01.plist":
        "<plist><dict><key>machine_type</key><string>laptop</string><key>os_vers</key><string>14.2</string></dict></plist>\n",
      "manifests/lab":
        "<plist><dict><key>installable_condition</key><string>arch == \"arm64\"</string></dict></plist>\n",
      "films.ndjson": "{\"title\": \"Alien\", \"year\": 1979, \"rating\": 8.5}\n",
      "films.csv": "title,year,genre\nAlien,1979,Horror\n",
      "movies.json": "[{\"title\": \"Alien\", \"year\": 1979, \"genre\": \"Horror\"}]\n",
      "lending.model.json":
        "{\"format\": 1, \"entities\": [{\"name\": \"Film\", \"key\": {\"columns\": [\"id\"]}, \"attributes\": []}]}\n",
      "Lending.xcdatamodeld/Lending.xcdatamodel/contents":
        "<model><entity name=\"Film\"><attribute name=\"title\" attributeType=\"String\"/></entity></model>\n",
      "ours.json": "{\"format\": 1, \"name\": \"ours\", \"extends\": \"munki\"}\n",
    ]
    for (name, text) in files {
      let file = shell.folder.appendingPathComponent(name)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    try FileManager.default.createSymbolicLink(
      at: shell.folder.appendingPathComponent("Grammar"), withDestinationURL: root.appendingPathComponent("Grammar"))
    return shell
  }

  private static func subcommands(_ shell: ShellOnTerminal) async throws -> [String] {
    let help = try await shell.script("predicate --help").output
    let list = help.components(separatedBy: "SUBCOMMANDS:\n").last?.components(separatedBy: "\n\n").first ?? ""
    return list.split(separator: "\n").filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }
      .compactMap { $0.split(separator: " ").first.map(String.init) }
  }

  @Test func everyExampleInHelpRuns() async throws {
    let shell = try Self.folder()
    let subcommands = try await Self.subcommands(shell)
    #expect(subcommands.count >= 6)
    // `web` is left out, because its server never ends by itself. PredicateWebTests and scripts/browser-test test it.
    for subcommand in subcommands where subcommand != "web" {
      // The screen is wide, so that no example is broken into lines.
      let help = try await shell.script("COLUMNS=200 predicate \(subcommand) --help").output
      let overview = help.components(separatedBy: "\n\n").dropFirst().first ?? ""
      let examples = overview.split(separator: "\n").map(String.init).filter { $0.contains("predicate ") }
      var run = 0
      for example in examples {
        // Examples with a server are left out, because it does not exist.
        if example.contains("postgresql://") { continue }
        let program = example.split(separator: " ").first.map(String.init) ?? ""
        // Examples that begin with a program of another system, such as `log` of macOS, are left out.
        guard try await shell.script("command -v \(program)").status == 0 else { continue }
        let (status, _, errors) = try await shell.script("set -e; " + example)
        // The status 1 is allowed, too: nothing was found, or an error was found.
        #expect(status == 0 || status == 1, "\(example): \(errors)")
        run += 1
      }
      #expect(run > 0, "\(subcommand) --help has no example that can run here")
    }
  }

  /// If the arguments name no subcommand, the shell parses them itself. The result equals that of the whole command.
  @Test(arguments: [
    "-e 'count year > 1990'", "films.sqlite -e .tables --mode csv", "films.sqlite --help", "-e 'yaer > 1990'",
    "films.sqlite --mode nothing", "films.sqlite --what", "films.sqlite other.sqlite", "-e", "nowhere.sqlite",
    "-- films.sqlite -e",
  ])
  func theShellNeedsNoName(arguments: String) async throws {
    let shell = try Self.folder()
    let unnamed = try await shell.script("predicate \(arguments) < /dev/null")
    let named = try await shell.script("predicate shell \(arguments) < /dev/null")
    #expect(unnamed.output == named.output)
    #expect(unnamed.errors == named.errors)
    #expect(unnamed.status == named.status)
  }

  @Test func theWholeCommandAnswersForItself() async throws {
    let shell = try Self.folder()
    let version = try await shell.script("predicate --version").output
    #expect(version.split(separator: ".").count == 3 && !version.contains("USAGE"))
    for arguments in ["--help", "help", "-h"] {
      #expect(try await shell.script("predicate \(arguments)").output.contains("SUBCOMMANDS:"), "\(arguments)")
    }
    #expect(try await shell.script("predicate help shell").output.contains("Runs statements on a database"))
    #expect(try await shell.script("predicate --generate-completion-script bash").output.contains("complete"))
  }

  private static func isThere(_ program: String) -> Bool { FileManager.default.isExecutableFile(atPath: program) }

  @Test(
    "The output of scripts is current", .enabled(if: isThere("/usr/bin/python3")),
    arguments: ["manual", "reference-pages", "sessions"])
  func current(script: String) async throws {
    let shell = try Self.folder()
    let (status, _, errors) = try await shell.script(
      "/usr/bin/python3 '\(Self.root.path)/scripts/\(script)' --check '\(ShellOnTerminal.program)'")
    #expect(status == 0, "\(errors)")
  }

  @Test func theManualPageHasEverything() async throws {
    let shell = try Self.folder()
    let page = try String(contentsOf: Self.root.appendingPathComponent("Documentation/predicate.1"), encoding: .utf8)
    let plain = page.replacingOccurrences(of: "\\-", with: "-").replacingOccurrences(of: "\\fB", with: "")
      .replacingOccurrences(of: "\\fR", with: "").replacingOccurrences(of: "\\fI", with: "")
    let subcommands = try await Self.subcommands(shell)
    #expect(subcommands.count >= 6)
    for subcommand in subcommands {
      #expect(plain.contains(".SS \(subcommand)\n"), "scripts/manual makes the page")
      let help = try await shell.script("predicate \(subcommand) --help").output
      let options = help.matches(of: /^  (?:-., )?(--[a-z-]+|-[a-z]\b)/.anchorsMatchLineEndings())
      #expect(!options.isEmpty, "\(subcommand) --help names no option, not even --help")
      for match in options {
        #expect(plain.contains(match.1), "\(subcommand) \(match.1) is not in the manual page: scripts/manual")
      }
    }
  }

  @Test(.enabled(if: isThere("/bin/bash")))
  func bashCompletesSubcommandsAndFiles() async throws {
    let shell = try Self.folder()
    let script = """
      '\(Self.root.path)/scripts/completions' "$(command -v predicate)" made || exit 9
      cat > try.bash <<'END'
      source made/predicate.bash
      COMP_TYPE=9 COMP_WORDS=(predicate "$@") COMP_CWORD=$# COMP_LINE="predicate $*" COMP_POINT=99
      _predicate predicate "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
      echo "${COMPREPLY[@]}"
      END
      for word in pa fil conf; do bash try.bash $word; done
      bash try.bash --mode cs; bash try.bash films.sqlite --mod; bash try.bash schema films.s; bash try.bash filter 'a > 1' peo
      ls made
      """
    let (status, output, errors) = try await shell.script(script)
    #expect(status == 0, "\(errors)")
    let lines = output.split(separator: "\n").map(String.init)
    try #require(lines.count >= 7)
    #expect(lines[0] == "parse")
    #expect(lines[1].contains("films.sqlite"))
    #expect(lines[2] == "conformance")
    #expect(lines[3] == "csv")
    #expect(lines[4] == "--mode --model")
    #expect(lines[5] == "films.sqlite")
    #expect(lines[6] == "people.csv")
    #expect(output.hasSuffix("_predicate\npredicate.bash\npredicate.fish\n"))
  }
}
