import Foundation
import Testing

@testable import PredicateLanguageServer

/// An editor that talks to a server in the same process.
struct EditorSession {
  private var server: LanguageServer
  private var lastID = 0
  /// The last errors and notes that the server has sent for each document.
  private(set) var diagnostics: [String: [[String: Any]]] = [:]

  init(
    profile: String? = nil, encodings: [String]? = nil, options: [String: Any] = [:], root: String? = nil,
    read: @escaping @Sendable (String) -> [UInt8]? = { _ in nil }
  ) throws {
    server = LanguageServer(settings: ServerSettings(profile: profile), version: "test", read: read)
    var parameters: [String: Any] = ["capabilities": ["general": ["positionEncodings": encodings as Any? ?? NSNull()]]]
    if encodings == nil { parameters["capabilities"] = [String: Any]() }
    parameters["initializationOptions"] = options
    parameters["rootUri"] = root as Any? ?? NSNull()
    _ = try ask("initialize", parameters)
    try tell("initialized", [:])
  }

  init(new server: LanguageServer) { self.server = server }

  var exitStatus: Int32? { server.exitStatus }

  /// Sends a request and returns its result.
  mutating func ask(_ method: String, _ parameters: [String: Any] = [:]) throws -> Any {
    let answer = try answer(method, parameters)
    #expect(answer["error"] == nil, "\(method): \(answer)")
    return try #require(answer["result"])
  }

  /// Sends a request and returns the whole answer.
  mutating func answer(_ method: String, _ parameters: [String: Any] = [:]) throws -> [String: Any] {
    lastID += 1
    let answers = try send(["jsonrpc": "2.0", "id": lastID, "method": method, "params": parameters])
    let answer = try #require(answers.first { $0["id"] as? Int == lastID })
    return answer
  }

  mutating func tell(_ method: String, _ parameters: [String: Any]) throws {
    _ = try send(["jsonrpc": "2.0", "method": method, "params": parameters])
  }

  mutating func send(bytes: [UInt8]) throws -> [[String: Any]] {
    let answers = try server.answers(to: bytes).map {
      try #require(try JSONSerialization.jsonObject(with: Data($0)) as? [String: Any])
    }
    for answer in answers where answer["method"] as? String == "textDocument/publishDiagnostics" {
      let parameters = try #require(answer["params"] as? [String: Any])
      diagnostics[try #require(parameters["uri"] as? String)] = parameters["diagnostics"] as? [[String: Any]]
    }
    return answers
  }

  private mutating func send(_ message: [String: Any]) throws -> [[String: Any]] {
    try send(bytes: Array(JSONSerialization.data(withJSONObject: message)))
  }

  /// Opens a document.
  mutating func open(_ uri: String, _ text: String, language: String = "plaintext") throws {
    try tell(
      "textDocument/didOpen",
      ["textDocument": ["uri": uri, "languageId": language, "version": 1, "text": text]])
  }

  /// Opens a document without the mark `|`, and sends a request about the mark's position.
  mutating func ask(_ method: String, _ uri: String, at marked: String, language: String = "plaintext") throws -> Any {
    let parts = marked.components(separatedBy: "|")
    #expect(parts.count == 2)
    try open(uri, parts.joined(), language: language)
    let lines = parts[0].components(separatedBy: "\n")
    return try ask(
      method,
      [
        "textDocument": ["uri": uri],
        "position": ["line": lines.count - 1, "character": lines[lines.count - 1].utf16.count],
      ])
  }

  /// The codes of the errors and notes of a document, in their order.
  func codes(_ uri: String) -> [String] { (diagnostics[uri] ?? []).compactMap { $0["code"] as? String } }
}

/// A text with edits, as an editor applies them: from the last one to the first.
func applied(_ edits: Any, to text: String) throws -> String {
  var document = DocumentText(text, .utf16)
  let edits = try #require(edits as? [[String: Any]])
  for edit in edits.reversed() {
    let range = try JSONDecoder().decode(
      DocumentRange.self, from: JSONSerialization.data(withJSONObject: try #require(edit["range"])))
    document.replace(range, with: try #require(edit["newText"] as? String))
  }
  return String(decoding: document.bytes, as: UTF8.self)
}

/// A manifest of Munki.
let manifest = "file:///repository/manifests/lab"

/// The text of a manifest with one condition.
func plist(_ condition: String) -> String {
  """
  <?xml version="1.0" encoding="UTF-8"?>
  <plist version="1.0"><dict>
    <key>conditional_items</key>
    <array><dict>
      <key>condition</key>
      <string>\(condition)</string>
    </dict></array>
  </dict></plist>
  """
}
