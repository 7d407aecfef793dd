import GRDB
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

/// Memory and SQLite give the same objects, for predicates picked by hand and for random ones.
///
/// `OPENPREDICATE_ROUNDS=100000 swift test --filter AgreementTests` runs many; a failure is brought down to a small predicate and
/// printed with its seed, and `OPENPREDICATE_SEED` with one round repeats it.
@Suite struct AgreementTests {
  static let demo = Result { try AgreementSubject(PredicateDatabase.demo()) }
  static let loose = Result { try AgreementSubject(LooseDatabase.open()) }

  /// Compares both engines. Records a difference, with the smallest predicate that shows it. Returns the number of objects of the
  /// entity.
  @discardableResult
  static func check(
    _ format: String, _ entity: String, in subject: AgreementSubject, arguments: [QueryArgument] = [],
    variables: QueryVariables = [:], seed: UInt64? = nil
  ) throws -> Int {
    // A generator may leave arguments over.
    let predicate = try PredicateParser.predicate(format, arguments: arguments).get()
    switch subject.compare(predicate, entity, variables) {
    case .alike(let count): return count
    case .undecided: return 0
    case .different(let what), .oneFails(let what):
      let small = PredicateReducer.reduced(predicate) { subject.compare($0, entity, variables).difference != nil }
      var smallest = ""
      if let what = subject.compare(small, entity, variables).difference {
        smallest = "\nsmallest: \(entity) where \(small.exactFormat)\n\(what)"
      }
      let place = seed.map { " (OPENPREDICATE_SEED=\($0))" } ?? ""
      Issue.record("\(entity) where \(format)\(place)\narguments: \(arguments)\n\(variables)\n\(what)\(smallest)")
      return 0
    }
  }

  static func checkRandom(
    _ run: RandomRun, in subject: AgreementSubject, _ shapes: [String: AgreementGenerator.Shape]
  ) throws {
    var decided = 0
    for seed in run.seeds {
      var generator = AgreementGenerator(seed: seed, shapes: shapes)
      let entity = generator.random.pick(generator.entities)
      let count = try check(generator.predicate(entity), entity, in: subject, seed: seed)
      if try count > 0 && count < subject.graph.objects(of: entity).count { decided += 1 }
    }
    // A generator whose predicates are all true or all false would test nothing.
    #expect(run.rounds < 100 || decided > run.rounds / 5)
  }

  static func checkWide(
    _ run: RandomRun, in subject: AgreementSubject, _ shapes: [String: AgreementGenerator.Shape]
  ) throws {
    var decided = 0
    for seed in run.seeds {
      var generator = WideGenerator(seed: seed, shapes: shapes)
      let sample = generator.sample()
      let count = try check(
        sample.format, sample.entity, in: subject, arguments: sample.arguments, variables: sample.variables, seed: seed)
      if try count > 0 && count < subject.graph.objects(of: sample.entity).count { decided += 1 }
    }
    #expect(run.rounds < 100 || decided > run.rounds / 10, "\(decided) of \(run.rounds)")
  }

  @Test(arguments: [
    ("Movie", AgreementCases.movie), ("Friend", AgreementCases.friend), ("Loan", AgreementCases.loan),
    ("Tag", AgreementCases.tag), ("Movie", AgreementCases.movieBoxes),
  ])
  func pickedPredicates(entity: String, formats: [String]) throws {
    let subject = try Self.demo.get()
    for format in formats {
      try Self.check(format, entity, in: subject, variables: AgreementCases.variables)
    }
  }

  @Test func pickedPredicatesOverColumnsThatProveNothing() throws {
    let subject = try Self.loose.get()
    for format in AgreementCases.item { try Self.check(format, "Item", in: subject) }
  }

  /// In UTF-16, SQLite orders texts differently.
  @Test func anotherEncoding() throws {
    let subject = try AgreementSubject(LooseDatabase.open(encoding: "UTF-16le", rows: 24))
    for format in AgreementCases.item { try Self.check(format, "Item", in: subject) }
    try Self.checkRandom(RandomRun(rounds: 50), in: subject, LooseDatabase.shapes)
    for format in [
      "label < 'b'", "label >= 'É'", "label BETWEEN {'a', 'z'}", "note < label", "ANY children.label > 'b'",
    ] {
      let predicate = try QueryPredicate(format: QueryFormat(raw: format))
      let request = try LooseItem.filter(matching: predicate, in: subject.database).orderByPrimaryKey()
      let found = try subject.database.reader.read { try request.fetchAll($0) }.map(\.id)
      #expect(try found == subject.memory(predicate, "Item"), "\(format)")
    }
  }

  private struct LooseItem: Codable, FetchableRecord, TableRecord {
    static let databaseTableName = "the items"
    var id: Int64
  }

  @Test func randomPredicatesOverTheDemo() throws {
    try Self.checkRandom(RandomRun(rounds: 180), in: Self.demo.get(), AgreementGenerator.shapes)
  }

  @Test func randomPredicatesOverColumnsThatProveNothing() throws {
    try Self.checkRandom(RandomRun(rounds: 120), in: Self.loose.get(), LooseDatabase.shapes)
  }

  @Test func widePredicatesOverTheDemo() throws {
    try Self.checkWide(RandomRun(rounds: 180), in: Self.demo.get(), AgreementGenerator.shapes)
  }

  @Test func widePredicatesOverColumnsThatProveNothing() throws {
    try Self.checkWide(RandomRun(rounds: 120), in: Self.loose.get(), LooseDatabase.shapes)
  }
}
