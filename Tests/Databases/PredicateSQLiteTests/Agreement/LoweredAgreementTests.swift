import PredicateDatabaseSuite
import PredicateDatabases
import PredicateModel
import PredicateSQL
import PredicateSQLite
import PredicateTestSupport
import Testing

/// Memory agrees with a database without half of the forms, or without functions: memory decides the rest of a condition.
///
/// `OPENPREDICATE_ROUNDS=2000 swift test --filter LoweredAgreementTests.randomDatabases` makes 2,000 databases; a failure prints its seed.
@Suite struct LoweredAgreementTests {
  /// Which forms are missing, and which rewrites are on.
  struct Choice: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let lack: PartialLowering.Lack
    let rewrites: SQLRewrites

    func subject(_ subject: AgreementSubject) -> AgreementSubject {
      subject.rewriting(by: rewrites).without(lack)
    }

    static let all = PartialLowering.Lack.allCases.flatMap { lack in
      [
        Choice(testDescription: "without \(lack)", lack: lack, rewrites: .sqlite),
        Choice(testDescription: "without \(lack) and rewrites", lack: lack, rewrites: []),
      ]
    }
  }

  // Rewrites and missing forms together are the random tests' subject.
  @Test(arguments: [Choice.all[0], Choice.all[3]])
  func pickedPredicates(choice: Choice) throws {
    let subject = try choice.subject(AgreementTests.demo.get())
    for (entity, formats) in [
      ("Movie", AgreementCases.movie), ("Friend", AgreementCases.friend), ("Loan", AgreementCases.loan),
      ("Tag", AgreementCases.tag), ("Movie", AgreementCases.movieBoxes),
    ] {
      for format in formats {
        try AgreementTests.check(format, entity, in: subject, variables: AgreementCases.variables)
      }
    }
  }

  @Test(arguments: Choice.all)
  func randomPredicates(choice: Choice) throws {
    for source in OddShapesTests.subjects + [AgreementTests.demo, AgreementTests.loose] {
      let subject = try choice.subject(source.get())
      let shapes = AgreementGenerator.shapes(of: subject.database.model)
      try AgreementTests.checkRandom(RandomRun(rounds: 2), in: subject, shapes)
      try AgreementTests.checkWide(RandomRun(rounds: 2), in: subject, shapes)
    }
  }

  @Test(arguments: Choice.all)
  func randomDatabases(choice: Choice) throws {
    let run = RandomRun(rounds: 2)
    var (trials, undecided) = (0, 0)
    for seed in run.seeds {
      var generator = RandomDatabaseGenerator(seed: seed)
      let database = generator.make()
      let subject = try choice.subject(AgreementSubject(database.open().database))
      let model = subject.database.model
      var generated = TrialGenerator(random: generator.random, model: model, encoding: database.encoding)
      for trial in try generated.trials() {
        trials += 1
        switch trial.verdict(in: subject) {
        case .undecided: undecided += 1
        case .alike: break
        case .different(let what), .oneFails(let what):
          Issue.record("\(choice.testDescription) OPENPREDICATE_SEED=\(seed)\n\(trial)\n\(what)")
        }
      }
    }
    print("\(choice.testDescription): \(run.rounds) databases, \(trials) statements, \(undecided) undecided")
    // Rows without an integer key cannot be followed, and requests of GRDB need exact forms.
    #expect(run.rounds < 100 || undecided < trials / 3, "\(undecided) of \(trials)")
  }
}
