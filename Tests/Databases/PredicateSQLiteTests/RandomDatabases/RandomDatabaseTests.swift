import PredicateModel
import PredicateSQLite
import PredicateTestSupport
import Testing

/// Memory, translated SQL and plain SQL (written without the translator) agree over random databases: on predicates and their negations, orders,
/// groups and shown values.
///
/// `OPENPREDICATE_ROUNDS=10000 swift test --filter RandomDatabaseTests` makes 10,000 databases. A failure is brought down to a small
/// database and a small statement and printed as a script for `sqlite3`, with its seed.
@Suite struct RandomDatabaseTests {
  struct Tally {
    var trials = 0
    var undecided = 0
    /// The number of predicates that are true for some rows and not for others.
    var decided = 0
    var predicates = 0
    var features: Set<DatabaseFeature> = []
    var failures = 0
    var failuresOfSeeds: [UInt64: Int] = [:]
  }

  /// The most failures that are reduced, one for each database. For later failures only the statement is printed.
  private static let reducedFailures = 60

  @Test func databases() throws {
    let run = RandomRun(rounds: 60)
    var tally = Tally()
    for seed in run.seeds { try Self.check(seed, &tally) }
    print(
      "\(run.rounds) databases, \(tally.trials) statements, \(tally.decided) of \(tally.predicates) predicates decide, "
        + "\(tally.undecided) undecided, \(tally.failures) failures")
    guard run.rounds >= 100 else { return }
    // A generator whose predicates are all true or all false would test nothing.
    #expect(tally.decided > tally.predicates / 4, "\(tally.decided) of \(tally.predicates)")
    #expect(tally.undecided < tally.trials / 20, "\(tally.undecided) of \(tally.trials)")
    let missing = DatabaseFeature.allCases.filter { !tally.features.contains($0) }
    #expect(missing.isEmpty, "no database has \(missing)")
  }

  private static func check(_ seed: UInt64, _ tally: inout Tally) throws {
    var generator = RandomDatabaseGenerator(seed: seed)
    let database = generator.make()
    tally.features.formUnion(generator.features)
    let subject: AgreementSubject
    do {
      subject = try AgreementSubject(database.open().database)
    } catch {
      record(seed, database, .opening, "opening: \(error)", &tally)
      return
    }
    var trials = TrialGenerator(random: generator.random, model: subject.database.model, encoding: database.encoding)
    for trial in try trials.trials() {
      tally.trials += 1
      switch trial.verdict(in: subject) {
      case .undecided: tally.undecided += 1
      case .different(let what), .oneFails(let what): record(seed, database, trial, what, &tally)
      case .alike(let count): tally.note(count, trial, subject)
      }
    }
  }

  private static func record(
    _ seed: UInt64, _ database: RandomDatabase, _ trial: DatabaseTrial, _ what: String, _ tally: inout Tally
  ) {
    tally.failures += 1
    tally.failuresOfSeeds[seed, default: 0] += 1
    guard tally.failures <= reducedFailures, tally.failuresOfSeeds[seed] == 1 else {
      Issue.record("OPENPREDICATE_SEED=\(seed)\n\(trial)\n\(what)")
      return
    }
    Issue.record("\(DatabaseReducer.report(seed, database, trial, what))")
  }
}

extension RandomDatabaseTests.Tally {
  fileprivate mutating func note(_ count: Int, _ trial: DatabaseTrial, _ subject: AgreementSubject) {
    switch trial {
    case .predicate(let entity, _, _), .plain(let entity, _):
      let all = (try? subject.graph.objects(of: entity).count) ?? 0
      // With fewer than two rows no predicate can be true for some rows and not for others.
      guard all > 1 else { return }
      predicates += 1
      if count > 0 && count < all { decided += 1 }
    default: break
    }
  }
}
