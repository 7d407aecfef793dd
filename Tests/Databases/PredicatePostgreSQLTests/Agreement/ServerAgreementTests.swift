#if PostgreSQL
  import PredicateDatabaseSuite
  import PredicateDatabases
  import PredicateFetching
  import PredicateModel
  import PredicatePostgreSQL
  import PredicateSyntax
  import PredicateTestSupport
  import PredicateValues
  import Testing

  /// Memory, SQLite, PostgreSQL, and a coordinator with three servers give the same objects of the fixture for random predicates.
  ///
  /// `OPENPREDICATE_ROUNDS=50000 swift test --filter ServerAgreementTests` runs many. A failure is brought down to a small predicate and printed with
  /// its seed, and `OPENPREDICATE_SEED` with one round repeats it.
  @Suite(.enabled(if: PostgreSQLServer.shared != nil)) struct ServerAgreementTests {
    /// A database that is compared with the reference.
    private struct Subject {
      let databases: [(name: String, database: any QueryDatabase)]
      let reference: GraphFetch

      init() throws {
        let fixture = ContractFixture()
        let contracts = DatabaseContract.all.filter { ["SQLite", "PostgreSQL"].contains($0.description) }
        let server = try #require(PostgreSQLServer.shared)
        databases =
          try contracts.map { ($0.description, try $0.make(fixture, fixture.model)) } + [
            ("three servers", PostgreSQLDatabase.onThreeServers(fixture, server, name: "fixture-servers"))
          ]
        reference = FixtureGraph(fixture).fetches
      }

      /// The answer of each database: the keys as a text, or an issue.
      ///
      /// - Parameter asksServers: Whether the three servers answer too. They take much longer than the others.
      func answers(
        _ predicate: QueryPredicate, _ entity: String, asksServers: Bool = true
      ) -> [(name: String, answer: String)] {
        let fetch = EntityFetch(entity, where: predicate)
        func answer(_ rows: () throws -> ResultTable) -> String {
          do {
            let rows = try rows().rows
            // Rows without an integer key have no defined order.
            let isOrdered = reference.model.entity(named: entity)?.key.referenceColumn != nil
            let words = rows.map { isOrdered ? "\($0.first ?? .null)" : "\($0)".replacing(" ", with: "") }
            return (isOrdered ? words : words.sorted()).joined(separator: " ")
          } catch let issue as PredicateIssue {
            return "\(issue.kind) \(issue.code)"
          } catch {
            return "\(error)"
          }
        }
        return [("memory", answer { try reference.rows(fetch) })]
          + databases.prefix(asksServers ? 3 : 2).map { name, database in
            (name, answer { try database.rows(of: fetch) })
          }
      }

      func difference(_ predicate: QueryPredicate, _ entity: String) -> String? {
        let answers = answers(predicate, entity)
        guard answers.dropFirst().contains(where: { $0.answer != answers[0].answer }) else { return nil }
        return answers.map { "\($0.name): \($0.answer)" }.joined(separator: "\n")
      }
    }

    private static let constants = AgreementGenerator.Constants(
      numbers: [
        "0", "1", "-1", "7", "7.5", "10", "99", "100", "1815", "0.1", "0.3", "12.5", "YES", "1e308",
        "9007199254740993", "9223372036854775807", "1e19",
      ],
      texts: [
        "'emma'", "'Emma'", "'e'", "'E'", "'É'", "'e\\u0301'", "''", "'%'", "'_'", "'the'", "'ss'", "'ff'", "'10'",
        "'z'", "'A0'", "'classic'", "'\\\\'",
      ],
      dates: [
        "CAST(0, 'NSDate')", "CAST(-1, 'NSDate')", "CAST(86400, 'NSDate')", "CAST(725846399.5, 'NSDate')",
        "CAST('2016-02-27', 'NSDate')",
      ])

    @Test func randomPredicates() throws {
      let run = RandomRun(rounds: 1_000)
      let subject = try Subject()
      let model = ContractFixture().model
      let shapes = AgreementGenerator.shapes(of: model)
      let entities = ["Book", "Chapter", "Country", "Note", "Passport", "Person", "Shelf", "Tag"]
      var (decided, refused) = (0, 0)
      var refusals: [String: Int] = [:]
      for seed in run.seeds {
        var generator = AgreementGenerator(seed: seed, shapes: shapes, constants: Self.constants)
        let entity = generator.random.pick(entities)
        let format = generator.predicate(entity)
        let predicate = try PredicateParser.predicate(format, arguments: []).get()
        let asksServers = seed.isMultiple(of: 3)
        let answers = subject.answers(predicate, entity, asksServers: asksServers)
        let all = try subject.reference.rows(EntityFetch(entity)).rows.count
        let count = answers[0].answer.split(separator: " ").count
        if count > 0, count < all { decided += 1 }
        if answers[0].answer != answers[2].answer, answers[2].answer.hasPrefix("unsupported"),
          answers.dropFirst(3).allSatisfy({ $0.answer == answers[2].answer })
        {
          refused += 1
          refusals[answers[2].answer, default: 0] += 1
          continue
        }
        guard answers.contains(where: { $0.answer != answers[0].answer }) else { continue }
        let small = PredicateReducer.reduced(predicate) { subject.difference($0, entity) != nil }
        Issue.record(
          """
          \(entity) where \(format) (OPENPREDICATE_SEED=\(seed))
          smallest: \(entity) where \(small.exactFormat)
          \(subject.difference(small, entity) ?? "")
          """)
      }
      // A generator whose predicates are all true or all false would test nothing.
      #expect(run.rounds < 100 || decided > run.rounds / 5, "\(decided) of \(run.rounds)")
      for (refusal, count) in refusals.sorted(by: { $0.key < $1.key }) {
        print("\(count) of \(run.rounds) random predicates are refused: \(refusal)")
      }
      #expect(refused * 100 <= run.rounds * 3, "\(refused) of \(run.rounds): \(refusals)")
    }
  }
#endif
