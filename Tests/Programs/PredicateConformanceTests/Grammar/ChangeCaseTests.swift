import PredicateDocuments
import PredicateModel
import PredicateStatements
import PredicateSyntax
import Testing

@testable import PredicateConformance

/// The parser of statements gives the expected results for the cases of `Grammar/change`.
@Suite("Statements that change data")
struct ChangeCaseTests {
  /// A case in the form in which the file has it.
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let rule: String
    let statement: String
    /// The words that the syntax error is about; nil for a statement.
    let place: String?

    var testDescription: String { name }
  }

  /// The cases, or the error of reading them.
  static let files = Result { try read() }
  static let cases: [Case] = (try? files.get()) ?? []

  private static func read() throws -> [Case] {
    guard case .object(let root) = try JSONReader.value(of: GrammarFolder.text("change/statements.json")),
      case .array(let elements)? = root["cases"]
    else { throw ConformanceFormatError("change/statements.json has no cases") }
    return try elements.map { element in
      guard case .object(let object) = element, case .string(let name)? = object["name"],
        case .string(let rule)? = object["rule"], case .string(let statement)? = object["statement"],
        case .object(let expectation)? = object["expect"]
      else { throw ConformanceFormatError("change/statements.json: a case lacks a member: \(element)") }
      guard case .string(let place)? = expectation["place"] else {
        return Case(name: name, rule: rule, statement: statement, place: nil)
      }
      return Case(name: name, rule: rule, statement: statement, place: place)
    }
  }

  @Test("A case", arguments: cases)
  func isRead(_ item: Case) throws {
    let tree = StatementParser(model: .movies, currentEntity: "Movie").parse(item.statement)
    guard let place = item.place else {
      #expect(tree.errors.isEmpty, "\(tree.errors)")
      #expect(tree.change != nil)
      return
    }
    let issue = try #require(tree.errors.first, "it has nothing wrong")
    #expect(issue.kind == .syntax)
    let range = try #require(issue.range)
    let words = Array(item.statement.utf8)[Int(range.lowerBound)..<Int(range.upperBound)]
    #expect(String(decoding: words, as: UTF8.self) == place, "\(issue)")
  }

  @Test("Every production of change.ebnf has a case that derives and one that does not; names of cases are unique")
  func productions() throws {
    let cases = try Self.files.get()
    #expect(Set(cases.map(\.name)).count == cases.count)
    let productions = try GrammarFolder.text("change.ebnf").split(separator: "\n").compactMap { line in
      line.firstMatch(of: /^([A-Z][A-Za-z]*) *=/).map { String($0.1) }
    }
    #expect(productions.count == 10)
    for name in productions {
      #expect(cases.contains { $0.rule == name && $0.place == nil }, "\(name) has no valid case")
      #expect(cases.contains { $0.rule == name && $0.place != nil }, "\(name) has no invalid case")
    }
  }
}
