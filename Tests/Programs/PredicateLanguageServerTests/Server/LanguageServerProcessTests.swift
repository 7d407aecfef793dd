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

  @Test("A client that goes away ends it, and so does what is no message")
  func endings() throws {
    #expect(try run("").status == 1)
    #expect(try run("hello\r\n\r\n").status == 2)
    #expect(try run("", ["--profile", "mumki"]).status == 64)
  }
}
