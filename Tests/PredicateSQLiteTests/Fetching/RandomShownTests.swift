import PredicateBinding
import PredicateModel
import PredicateSQLite
import PredicateTestSupport
import PredicateValues
import Testing

/// Values of the whole language as columns, sort keys and aggregates: SQL gives what memory gives.
///
/// `OPENPREDICATE_ROUNDS=10000 swift test --filter RandomShownTests` runs many.
@Suite struct RandomShownTests {
  private static let sources: [Result<(AgreementSubject, [String: AgreementGenerator.Shape]), any Error>] =
    OddShapesTests.subjects.map { subject in
      subject.map { ($0, OddDatabase.shapes(of: $0.database.model)) }
    } + [
      AgreementTests.demo.map { ($0, AgreementGenerator.shapes) },
      AgreementTests.loose.map { ($0, LooseDatabase.shapes) },
    ]

  @Test(arguments: sources.indices)
  func columns(source: Int) throws {
    let (subject, shapes) = try Self.sources[source].get()
    var compared = 0
    let run = RandomRun(rounds: 200)
    for seed in run.seeds {
      var generator = WideGenerator(seed: seed, shapes: shapes)
      let entity = generator.random.pick(generator.entities)
      let place = AgreementGenerator.Place(entity: entity, prefix: "", object: "SELF", shapes: shapes)
      let kind = generator.random.pick(WideGenerator.Kind.allCases)
      let text = generator.value(kind, [place], 3)
      // Each engine has its own moment.
      if text.contains("now()") { continue }
      do {
        let expression = try QueryExpression(format: text, arguments: generator.arguments)
        var fetch = EntityFetch(entity, columns: [FetchedColumn(expression, as: "x")])
        if Bool.random(using: &generator.random) { fetch.sortedBy(expression, &generator) }
        if let what = try Self.difference(fetch, subject, QueryVariables(generator.variables)) {
          Issue.record(
            "\(what)\n\(entity) show \(text) \(generator.arguments) \(generator.variables) (OPENPREDICATE_SEED=\(seed))"
          )
        }
        compared += 1
      } catch let issue as PredicateIssue where [.unsupported, .limit, .type, .domain].contains(issue.kind) {
        continue
      } catch {
        Issue.record("\(error): \(entity) show \(text) (OPENPREDICATE_SEED=\(seed))")
      }
    }
    #expect(run.rounds < 100 || compared > run.rounds / 2, "\(compared) of \(run.rounds)")
  }

  /// What differs between the answers; nil where nothing does. Throws where both fail, or SQL does not take the statement.
  private static func difference(
    _ fetch: EntityFetch, _ subject: AgreementSubject, _ variables: QueryVariables
  ) throws -> String? {
    _ = try subject.database.statement(for: fetch, variables: variables)
    let sql = Result { try subject.database.fetch(fetch, variables: variables).rows }
    let memory = Result { try GraphFetch(subject.graph).rows(fetch, variables: variables).rows }
    switch (sql, memory) {
    case (.failure(let issue), .failure): throw issue
    case (.failure(let issue as PredicateIssue), .success) where issue.kind == .limit: return nil
    case (.failure(let issue), .success): return "SQL fails: \(issue)"
    case (.success, .failure(let issue)): return "memory fails: \(issue)"
    case (.success(let found), .success(let expected)):
      guard found.count == expected.count else { return "\(found.count) rows for \(expected.count)" }
      for (position, (a, b)) in zip(found, expected).enumerated() where !zip(a, b).allSatisfy({ $0.equals($1) }) {
        return "row \(position): SQL \(a), memory \(b)"
      }
      return nil
    }
  }
}

extension EntityFetch {
  fileprivate mutating func sortedBy(_ expression: QueryExpression, _ generator: inout WideGenerator) {
    sortKeys = [SortKey(expression, isAscending: Bool.random(using: &generator.random))]
  }
}
