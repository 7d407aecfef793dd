import Foundation
import PredicateDocuments

/// JSON with one line for each row, so that a difference between two files shows the changed rows:
///
///     {
///       "openpredicate": 1,
///       "model": {…},
///       "tables": {
///         "Movie": [
///           {"id":1,"title":"Alien","year":1979,"lent":true,"lentOn":"2026-02-17T10:46:00Z","lentToFriend_id":3}
///         ]
///       }
///     }
///
/// Bytes are `{"base64": "…"}`, an infinite number is `{"real": "inf"}`.
enum JSONStoreFormat {
  static func bytes(of root: StoreNode) -> [UInt8] {
    var output: [UInt8] = []
    guard case .dictionary(let members) = root else { return output }
    output += "{\n".utf8
    for (position, member) in members.enumerated() {
      output += "  ".utf8
      JSONWriter.append(.string(member.name), to: &output)
      output += ": ".utf8
      switch member.value {
      case .text(let model) where member.name == StoreContents.modelName: appendModel(model, to: &output)
      case .dictionary(let tables): append(tables, to: &output)
      default: JSONWriter.append(json(member.value), to: &output)
      }
      output += (position + 1 < members.count ? ",\n" : "\n").utf8
    }
    output += "}\n".utf8
    return output
  }

  /// Appends the indented JSON of a model. Its lines can be indented safely, because no text in it contains a line end.
  private static func appendModel(_ text: String, to output: inout [UInt8]) {
    for byte in text.utf8.dropLast(text.hasSuffix("\n") ? 1 : 0) {
      output.append(byte)
      if byte == UInt8(ascii: "\n") { output += "  ".utf8 }
    }
  }

  /// Appends lists, each with a line for each element.
  private static func append(_ tables: [StoreMember], to output: inout [UInt8]) {
    output += "{".utf8
    for (position, table) in tables.enumerated() {
      output += (position == 0 ? "\n    " : ",\n    ").utf8
      JSONWriter.append(.string(table.name), to: &output)
      output += ": [".utf8
      if case .list(let rows) = table.value {
        for (index, row) in rows.enumerated() {
          output += (index == 0 ? "\n      " : ",\n      ").utf8
          JSONWriter.append(json(row), to: &output)
        }
        if !rows.isEmpty { output += "\n    ".utf8 }
      }
      output += "]".utf8
    }
    output += (tables.isEmpty ? "}" : "\n  }").utf8
  }

  static func root(of bytes: [UInt8]) throws(StoreFileDamage) -> StoreNode {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONReader.value(of: bytes, maximumDepth: 64)
    } catch {
      throw StoreFileDamage(error.clause, in: bytes, at: error.offset)
    }
    guard case .object(let object) = value else { return try node(value) }
    // The model is passed on as text, because it is decoded separately.
    return .dictionary(
      try object.members.map { member throws(StoreFileDamage) in
        let isModel = member.name == StoreContents.modelName
        return StoreMember(member.name, isModel ? .text(JSONWriter.text(of: member.value)) : try node(member.value))
      })
  }

  static func json(_ node: StoreNode) -> JSONValue {
    switch node {
    case .null: .null
    case .boolean(let truth): .boolean(truth)
    case .integer(let number): .integer(number)
    case .real(let number):
      number.isFinite ? .double(number) : .object(JSONObject([("real", .string("\(number)"))]))
    case .text(let text): .string(text)
    case .data(let bytes): .object(JSONObject([("base64", .string(Data(bytes).base64EncodedString()))]))
    case .list(let elements): .array(elements.map(json))
    case .dictionary(let members): .object(JSONObject(members.map { ($0.name, json($0.value)) }))
    }
  }

  private static func node(_ json: JSONValue) throws(StoreFileDamage) -> StoreNode {
    switch json {
    case .null: return .null
    case .boolean(let truth): return .boolean(truth)
    case .integer(let number): return .integer(number)
    case .double(let number): return .real(number)
    case .string(let text): return .text(text)
    case .decimal(let number):
      throw StoreFileDamage("the integer \(number) needs more than 64 bits", at: "a number")
    case .array(let elements):
      var nodes: [StoreNode] = []
      nodes.reserveCapacity(elements.count)
      for element in elements { nodes.append(try node(element)) }
      return .list(nodes)
    case .object(let object):
      if object.members.count == 1, case .string(let text) = object.members[0].value {
        switch object.members[0].name {
        case "base64":
          guard let data = Data(base64Encoded: text) else {
            throw StoreFileDamage("“\(text.prefix(40))” is not base64", at: "a member “base64”")
          }
          return .data([UInt8](data))
        case "real" where text == "inf" || text == "-inf": return .real(text == "inf" ? .infinity : -.infinity)
        default: break
        }
      }
      var members: [StoreMember] = []
      members.reserveCapacity(object.members.count)
      for member in object.members { members.append(StoreMember(member.name, try node(member.value))) }
      return .dictionary(members)
    }
  }
}
