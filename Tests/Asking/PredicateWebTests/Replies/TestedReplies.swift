import Foundation
import PredicateDocuments
import PredicateValues

@testable import PredicateWeb

extension WebSession {
  /// The reply to a question that is a statement.
  func ask(_ name: String, _ statement: String, offset: Int = 0, object: String = "", cursor: Int? = nil) async throws
    -> JSONValue
  {
    let question = JSONValue.members([
      "statement": .string(statement), "offset": .number(offset), "object": .string(object),
      "cursor": .number(cursor ?? statement.utf16.count),
    ])
    guard let read = WebQuestion(Array(JSONWriter.text(of: question).utf8)), let reply = await reply(to: name, read)
    else { throw CocoaError(.coderInvalidValue) }
    return reply
  }
}

/// Access to parts of replies. A missing part gives nil, false or an empty list.
extension JSONValue {
  subscript(name: String) -> JSONValue? { if case .object(let members) = self { members[name] } else { nil } }
  var text: String? { if case .string(let text) = self { text } else { nil } }
  var number: Int? { if case .integer(let number) = self { Int(number) } else { nil } }
  var isTrue: Bool { if case .boolean(true) = self { true } else { false } }
  var elements: [JSONValue] { if case .array(let elements) = self { elements } else { [] } }

  /// The text of each cell of each row.
  var rows: [[String?]] {
    self["rows"]?.elements.map { ($0["cells"]?.elements ?? []).map { $0.text ?? $0["text"]?.text } } ?? []
  }

  var codes: [String] { self["issues"]?.elements.compactMap { $0["code"]?.text } ?? [] }
}
