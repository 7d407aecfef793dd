import Foundation
import PredicateBinding
import PredicateModel
import PredicateSQLite
import PredicateSyntax
import PredicateValues
import Testing

@testable import PredicateShell

/// The cases of `Grammar/fetch`, and the grammar of statements that they are about.
@Suite("Fetch statements")
struct FetchCaseTests {
  /// A case as it stands in a file.
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let rule: String
    let statement: String
    let variables: JSONObject
    let expectation: JSONObject

    var testDescription: String { name }
  }

  static let cases: [Case] = ["answers", "statements"].flatMap(read)

  private static func read(_ file: String) -> [Case] {
    guard let text = try? GrammarFolder.text("fetch/\(file).json"),
      case .object(let root)? = try? JSONReader.value(of: text),
      case .array(let elements)? = root["cases"]
    else { return [] }
    return elements.compactMap { element in
      guard case .object(let object) = element, case .string(let name)? = object["name"],
        case .string(let rule)? = object["rule"], case .string(let statement)? = object["statement"],
        case .object(let expectation)? = object["expect"]
      else { return nil }
      let allowed = ["name", "rule", "statement", "variables", "expect"]
      guard object.members.allSatisfy({ allowed.contains($0.name) }) else { return nil }
      var variables = JSONObject([])
      if case .object(let given)? = object["variables"] { variables = given }
      return Case(name: name, rule: rule, statement: statement, variables: variables, expectation: expectation)
    }
  }

  private static let database = Result { try PredicateDatabase.demo() }

  @Test("A case", arguments: cases)
  func isAnswered(_ item: Case) throws {
    let output = TextOutput()
    let errors = TextOutput()
    let session = ShellSession(database: try Self.database.get(), output: output, errors: errors)
    session.mode = .json
    let parameters = try item.variables.members.map { name, value -> (name: String, value: QueryValue) in
      guard case .integer(let number) = value else { throw ConformanceFormatError("a variable of another type") }
      return (name, .integer(number))
    }
    let expected = item.expectation
    if case .string(let kind)? = expected["error"], case .string(let place)? = expected["place"] {
      return try check(item, kind: kind, place: place)
    }
    #expect(session.run(item.statement, parameters: parameters) == .done, "\(item.statement): \(errors.text)")
    let text = output.take()
    if case .integer(let count)? = expected["count"] {
      #expect(text.hasPrefix("\(count) "), "\(item.statement): \(text)")
    } else if let parts = expected["parts"] {
      #expect(session.run(".as json") == .done)
      #expect(try JSONReader.value(of: output.take()).sortedText == parts.sortedText, "\(item.statement)")
    } else if case .array(let columns)? = expected["columns"], case .array(let rows)? = expected["rows"] {
      guard case .array(let found) = try JSONReader.value(of: text) else { throw ConformanceFormatError("no rows") }
      let values = found.map { row -> JSONValue in
        guard case .object(let row) = row else { return .null }
        #expect(row.members.map(\.name) == JSONValue.array(columns).strings, "\(item.statement)")
        return .array(row.members.map(\.value))
      }
      #expect(JSONValue.array(values).sortedText == JSONValue.array(rows).sortedText, "\(item.statement)")
    } else {
      Issue.record("\(item.name) expects nothing")
    }
  }

  private func check(_ item: Case, kind: String, place: String) throws {
    let database = try Self.database.get()
    var issue: PredicateIssue?
    do {
      guard
        case .query(let query) = try StatementParser(model: database.model, currentEntity: "Movie").parse(
          item.statement)
      else { throw ConformanceFormatError("no query") }
      _ = try BoundFetch(query.fetch, model: database.model)
    } catch let failure as StatementFailure {
      issue = failure.issues.first
    } catch let error as PredicateIssue {
      issue = error
    }
    let found = try #require(issue, "\(item.statement) has nothing wrong")
    #expect(found.kind.rawValue == kind, "\(item.statement): \(found)")
    let range = try #require(found.range)
    let words = String(
      decoding: Array(item.statement.utf8)[Int(range.lowerBound)..<Int(range.upperBound)], as: UTF8.self)
    #expect(words == place, "\(item.statement): \(found)")
  }

  @Test("Every production and rule of fetch.ebnf has cases, and cases name what there is")
  func rules() throws {
    let text = try GrammarFolder.text("fetch.ebnf")
    let productions = text.split(separator: "\n").compactMap { line in
      line.firstMatch(of: /^([A-Z][A-Za-z]*) *=/).map { String($0.1) }
    }
    let rules = text.matches(of: #/(?m)^ +(fetch\.[a-z]+) /#).map { String($0.1) }
    #expect(productions.count > 15 && rules.count >= 10)
    #expect(Self.cases.count > 70)
    #expect(Set(Self.cases.map(\.name)).count == Self.cases.count)
    for name in productions + rules {
      #expect(Self.cases.contains { $0.rule == name }, "no case for \(name)")
    }
    for item in Self.cases { #expect((productions + rules).contains(item.rule), "\(item.name): \(item.rule)") }
  }

  @Test("The answers are what plain Python makes of the fixture")
  func answersAreCurrent() throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "python3", "-c",
      "import sys; sys.path.insert(0, sys.argv[1]); import fetch_cases, json; print(json.dumps(fetch_cases.CASES))",
      GrammarFolder.url("tools").path,
    ]
    let pipe = Pipe()
    process.standardOutput = pipe
    do { try process.run() } catch { return }
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    // Where there is no Python there is nothing to compare with.
    guard process.terminationStatus != 127 else { return }
    guard case .object(let root) = try JSONReader.value(of: GrammarFolder.text("fetch/answers.json")) else {
      throw ConformanceFormatError("no object")
    }
    #expect(try JSONReader.value(of: Array(output)).sortedText == root["cases"]?.sortedText)
  }
}

extension JSONValue {
  /// The value as text, with the members of every object in the order of their names.
  fileprivate var sortedText: String { JSONWriter.text(of: sorted) }

  private var sorted: JSONValue {
    switch self {
    case .array(let elements): .array(elements.map(\.sorted))
    case .object(let object):
      .object(JSONObject(object.members.sorted { $0.name < $1.name }.map { ($0.name, $0.value.sorted) }))
    default: self
    }
  }
}
