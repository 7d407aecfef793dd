import PredicateBinding
import PredicateEvaluation
import PredicateModel
import PredicateSQLite
import PredicateTestSupport
import PredicateValues
import Testing

/// Memory and SQLite give the same objects, for predicates picked by hand and for random ones.
///
/// `OPENPREDICATE_ROUNDS=100000 swift test -c release --filter AgreementTests` runs many; a failure prints its seed, and
/// `OPENPREDICATE_SEED` with one round repeats it.
@Suite struct AgreementTests {
  /// The demo database, and the same rows in memory.
  struct Subject: Sendable {
    let database: PredicateDatabase
    let graph: ObjectGraph

    init(_ database: PredicateDatabase) throws {
      self.database = database
      graph = try ObjectGraph(database)
    }

    /// The keys of the objects that a predicate is true of, by the evaluator in memory.
    func memory(_ predicate: QueryPredicate, _ entity: String) throws -> [Int64] {
      let bound = try Binder.bind(predicate, to: .entity(entity, database.model))
      let evaluator = PlainEvaluator()
      return try graph.objects(of: entity).filter { try evaluator.evaluate(bound, object: .object($0)) }
        .compactMap { $0.reference?.key }
    }
  }

  static let demo = Result { try Subject(PredicateDatabase.demo()) }
  static let loose = Result { try Subject(LooseDatabase.open()) }

  /// Compares both engines, and checks that a predicate and its opposite share the objects out among themselves. Returns how many there
  /// are.
  @discardableResult
  static func check(_ format: String, _ entity: String, in subject: Subject, seed: UInt64? = nil) throws -> Int {
    let predicate = try QueryPredicate(format: format)
    let place = "\(entity) where \(format)" + (seed.map { " (OPENPREDICATE_SEED=\($0))" } ?? "")
    let expected: [Int64]
    do {
      expected = try subject.memory(predicate, entity)
    } catch let issue as PredicateIssue {
      let other = #expect(throws: PredicateIssue.self, "memory: \(issue); \(place)") {
        try subject.database.ids(entity: entity, predicate: predicate)
      }
      #expect(other == nil || other?.kind == issue.kind, "\(place)")
      return 0
    }
    do {
      let found = try subject.database.ids(entity: entity, predicate: predicate)
      let sql = try subject.database.statement(for: EntityFetch(entity, where: predicate), form: .keys).statement.text
      #expect(found == expected, "\(place)\n\(sql)")
      let opposite = try subject.database.count(EntityFetch(entity, where: .not(predicate)))
      let all = subject.graph.objects(of: entity).count
      #expect(found.count + opposite == all, "NOT law: \(place)\n\(sql)")
      #expect(try subject.database.count(EntityFetch(entity, where: predicate)) == found.count, "count: \(place)")
      // Few rows are asked otherwise.
      let some = try subject.database.keys(EntityFetch(entity, where: predicate, limit: 3, offset: 1))
      #expect(some == Array(expected.dropFirst().prefix(3)), "limit: \(place)")
      return found.count
    } catch {
      Issue.record("\(error): \(place)")
      return 0
    }
  }

  static func checkRandom(_ run: RandomRun, in subject: Subject, _ shapes: [String: AgreementGenerator.Shape]) throws {
    var decided = 0
    for seed in run.seeds {
      var generator = AgreementGenerator(seed: seed, shapes: shapes)
      let entity = generator.random.pick(generator.entities)
      let count = try check(generator.predicate(entity), entity, in: subject, seed: seed)
      if count > 0 && count < subject.graph.objects(of: entity).count { decided += 1 }
    }
    // A generator whose predicates are all true or all false would test nothing.
    #expect(run.rounds < 100 || decided > run.rounds / 5)
  }

  @Test(arguments: [
    ("Movie", AgreementCases.movie), ("Friend", AgreementCases.friend), ("Loan", AgreementCases.loan),
    ("Tag", AgreementCases.tag),
  ])
  func pickedPredicates(entity: String, formats: [String]) throws {
    let subject = try Self.demo.get()
    for format in formats { try Self.check(format, entity, in: subject) }
  }

  @Test func pickedPredicatesOverColumnsThatProveNothing() throws {
    let subject = try Self.loose.get()
    for format in AgreementCases.item { try Self.check(format, "Item", in: subject) }
  }

  @Test func randomPredicatesOverTheDemo() throws {
    try Self.checkRandom(RandomRun(rounds: 300), in: Self.demo.get(), AgreementGenerator.shapes)
  }

  @Test func randomPredicatesOverColumnsThatProveNothing() throws {
    try Self.checkRandom(RandomRun(rounds: 300), in: Self.loose.get(), LooseDatabase.shapes)
  }
}
