import PredicateDatabaseSuite
import PredicateDatabases
import PredicateFetching
import PredicateModel
import PredicateSQL
import PredicateSQLite
import PredicateSyntax
import PredicateTestSupport
import Testing

/// Memory agrees with a database without half of the forms, or without functions: memory decides the rest of a condition.
///
/// `OPENPREDICATE_ROUNDS=2000 swift test --filter LoweredAgreementTests.randomDatabases` makes 2,000 databases. A failure is
/// brought down to a small database and a small statement, and printed with its seed.
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

  private static let keyless = Result {
    try ScriptDatabase.subject(
      """
      CREATE VIEW pair AS SELECT 1 AS one, 'a' AS two UNION ALL SELECT 1, 'a' UNION ALL SELECT 2, NULL UNION ALL SELECT 3, 'b';
      """)
  }

  @Test(
    "A row without a key is itself",
    arguments: PartialLowering.Lack.allCases,
    [
      ("two CONTAINS 'a' AND SELF == SELF", 2), ("two LIKE 'b' OR SELF != SELF", 1),
      ("two LIKE '?' AND SELF IN {SELF}", 3), ("two LIKE '?' AND {SELF} == {SELF}", 3),
      // Rows of two statements differ if their values do. Equal ones cannot be told apart.
      ("two LIKE '?' AND SUBQUERY(Pair, $p, $p.one > one AND $p == SELF).@count == 0", 3),
      ("two LIKE '?' AND SUBQUERY(Pair, $p, $p == SELF).@count == 1", nil),
    ])
  func rowsWithoutKeys(lack: PartialLowering.Lack, condition: (format: String, count: Int?)) throws {
    let subject = try Self.keyless.get()
    let fetch = EntityFetch("Pair", where: try QueryPredicate(format: QueryFormat(raw: condition.format)))
    #expect(try GraphFetch(subject.graph).rows(fetch).rows.count == condition.count ?? 3)
    let lowered = subject.without(lack)
    guard let count = condition.count else {
      #expect(throws: PredicateIssue.self) { try lowered.rows(fetch) }
      return
    }
    #expect(try lowered.rows(fetch).rows.count == count)
    #expect(try lowered.count(fetch) == count)
  }

  /// Without the parts all items are one group, whose values cannot be compared.
  @Test func aRelationshipThatCannotBeFollowedIsTheCause() throws {
    let subject = try ScriptDatabase.subject(
      """
      CREATE TABLE part (code TEXT, n INTEGER, kind, PRIMARY KEY (code, n)) WITHOUT ROWID;
      INSERT INTO part VALUES ('a', 1, 'x'), ('b', 2, 7);
      CREATE TABLE item (name TEXT PRIMARY KEY, v, code TEXT, n INTEGER,
        FOREIGN KEY (code, n) REFERENCES part (code, n)) WITHOUT ROWID;
      INSERT INTO item VALUES ('x', 5, 'a', 1), ('y', 'five', 'b', 2);
      """)
    let columns = [
      FetchedColumn(try QueryExpression(format: "part.kind"), as: "kind"),
      FetchedColumn(try QueryExpression(format: "max(v)"), as: "v"),
    ]
    let fetch = EntityFetch("Item", columns: columns, groupBy: [columns[0]])
    #expect(try GraphFetch(subject.graph).rows(fetch).rows.count == 2)
    let issue = #expect(throws: PredicateIssue.self) { try subject.without(.all).rows(fetch) }
    #expect(issue?.code == "no-key")
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
          let report = DatabaseReducer.report(seed, database, trial, what, in: choice.subject)
          Issue.record("\(choice.testDescription)\n\(report)")
        }
      }
    }
    print("\(choice.testDescription): \(run.rounds) databases, \(trials) statements, \(undecided) undecided")
    // Rows without an integer key cannot be followed, and requests of GRDB need exact forms.
    #expect(run.rounds < 100 || undecided < trials / 3, "\(undecided) of \(trials)")
  }
}
