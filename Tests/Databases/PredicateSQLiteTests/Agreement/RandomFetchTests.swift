import PredicateBinding
import PredicateDatabaseSuite
import PredicateEngine
import PredicateModel
import PredicateReference
import PredicateSQLite
import PredicateTestSupport
import PredicateValues
import Testing

/// Fetches give the same rows in SQL and in memory, over every database that the predicate tests use: a random condition with random sort keys, a
/// limit and an offset, distinct values, groups with aggregates and a condition on these.
@Suite struct RandomFetchTests {
  private struct Source: Sendable {
    let subject: AgreementSubject
    let shapes: [String: AgreementGenerator.Shape]
  }

  private static let sources: [Result<Source, any Error>] =
    OddShapesTests.subjects.map { subject in
      subject.map { Source(subject: $0, shapes: AgreementGenerator.shapes(of: $0.database.model)) }
    } + [
      AgreementTests.demo.map { Source(subject: $0, shapes: AgreementGenerator.shapes) },
      AgreementTests.loose.map { Source(subject: $0, shapes: LooseDatabase.shapes) },
    ]

  @Test(arguments: sources.indices)
  func orders(source: Int) throws {
    let source = try Self.sources[source].get()
    let model = source.subject.database.model
    for seed in RandomRun(rounds: 30).seeds {
      var generator = AgreementGenerator(seed: seed, shapes: source.shapes)
      let entities = generator.entities.filter { model.entity(named: $0)?.key.referenceColumn != nil }
      let request = RandomRequests.order(&generator, source.shapes, among: entities)
      Self.check(source.subject.compare(request), request, seed)
    }
  }

  @Test(arguments: sources.indices)
  func groups(source: Int) throws {
    let source = try Self.sources[source].get()
    for seed in RandomRun(rounds: 30).seeds {
      var generator = AgreementGenerator(seed: seed, shapes: source.shapes)
      let request = RandomRequests.groups(&generator, source.shapes)
      Self.check(source.subject.compare(request), request, seed)
      if !request.keys.isEmpty { Self.check(source.subject.compareDistinct(request), request, seed) }
    }
  }

  @Test(arguments: sources.indices)
  func shownValues(source: Int) throws {
    let source = try Self.sources[source].get()
    for seed in RandomRun(rounds: 60).seeds {
      var generator = AgreementGenerator(seed: seed, shapes: source.shapes)
      let request = try RandomRequests.values(&generator, source.shapes)
      Self.check(source.subject.compare(request), request, seed)
    }
  }

  private static func check(
    _ verdict: AgreementSubject.Verdict, _ request: some CustomStringConvertible, _ seed: UInt64
  ) {
    if let what = verdict.difference { Issue.record("\(request) (OPENPREDICATE_SEED=\(seed))\n\(what)") }
  }
}
