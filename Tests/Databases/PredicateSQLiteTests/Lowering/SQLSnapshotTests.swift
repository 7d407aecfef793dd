import Foundation
import PredicateBinding
import PredicateDatabaseSuite
import PredicateDemo
import PredicateModel
import PredicateSQL
import PredicateSQLite
import PredicateTestSupport
import PredicateValues
import Testing

/// Writes the SQL of some 45,000 statements to a file, so that two versions of the translator can be compared:
///
/// ```
/// OPENPREDICATE_SQL_SNAPSHOT=/tmp/before.txt swift test --filter SQLSnapshotTests
/// OPENPREDICATE_SQL_SNAPSHOT=/tmp/after.txt swift test --filter SQLSnapshotTests
/// diff -u -F '^# ' /tmp/before.txt /tmp/after.txt
/// ```
///
/// The same version writes the same bytes in every run. The seeds are fixed: `OPENPREDICATE_SEED` and `OPENPREDICATE_ROUNDS` do not change
/// the file.
@Suite struct SQLSnapshotTests {
  private static let path = ProcessInfo.processInfo.environment["OPENPREDICATE_SQL_SNAPSHOT"]
  /// The seeds of the random predicates over the demo and the loose database.
  private static let seeds: Range<UInt64> = 0..<3_000
  private static let databaseSeeds: Range<UInt64> = 0..<300

  @Test(.enabled(if: path != nil))
  func snapshot() throws {
    let path = try #require(Self.path)
    var snapshot = SQLSnapshot()
    let demo = try PredicateDatabase.demo()
    let loose = try LooseDatabase.open()
    for (entity, formats) in [
      ("Movie", AgreementCases.movie), ("Friend", AgreementCases.friend), ("Loan", AgreementCases.loan),
      ("Tag", AgreementCases.tag), ("Movie", AgreementCases.movieBoxes),
    ] {
      Self.add(formats, entity, AgreementCases.variables, of: demo, "demo", to: &snapshot)
    }
    Self.add(AgreementCases.item, "Item", [:], of: loose, "loose", to: &snapshot)
    Self.addRandom(AgreementGenerator.shapes, of: demo, "demo", to: &snapshot)
    Self.addRandom(LooseDatabase.shapes, of: loose, "loose", to: &snapshot)
    for seed in Self.databaseSeeds { try Self.addRandomDatabase(seed, to: &snapshot) }
    try Data(snapshot.text.utf8).write(to: URL(fileURLWithPath: path))
    print("\(snapshot.statementCount) statements in \(path)")
    // The snapshot would be useless if most statements were refused.
    #expect(snapshot.refusalCount < snapshot.statementCount / 4, "\(snapshot.refusalCount)")
  }

  /// Adds the statements of predicates chosen by hand, in every form.
  private static func add(
    _ formats: [String], _ entity: String, _ variables: QueryVariables, of database: PredicateDatabase, _ name: String,
    to snapshot: inout SQLSnapshot
  ) {
    for format in formats {
      snapshot.add(name, of: database, variables, in: SQLSnapshot.Form.all) {
        EntityFetch(entity, where: try QueryPredicate(format: QueryFormat(raw: format)))
      }
    }
  }

  /// Adds the statements of random predicates, each in one form.
  private static func addRandom(
    _ shapes: [String: AgreementGenerator.Shape], of database: PredicateDatabase, _ name: String,
    to snapshot: inout SQLSnapshot
  ) {
    for seed in seeds {
      let forms = [SQLSnapshot.Form.all[Int(seed) % SQLSnapshot.Form.all.count]]
      var generator = AgreementGenerator(seed: seed, shapes: shapes)
      let entity = generator.random.pick(generator.entities)
      let format = generator.predicate(entity)
      snapshot.add("\(name) \(seed)", of: database, in: forms) {
        EntityFetch(entity, where: try QueryPredicate(format: QueryFormat(raw: format)))
      }
      var wide = WideGenerator(seed: seed, shapes: shapes)
      let sample = wide.sample()
      snapshot.add("\(name) wide \(seed)", of: database, sample.variables, in: forms) {
        EntityFetch(
          sample.entity, where: try PredicateParser.predicate(sample.format, arguments: sample.arguments).get())
      }
    }
  }

