import Foundation
import PredicateChecking
import PredicateTestSupport
import Testing

/// The outputs on the pages of Documentation/checking equal those of the command.
@Suite("Pages of profiles") struct ProfilePagesTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Documentation/checking")

  /// A fenced block: the words after the fence, and the lines.
  private struct Block {
    let info: String
    let lines: [String]
  }

  private static func blocks(_ page: String) throws -> [Block] {
    let text = try String(contentsOf: folder.appendingPathComponent(page), encoding: .utf8)
    var blocks: [Block] = []
    var open: (info: String, lines: [String])?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if let block = open {
        if line == "```" {
          blocks.append(Block(info: block.info, lines: block.lines))
          open = nil
        } else {
          open = (block.info, block.lines + [line])
        }
      } else if line.hasPrefix("```") {
        open = (String(line.dropFirst(3)), [])
      }
    }
    return blocks
  }

  /// The page as a script. Blocks of `sh` are copied, other files are saved, and commands with a shown output are run.
  private static func script(_ blocks: [Block]) -> String {
    let products = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    var lines = ["mkdir .bin && ln -s '\(products.path)/predicate' .bin/predicate", "export PATH=\"$PWD/.bin:$PATH\""]
    for (number, block) in blocks.enumerated() {
      if let file = file(of: block) {
        lines +=
          ["mkdir -p \"$(dirname '\(file)')\"", "cat >'\(file)' <<'END-OF-FILE'"] + block.lines + ["END-OF-FILE"]
      } else if block.info == "sh" {
        lines += block.lines + ["[ $? -eq 0 ] || exit 9"]
      } else if let command = command(of: block) {
        lines += ["echo '\(mark)\(number)'", "{ \(command)", "} 2>&1"]
      }
    }
    return lines.joined(separator: "\n") + "\nexit 0\n"
  }

  /// The line before the output of a command, with the number of its block.
  private static let mark = "output of block "

  private static func file(of block: Block) -> String? {
    block.info.split(separator: " ").first { $0.hasPrefix("file=") }.map { String($0.dropFirst(5)) }
  }

  private static func command(of block: Block) -> String? {
    guard block.info == "console", let line = block.lines.first, line.hasPrefix("$ ") else { return nil }
    return String(line.dropFirst(2))
  }

  /// Runs a script in an empty folder, without any `predicate` on the path. Returns its lines and its status.
  private static func run(_ script: String) throws -> (lines: [String], status: Int32) {
    let directory = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    var environment = ProcessInfo.processInfo.environment
    environment["PATH"] = "/usr/bin:/bin"
    environment["NO_COLOR"] = "1"
    let run = try TestProcess.run(
      "/bin/bash", ["-c", script], environment: environment, in: directory, errors: .merged)
    var lines = run.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return (lines, run.status)
  }

  @Test("A page is a script: each command prints what the page shows", arguments: UseProfile.names)
  func page(name: String) throws {
    let blocks = try Self.blocks("\(name).md")
    let (lines, status) = try Self.run(Self.script(blocks))
    #expect(status == 0, "\(lines.joined(separator: "\n"))")
    let shown = blocks.enumerated().flatMap { number, block in
      Self.command(of: block) == nil ? [] : ["\(Self.mark)\(number)"] + block.lines.dropFirst()
    }
    #expect(!shown.isEmpty)
    #expect(lines == shown)
  }

  @Test("The manifest has the trait and the product that the page on installing builds")
  func manifest() throws {
    let built = try Self.blocks("../start/install.md")
    #expect(
      built.contains { $0.info == "sh" && $0.lines.first == "swift build --traits CommandLine --product predicate" })
    let file = Self.folder.appendingPathComponent("../../Package.swift")
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(text.contains(#"name: "CommandLine""#))
    #expect(text.contains(#".executable(name: "predicate""#))
  }

  @Test("The list names every profile, and its site file is read")
  func list() throws {
    let blocks = try Self.blocks("README.md")
    let text = try String(contentsOf: Self.folder.appendingPathComponent("README.md"), encoding: .utf8)
    for name in UseProfile.names { #expect(text.contains("(\(name).md)")) }
    let site = try #require(blocks.first { $0.info == "json" })
    #expect(try UseProfile(jsonText: site.lines.joined(separator: "\n")).keys["building"]?.values.count == 2)
  }
}
