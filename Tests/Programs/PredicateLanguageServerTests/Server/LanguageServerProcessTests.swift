import Foundation
import PredicateTestSupport
import Testing

@testable import PredicateLanguageServer

@Suite("The command language-server")
struct LanguageServerProcessTests {
  /// Runs the command with bytes as its standard input.
  private func run(_ input: String, _ arguments: [String] = []) throws -> (output: [[String: Any]], status: Int32) {
    let program = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appendingPathComponent("predicate").path
    let process = try TestProcess.run(program, ["language-server"] + arguments, input: input)
    var frames = MessageFrames()
    frames.append(process.bytes)
    var messages: [[String: Any]] = []
    while let message = try frames.next() {
      messages.append(try #require(try JSONSerialization.jsonObject(with: Data(message)) as? [String: Any]))
    }
    return (messages, process.status)
  }

  private func frame(_ message: String) -> String {
    String(decoding: MessageFrames.frame(Array(message.utf8)), as: UTF8.self)
  }

  private static let document =
    #"{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":"#
    + #"{"uri":"file:///a.txt","languageId":"plaintext","version":3,"text":"year >"}}}"#

  @Test("A session over standard input and output")
  func session() throws {
    let input =
      frame(#"{"jsonrpc":"2.0","id":"a","method":"initialize","params":{"capabilities":{}}}"#)
      + frame(Self.document) + frame(#"{"jsonrpc":"2.0","id":2,"method":"shutdown"}"#)
      + frame(#"{"jsonrpc":"2.0","method":"exit"}"#)
    let (messages, status) = try run(input, ["--profile", "munki"])
    #expect(status == 0)
    #expect(messages.count == 3)
    #expect(messages.first?["id"] as? String == "a")
    let published = try #require(messages[1]["params"] as? [String: Any])
    #expect(published["version"] as? Int == 3)
    #expect((published["diagnostics"] as? [[String: Any]])?.count == 1)
  }

  @Test("The server ends if the client goes away, or sends bytes that are not a message")
  func endings() throws {
    #expect(try run("").status == 1)
    #expect(try run("hello\r\n\r\n").status == 2)
    #expect(try run("", ["--profile", "mumki"]).status == 64)
  }
}

/// The extension for VS Code works: its client talks to the real server, and a script packs it.
@Suite("The extension for VS Code") struct ExtensionTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Editors")
  private static let root = folder.deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  private static let server = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    .appendingPathComponent("predicate").path

  private static func has(_ command: String) -> Bool {
    do { return try TestProcess.run(script: "command -v \(command)", in: root).status == 0 } catch { return false }
  }

  private static func withFolder<Value>(_ body: (URL) throws -> Value) throws -> Value {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { do { try FileManager.default.removeItem(at: folder) } catch { Issue.record(error) } }
    return try body(folder)
  }

  @Test("The editor shows the server's findings", .enabled(if: has("node")))
  func client() throws {
    try Self.withFolder { folder in
      let run = try TestProcess.run(
        script: "node '\(Self.folder.path)/vscode.js' Documentation/editors/vscode '\(Self.server)' '\(folder.path)'",
        in: Self.root)
      #expect(
        run.output == #"""
          {"diagnostics":[["unquoted-word",0,0,43]]}
          {"action":["Write \"laptop\"","quickfix","\\\"laptop\\\""]}
          {"hover":"machine_type: text"}
          {"mended":[]}
          {"completion":[[4,"process"]]}
          {"formatting":["a == \"x\""]}
          {"closed":false}
          {"missing":true}

          """#, "\(run.errors)")
      #expect(run.status == 0)
    }
  }

  @Test("scripts/vsix packs the files that the package names", .enabled(if: has("python3") && has("unzip")))
  func package() throws {
    try Self.withFolder { folder in
      let run = try TestProcess.run(
        script: "scripts/vsix '\(folder.path)' && unzip -qq '\(folder.path)'/*.vsix -d '\(folder.path)/open'",
        in: Self.root)
      #expect(run.status == 0, "\(run.output)\(run.errors)")
      #expect(run.output.hasSuffix("openpredicate-0.1.0.vsix\n"))
      let open = folder.appendingPathComponent("open/extension")
      let json = try JSONSerialization.jsonObject(with: Data(contentsOf: open.appendingPathComponent("package.json")))
      let package = try #require(json as? [String: Any])
      let contributes = try #require(package["contributes"] as? [String: Any])
      let named = [
        package["main"], (contributes["grammars"] as? [[String: Any]])?.first?["path"],
        (contributes["languages"] as? [[String: Any]])?.first?["configuration"],
      ]
      for name in named.compactMap({ $0 as? String }) + ["client.js", "README.md", "LICENSE.txt"] {
        #expect(FileManager.default.fileExists(atPath: open.appendingPathComponent(name).path), "\(name)")
      }
    }
  }
}
