import Foundation
import PredicateBinding
import PredicateDemo
import PredicateDocuments
import PredicateModel
import PredicateOutput
import PredicateSQLite
import PredicateStatements
import PredicateTestSupport
import PredicateSyntax
import PredicateValues
import Testing

@testable import PredicateConformance
@testable import PredicateShell

/// The cases of `Grammar/fetch` have their expected results and agree with the grammar of statements.
@Suite("Fetch statements")
struct FetchCaseTests {
  /// A case as it is in the file.
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let rule: String
    let statement: String
    let variables: JSONObject
    let expectation: JSONObject

    var testDescription: String { name }
  }

  /// The cases of both files, or the error of reading them.
  private static let files = Result { try ["answers", "statements"].flatMap(read) }
  /// All cases; empty if they cannot be read. A separate test reports that.
  static let cases: [Case] = (try? files.get()) ?? []

  private static func read(_ file: String) throws -> [Case] {
    guard case .object(let root) = try JSONReader.value(of: GrammarFolder.text("fetch/\(file).json")),
      case .array(let elements)? = root["cases"]
    else { throw ConformanceFormatError("fetch/\(file).json has no cases") }
    return try elements.map { element in
      guard case .object(let object) = element, case .string(let name)? = object["name"],
        case .string(let rule)? = object["rule"], case .string(let statement)? = object["statement"],
        case .object(let expectation)? = object["expect"]
      else { throw ConformanceFormatError("fetch/\(file).json: a case lacks a member: \(element)") }
      let allowed = ["name", "rule", "statement", "variables", "expect"]
      if let unknown = object.members.first(where: { !allowed.contains($0.name) }) {
        throw ConformanceFormatError("fetch/\(file).json: \(name) has a member “\(unknown.name)”")
      }
      var variables = JSONObject([])
      if case .object(let given)? = object["variables"] { variables = given }
      return Case(name: name, rule: rule, statement: statement, variables: variables, expectation: expectation)
    }
  }

  @Test("The cases can be read, and each has a unique name")
  func files() throws {
    let names = try Self.files.get().map(\.name)
    #expect(names.count > 70)
    let counts = Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +)
    #expect(counts.filter { $0.value > 1 }.keys.sorted() == [])
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
      #expect(text == "{\"count\":\(count)}\n", "\(item.statement): \(text)")
    } else if let parts = expected["parts"] {
      #expect(session.run(".as json") == .done)
      #expect(try JSONReader.value(of: output.take()).sortedText == parts.sortedText, "\(item.statement)")
    } else if case .array(let columns)? = expected["columns"], case .array(let rows)? = expected["rows"] {
      guard case .array(let found) = try JSONReader.value(of: text) else { throw ConformanceFormatError("no rows") }
      let values = try found.map { row -> JSONValue in
        guard case .object(let row) = row else { throw ConformanceFormatError("a row is no object: \(row)") }
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
        case .query(let query) = try StatementParser(model: database.model, currentEntity: "Movie")
          .parse(item.statement).get()
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

  @Test("Every production and rule of fetch.ebnf has cases, and cases name existing ones")
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
    let known = Set(productions + rules)
    for item in Self.cases { #expect(known.contains(item.rule), "\(item.name): \(item.rule)") }
  }

  @Test("The clauses of fetch.ebnf are those of the tree, each with its words")
  func clauses() throws {
    let lines = try GrammarFolder.text("fetch.ebnf").split(separator: "\n")
    func production(_ name: String) -> String? {
      lines.first { $0.hasPrefix(name + " ") }?.split(separator: "=", maxSplits: 1).last.map {
        $0.trimmingCharacters(in: .whitespaces)
      }
    }
    let names = ClauseKind.unordered.map { $0.word.capitalized + "Clause" }
    #expect(production("Clause") == names.joined(separator: " | ") + " ;")
    for (kind, name) in zip(ClauseKind.unordered, names) {
      let words = kind.words.uppercased().split(separator: " ").map { "\"\($0)\"" }.joined(separator: ", ")
      // ORDER is another spelling of SORT.
      let production = production(name)?.replacing("( \"SORT\" | \"ORDER\" )", with: "\"SORT\"")
      #expect(production?.hasPrefix(words + ", ") == true, "\(name)")
    }
    #expect(production("EntityQuery")?.contains("\"WHERE\", Predicate") == true)
  }

  @Test("The answers are those of plain Python for the fixture", .enabled(if: PythonRunner.isAvailable))
  func answersAreCurrent() throws {
    let script =
      "import sys; sys.path.insert(0, sys.argv[1]); import fetch_cases, json; print(json.dumps(fetch_cases.CASES))"
    let run = try TestProcess.run("/usr/bin/python3", ["-c", script, GrammarFolder.url("tools").path])
    #expect(run.status == 0, "\(run.errors)")
    guard case .object(let root) = try JSONReader.value(of: GrammarFolder.text("fetch/answers.json")) else {
      throw ConformanceFormatError("no object")
    }
    #expect(try JSONReader.value(of: run.bytes).sortedText == root["cases"]?.sortedText)
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
