import PredicateDatabaseSuite
import PredicateModel
import PredicateSQL
import PredicateSQLite
import PredicateTestSupport
import Testing

/// Rewrites change the cost of a statement, never its result: memory and SQLite agree if no rewrite is used, and if any single rewrite is left out.
///
/// `OPENPREDICATE_ROUNDS=500 swift test --filter RewriteAgreementTests` runs more; a failure prints its seed.
@Suite struct RewriteAgreementTests {
  /// The rewrites that are used, in words.
  struct Choice: Sendable, CustomStringConvertible {
    let description: String
    let rewrites: SQLRewrites

    static let none = Choice(description: "none", rewrites: [])
    static let allButOne = SQLRewrites.named.map {
      Choice(description: "all but \($0.name)", rewrites: .sqlite.subtracting($0.rewrite))
    }
  }

  private static let sources = OddShapesTests.subjects + [AgreementTests.demo, AgreementTests.loose]

  @Test(arguments: sources.indices)
  func withoutAny(source: Int) throws {
    try Self.check(RandomRun(rounds: 12), source, .none)
  }

  @Test(arguments: Choice.allButOne)
  func withoutOne(choice: Choice) throws {
    for source in Self.sources.indices { try Self.check(RandomRun(rounds: 2), source, choice) }
  }

  @Test(arguments: [
    ("Movie", AgreementCases.movie), ("Friend", AgreementCases.friend), ("Loan", AgreementCases.loan),
    ("Tag", AgreementCases.tag),
  ])
  func pickedPredicates(entity: String, formats: [String]) throws {
    let subject = try AgreementTests.demo.get().rewriting(by: [])
    for format in formats {
      try AgreementTests.check(format, entity, in: subject, variables: AgreementCases.variables)
    }
  }

  @Test(arguments: [Choice.none] + Choice.allButOne)
  func randomDatabases(choice: Choice) throws {
    for seed in RandomRun(rounds: 1).seeds {
      var generator = RandomDatabaseGenerator(seed: seed)
      let database = generator.make()
      let subject = try AgreementSubject(database.open().database.rewriting(by: choice.rewrites))
      let model = subject.database.model
      var trials = TrialGenerator(random: generator.random, model: model, encoding: database.encoding)
      for trial in try trials.trials() {
        if let difference = trial.verdict(in: subject).difference {
          Issue.record("\(choice) OPENPREDICATE_SEED=\(seed)\n\(trial)\n\(difference)")
        }
      }
    }
  }

  private static func check(_ run: RandomRun, _ source: Int, _ choice: Choice) throws {
    let subject = try sources[source].get().rewriting(by: choice.rewrites)
    let shapes = AgreementGenerator.shapes(of: subject.database.model)
    try AgreementTests.checkRandom(run, in: subject, shapes)
    try AgreementTests.checkWide(run, in: subject, shapes)
  }
}
