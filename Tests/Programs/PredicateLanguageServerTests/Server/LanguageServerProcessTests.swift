import Foundation
import Testing

@testable import PredicateLanguageServer

@Suite("The command language-server", .timeLimit(.minutes(20)))
struct LanguageServerProcessTests {
  /// Runs the command with bytes as its standard input.
  private func run(_ input: [UInt8], _ arguments: [String] = []) throws -> (output: [[String: Any]], status: Int32) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appendingPathComponent("predicate")
    process.arguments = ["language-server"] + arguments
    let (standardInput, standardOutput) = (Pipe(), Pipe())
    process.standardInput = standardInput
    process.standardOutput = standardOutput
    process.standardError = FileHandle.nullDevice
    try process.run()
    try standardInput.fileHandleForWriting.write(contentsOf: Data(input))
    try standardInput.fileHandleForWriting.close()
    let answered = try standardOutput.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    var frames = MessageFrames()
    frames.append(answered)
    var messages: [[String: Any]] = []
    while let message = try frames.next() {
      messages.append(try #require(try JSONSerialization.jsonObject(with: Data(message)) as? [String: Any]))
    }
    return (messages, process.terminationStatus)
  }

  private func frame(_ message: String) -> [UInt8] { MessageFrames.frame(Array(message.utf8)) }

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
    #expect(try run([]).status == 1)
    #expect(try run(Array("hello\r\n\r\n".utf8)).status == 2)
    #expect(try run([], ["--profile", "mumki"]).status == 64)
  }
}
