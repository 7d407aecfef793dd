import PredicateBinding
import PredicateDatabaseSuite
import PredicateEngine
import PredicateReference
import PredicateSQLite
import PredicateTestSupport
import PredicateValues
import Testing

/// The binder, the typed core and the reference evaluator give the results of the oracle, which evaluates the predicate as it was written and shares
/// no code with them.
///
/// `OPENPREDICATE_ROUNDS=100000 swift test -c release --filter OracleTests` runs many.
@Suite struct OracleTests {
  @Test func randomPredicatesMeanWhatTheSurfaceSays() throws {
    let graph = try AgreementTests.demo.get().graph
    let run = RandomRun(rounds: 120)
    let evaluator = ReferenceEvaluator()
    var judged = 0
    for seed in run.seeds {
      var generator = AgreementGenerator(seed: seed)
      let entity = generator.random.pick(generator.entities)
      let format = generator.predicate(entity)
      let predicate = try QueryPredicate(format: QueryFormat(raw: format))
      guard let bound = try? Binder.bind(predicate, to: .entity(entity, graph.model)) else { continue }
      let oracle = Oracle(model: graph.model, entity: entity)
      do {
        for object in try graph.objects(of: entity) {
          let expected = try oracle.holds(predicate, of: object)
          let found = try evaluator.evaluate(bound, object: .object(object))
          #expect(
            found == expected,
            "\(entity) \(String(describing: object.reference)) where \(format)\n\(bound.condition) (OPENPREDICATE_SEED=\(seed))"
          )
          if found != expected { break }
        }
        judged += 1
      } catch is Oracle.Unknown {
        continue
      }
    }
    #expect(run.rounds < 100 || judged > run.rounds / 2, "the oracle has an opinion on \(judged) of \(run.rounds)")
  }
}
