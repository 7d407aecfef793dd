import Foundation
import PredicateDocuments
import PredicateSyntax
import Testing

@testable import PredicateConformance

/// Checks the rules of `suite.schema.json` without a library for JSON Schema. The lists of names are read from the schema, so that the test and the
/// schema stay consistent.
@Suite("The files of the suite fit the schema")
struct SuiteSchemaTests {
  private static func object(_ json: JSONValue?) throws -> JSONObject {
    guard case .object(let object)? = json else { throw ConformanceFormatError("there is no object") }
    return object
  }

  private static func names(_ json: JSONValue?) throws -> [String] {
    try #require(json?.strings)
  }

  private static func cases(of file: URL) throws -> [JSONObject] {
    var json = try JSONReader.value(of: Array(try Data(contentsOf: file)))
    if case .object(let object) = json {
      #expect(object.members.allSatisfy { ["comment", "cases"].contains($0.name) }, "\(file.lastPathComponent)")
      json = object["cases"] ?? .null
    }
    guard case .array(let elements) = json, !elements.isEmpty else {
      throw ConformanceFormatError("\(file.lastPathComponent): there are no cases")
    }
    return try elements.map { try object($0) }
  }

  @Test("Members, levels, kinds, ids and productions", arguments: try GrammarFolder.suiteFiles())
  func fits(file: URL) throws {
    let schema = try JSONReader.value(of: GrammarFolder.text("suite.schema.json"))
    let form = try Self.object(Self.object(Self.object(schema)["$defs"])["case"])
    let members = try Self.object(form["properties"])
    let required = try Self.names(form["required"])
    let levels = try Self.names(Self.object(members["level"])["enum"])
    #expect(levels == ConformanceLevel.allCases.map(\.rawValue))
    for item in try Self.cases(of: file) {
      let id = if case .string(let text)? = item["id"] { text } else { "a case without id" }
      let names = item.members.map(\.name)
      #expect(Set(names).count == names.count, "\(id) has a member twice")
      for name in names { #expect(members[name] != nil, "\(id): there is no member \(name)") }
      for name in required { #expect(item[name] != nil, "\(id): \(name) is missing") }
      #expect(id.wholeMatch(of: /[a-z0-9]+([.-][a-z0-9]+)*/) != nil, "\(id)")
      if item["fixture"] != nil {
        #expect(item["entity"] != nil && item["format"] != nil && item["object"] == nil, "\(id)")
      } else {
        #expect(item["entity"] == nil && item["engines"] == nil, "\(id)")
      }
      #expect(item["canonical"] == nil || item["format"] != nil, "\(id): canonical is for formats")
      if let productions = item["production"] { #expect(productions.strings?.isEmpty == false, "\(id)") }
      try expectationFits(try #require(item["expect"]), id)
    }
  }

  private func expectationFits(_ json: JSONValue, _ id: String) throws {
    let expect = try Self.object(json)
    let allowed: [String: [String]] = [
      "value": ["tolerance"], "ids": [], "valid": [], "error": ["range"], "anyOf": [],
    ]
    let form = try #require(allowed.keys.first { expect[$0] != nil }, "\(id)")
    for member in expect.members {
      #expect(member.name == form || allowed[form]?.contains(member.name) == true, "\(id): \(member.name)")
    }
    if case .array(let alternatives)? = expect["anyOf"] {
      #expect(alternatives.count > 1, "\(id)")
      for alternative in alternatives { try expectationFits(alternative, id) }
    }
  }

  @Test("The schema's kinds of errors are the language's")
  func kinds() throws {
    let schema = try Self.object(JSONReader.value(of: GrammarFolder.text("suite.schema.json")))
    let forms = try Self.object(Self.object(schema["$defs"])["expect"])["oneOf"]
    guard case .array(let elements)? = forms else { throw ConformanceFormatError("there is no oneOf") }
    let errors = try elements.compactMap { try Self.object(Self.object($0)["properties"])["error"] }
    #expect(try Self.names(Self.object(errors.first)["enum"]) == PredicateIssue.Kind.allCases.map(\.rawValue))
  }
}