  /// Adds the statements of the trials of a random database, each in one form.
  private static func addRandomDatabase(_ seed: UInt64, to snapshot: inout SQLSnapshot) throws {
    var generator = RandomDatabaseGenerator(seed: seed)
    let random = generator.make()
    let database = try random.open().database
    var trials = TrialGenerator(random: generator.random, model: database.model, encoding: random.encoding)
    for (position, trial) in try trials.trials().enumerated() {
      let variables: QueryVariables =
        switch trial {
        case .predicate(_, _, let variables): variables
        case .values(let request): request.variables
        default: [:]
        }
      let form = SQLSnapshot.Form.all[(Int(seed) + position) % SQLSnapshot.Form.all.count]
      snapshot.add("database \(seed) trial \(position)", of: database, variables, in: [form]) { try trial.fetch() }
    }
  }
}

extension DatabaseTrial {
  /// The fetch of the trial; nil if the trial has none.
  fileprivate func fetch() throws -> EntityFetch? {
    switch self {
    case .opening, .proposals: return nil
    case .predicate(let entity, let predicate, _), .request(let entity, let predicate):
      return EntityFetch(entity, where: predicate)
    case .plain(let entity, let condition): return EntityFetch(entity, where: condition.predicate)
    case .order(let request): return try request.fetch()
    case .groups(let request): return try request.fetch()
    case .values(let request): return try request.fetch()
    case .distinct(let request):
      var fetch = try request.fetch()
      (fetch.columns, fetch.groupBy) = (fetch.groupBy, [])
      (fetch.having, fetch.sortKeys) = (nil, [])
      fetch.isDistinct = true
      return fetch
    }
  }
}

/// The texts of many statements with their bindings.
private struct SQLSnapshot {
  /// The columns of a statement, and whether it has the fetch's limit and offset.
  struct Form {
    let description: String
    /// Nil for a statement of the keys in any order, without the fetch's limit and offset.
    let form: SQLFetchForm?
    let isLimited: Bool

    static let all: [Form] =
      [("keys", .keys), ("rows", .rows), ("count", .count), ("table", .table)].flatMap { (name, form) in
        [
          Form(description: name, form: form, isLimited: false),
          Form(description: "\(name) limit 3 offset 1", form: form, isLimited: true),
        ]
      } + [Form(description: "keys in any order", form: nil, isLimited: false)]
  }

  private(set) var text = ""
  private(set) var statementCount = 0
  private(set) var refusalCount = 0

  /// Adds the statements of a fetch: with all rewrites, and with none. Adds nothing if there is no fetch.
  mutating func add(
    _ name: String, of database: PredicateDatabase, _ variables: QueryVariables = [:], in forms: [Form],
    _ fetch: () throws -> EntityFetch?
  ) {
    do {
      guard var fetch = try fetch() else { return }
      fetch.predicate = try fetch.predicate.map(Self.withoutClock)
      text += "# \(name): \(fetch.entity) where \(fetch.predicate?.exactFormat ?? "-")\n"
      for form in forms {
        for (rewrites, database) in [("all rewrites", database), ("no rewrites", database.rewriting(by: []))] {
          text += "-- \(form.description), \(rewrites)\n"
          add(Result { try Self.statement(fetch, variables, form, of: database) })
        }
      }
    } catch {
      text += "# \(name)\nerror: \(error)\n"
    }
  }

  private mutating func add(_ statement: Result<SQLStatement, any Error>) {
    statementCount += 1
    switch statement {
    case .success(let statement):
      text += statement.text + "\n"
      for (position, value) in statement.bindings.enumerated() {
        text += "?\(position + 1) = \(Self.text(of: value))\n"
      }
    case .failure(let error):
      refusalCount += 1
      text += "error: \(error)\n"
    }
  }

  private static func statement(
    _ fetch: EntityFetch, _ variables: QueryVariables, _ form: Form, of database: PredicateDatabase
  ) throws -> SQLStatement {
    guard let result = form.form else {
      return try database.translator.keys(of: fetch.entity, where: fetch.predicate, variables: variables)
    }
    var fetch = fetch
    if form.isLimited { (fetch.limit, fetch.offset) = (3, 1) }
    return try database.statement(for: fetch, variables: variables, form: result).statement
  }

  /// The predicate with a fixed date in place of the current one, because the current date would give a different binding in each run.
  private static func withoutClock(_ predicate: QueryPredicate) throws -> QueryPredicate {
    let format = predicate.exactFormat
    guard format.contains("now()") else { return predicate }
    return try QueryPredicate(
      format: QueryFormat(raw: format.replacingOccurrences(of: "now()", with: "CAST(700000000, 'NSDate')")))
  }

  /// A binding with its type, and all of its bytes.
  private static func text(of value: QueryValue) -> String {
    switch value {
    case .string(let text): text.debugDescription
    case .data(let bytes): "x'" + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + "'"
    default: value.debugDescription
    }
  }
}
