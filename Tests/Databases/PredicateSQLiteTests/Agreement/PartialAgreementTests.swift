import PredicateBinding
import PredicateDatabaseSuite
import PredicateDemo
import PredicateEngine
import PredicateModel
import PredicateReference
import PredicateSQLite
import PredicateTestSupport
import PredicateValues
import Testing

/// A rule refers to a row and to `$user`. After its partial evaluation for a user, the remaining predicate has the results of the whole rule: for
/// each row in memory, and in SQL for all rows.
///
/// `OPENPREDICATE_ROUNDS=10000 swift test --filter PartialAgreementTests` runs many; a failure prints its seed.
@Suite struct PartialAgreementTests {
  /// The result of a rule for an object: whether it holds, or the kind of issue.
  private enum Answer: Equatable {
    case holds(Bool)
    case fails(PredicateIssue.Kind)
  }

  private static func answer(
    _ predicate: QueryPredicate, _ object: any QueryObject, _ variables: QueryVariables
  ) -> Answer {
    do {
      return .holds(try predicate.evaluateByReference(with: .object(object), variables: variables))
    } catch {
      return .fails(error.kind)
    }
  }

  @Test func restsMeanTheSame() throws {
    let database = try PredicateDatabase.demo()
    let graph = try ObjectGraph(database)
    let movies = try graph.objects(of: "Movie")
    let friends = try graph.objects(of: "Friend")
    let run = RandomRun(rounds: 75)
    var (asSQL, folded, mixed) = (0, 0, 0)
    for seed in run.seeds {
      var generator = AgreementGenerator(seed: seed)
      let shapes = AgreementGenerator.shapes
      let format = generator.condition(
        [
          AgreementGenerator.Place(entity: "Movie", prefix: "", object: "SELF", shapes: shapes),
          AgreementGenerator.Place(entity: "Friend", prefix: "$user.", object: "$user", shapes: shapes),
        ], depth: 3)
      let predicate = try QueryPredicate(format: QueryFormat(raw: format))
      let user = friends[Int(seed % UInt64(friends.count))]
      let variables = QueryVariables([("user", .object(user))])
      let rest = predicate.partiallyEvaluated(variables: variables)
      let place = "OPENPREDICATE_SEED=\(seed)\n\(format)\nrest: \(rest.exactFormat)"
      #expect(try QueryPredicate(format: QueryFormat(raw: rest.exactFormat)) == rest, "\(place)")
      var expected: [Int64] = []
      var fails = false
      for movie in movies {
        let answer = Self.answer(predicate, movie, variables)
        #expect(Self.answer(rest, movie, variables) == answer, "\(place)\nof \(movie.reference.map { "\($0)" } ?? "")")
        if answer == .holds(true), let key = movie.reference?.key { expected.append(key) }
        if case .fails = answer { fails = true }
      }
      if rest != predicate { folded += 1 }
      if !expected.isEmpty, expected.count < movies.count { mixed += 1 }
      guard rest.freeVariables.isEmpty, !fails else { continue }
      do {
        #expect(try database.ids(entity: "Movie", predicate: rest) == expected, "\(place)")
        asSQL += 1
      } catch let issue as PredicateIssue where issue.kind == .unsupported || issue.kind == .limit {
      } catch {
        Issue.record("\(place)\n\(error)")
      }
    }
    // A run would test nothing if no rule became simpler, none had SQL, or all results were the same.
    #expect(run.rounds < 100 || (folded > run.rounds / 3 && asSQL > run.rounds / 3 && mixed > run.rounds / 5))
  }
}
