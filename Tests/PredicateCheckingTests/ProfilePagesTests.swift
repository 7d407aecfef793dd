import Foundation
import PredicateChecking
import Testing

/// What the pages of Documentation/profiles show is what the command prints.
@Suite("Pages of profiles") struct ProfilePagesTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Documentation/profiles")

  /// A fenced block: the words behind the fence, and the lines.
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

  private static func printed(_ command: String, in directory: URL) throws -> [String] {
    let products = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", command]
    process.currentDirectoryURL = directory
    var environment = ProcessInfo.processInfo.environment
    environment["PATH"] = products.path + ":" + (environment["PATH"] ?? "/usr/bin:/bin")
    environment["NO_COLOR"] = "1"
    process.environment = environment
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  @Test("Every command of a page prints what the page shows", arguments: UseProfile.names)
  func page(name: String) throws {
    let blocks = try Self.blocks("\(name).md")
    let directory = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: directory) }
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    var commands = 0
    for block in blocks {
      if let file = block.info.split(separator: " ").first(where: { $0.hasPrefix("file=") }) {
        let place = directory.appendingPathComponent(String(file.dropFirst(5)))
        try FileManager.default.createDirectory(
          at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
        try (block.lines.joined(separator: "\n") + "\n").write(to: place, atomically: true, encoding: .utf8)
      } else if block.info == "console", let command = block.lines.first, command.hasPrefix("$ ") {
        commands += 1
        #expect(
          try Self.printed(String(command.dropFirst(2)), in: directory) == Array(block.lines.dropFirst()), "\(command)")
      }
    }
    #expect(commands >= 1)
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
