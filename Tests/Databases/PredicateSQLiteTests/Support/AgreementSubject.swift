import PredicateBinding
import PredicateDatabaseSuite
import PredicateDatabases
import PredicateEngine
import PredicateModel
import PredicateReference
import PredicateSQL
import PredicateSQLite
import PredicateTestSupport
import PredicateValues

/// A database, and the same rows in memory.
struct AgreementSubject: Sendable {
  private(set) var database: PredicateDatabase
  /// The same database with SQL that lacks some forms; nil if it has all forms of SQLite.
  private(set) var lowered: LoweredDatabase?
  let graph: ObjectGraph
  /// The objects of the graph, for the oracles.
  private(set) var objects: MemoryObjects

  init(_ database: PredicateDatabase) throws {
    self.database = database
    graph = try ObjectGraph(database)
    objects = MemoryObjects(graph: graph)
  }

  /// The subject with other rewrites for its SQL statements.
  func rewriting(by rewrites: SQLRewrites) -> AgreementSubject {
    var subject = self
    subject.database = database.rewriting(by: rewrites)
    return subject
  }

  /// The subject whose SQL lacks some forms. Memory evaluates what the SQL cannot express.
  func without(_ lack: PartialLowering.Lack) -> AgreementSubject {
    var subject = self
    subject.lowered = LoweredDatabase(database, without: lack)
    return subject
  }

  // Statements run on the database, with the forms that its SQL has.

  func ids(_ entity: String, _ predicate: QueryPredicate, _ variables: QueryVariables) throws -> [Int64] {
    try lowered?.keys(EntityFetch(entity, where: predicate), variables: variables)
      ?? database.ids(entity: entity, predicate: predicate, variables: variables)
  }

  func keys(_ fetch: EntityFetch, _ variables: QueryVariables = [:]) throws -> [Int64] {
    try lowered?.keys(fetch, variables: variables) ?? database.keys(fetch, variables: variables)
  }

  func rows(_ fetch: EntityFetch, _ variables: QueryVariables = [:]) throws -> ResultTable {
    try lowered?.rows(of: fetch, variables: variables) ?? database.fetch(fetch, variables: variables)
  }

  func count(_ fetch: EntityFetch, _ variables: QueryVariables = [:]) throws -> Int {
    guard let lowered else { return try database.count(fetch, variables: variables) }
    let bound = try BoundFetch(fetch, model: lowered.model, variables: variables)
    return try lowered.number(lowered.prepare(bound, as: .count))
  }

  func sql(_ fetch: EntityFetch, _ variables: QueryVariables = [:], form: SQLFetchForm = .rows) throws -> String {
    guard let lowered else {
      return try database.statement(for: fetch, variables: variables, form: form).statement.text
    }
    let bound = try BoundFetch(fetch, model: lowered.model, variables: variables)
    return try lowered.prepare(bound, as: form).statement?.text ?? ""
  }

  /// Whether memory cannot follow a relationship from row to row, because no integer names the rows.
  func cannotFollow(_ error: any Error) -> Bool {
    guard lowered != nil, let issue = error as? PredicateIssue else { return false }
    return ["no-key", "no-inverse", "sql-no-key"].contains(issue.code)
  }

  enum Verdict {
    /// Both results are equal, with the number of objects. The number is 0 if both failed in the same way.
    case alike(Int)
    /// One of them reached a limit: too many elements, or deeper nesting than SQLite's parser allows.
    case undecided
    /// The results are different. The text describes the difference.
    case different(String)
    /// Only one of them failed. The text describes the failure.
    case oneFails(String)

    /// The difference in words; nil without one.
    var difference: String? {
      switch self {
      case .different(let words), .oneFails(let words): words
      case .alike, .undecided: nil
      }
    }
  }

  /// The subject with the elements of relationships in another order.
  func reordered(seed: UInt64) -> AgreementSubject {
    var subject = self
    subject.objects.seed = seed
    return subject
  }

  /// Compares memory and SQL. Also checks that each object meets exactly one of the predicate and its negation.
  func compare(_ predicate: QueryPredicate, _ entity: String, _ all: QueryVariables) -> Verdict {
    // Variables that the predicate does not use are removed, because a generator or the reducer may leave some.
    let variables = all.used(by: predicate.freeVariables.map(\.name))
    let expected: [Int64]
    do {
      expected = try memory(predicate, entity, variables)
    } catch let issue as PredicateIssue {
      if issue.kind == .limit { return .undecided }
      do {
        _ = try rows(EntityFetch(entity, where: predicate), variables)
        return .oneFails("memory: \(issue), SQL answers")
      } catch  where cannotFollow(error) {
        return .undecided
      } catch {
        let kind = (error as? PredicateIssue)?.kind
        return kind == issue.kind ? .alike(0) : .oneFails("memory: \(issue), SQL: \(error)")
      }
    } catch {
      return unreadable(error) { _ = try rows(EntityFetch(entity, where: predicate), variables) }
    }
    do {
      return try compare(predicate, entity, variables, with: expected)
    } catch let issue as PredicateIssue where issue.kind == .limit || cannotFollow(issue) {
      return .undecided
    } catch {
      return .oneFails("\(error)")
    }
  }

  private func compare(
    _ predicate: QueryPredicate, _ entity: String, _ variables: QueryVariables, with expected: [Int64]
  ) throws -> Verdict {
    if database.model.entity(named: entity)?.key.referenceColumn == nil {
      return try compareCounts(predicate, entity, variables)
    }
    let found = try ids(entity, predicate, variables)
    let fetch = EntityFetch(entity, where: predicate)
    let sql = try sql(fetch, variables, form: .keys)
    if found != expected { return .different("\(found) for \(expected)\n\(sql)") }
    let opposite = try count(EntityFetch(entity, where: .not(predicate)), variables)
    let all = try graph.objects(of: entity).count
    if found.count + opposite != all, !predicate.readsClock {
      return .different("\(found.count) + \(opposite) != \(all)\n\(sql)")
    }
    let count = try self.count(fetch, variables)
    if count != found.count { return .different("count \(count) for \(found.count)\n\(sql)") }
    // The statement for some of the rows differs from the statement for all.
    let some = try keys(EntityFetch(entity, where: predicate, limit: 3, offset: 1), variables)
    if some != Array(expected.dropFirst().prefix(3)) { return .different("limit: \(some) of \(expected)\n\(sql)") }
    return .alike(found.count)
  }

  /// Compares the numbers of rows without an integer key.
  private func compareCounts(
    _ predicate: QueryPredicate, _ entity: String, _ variables: QueryVariables
  ) throws -> Verdict {
    let expected = try objects(predicate, entity, variables).count
    let fetch = EntityFetch(entity, where: predicate)
    let sql = try sql(fetch, variables)
    let found = try rows(fetch, variables).rows.count
    let count = try self.count(fetch, variables)
    if found != expected || count != expected {
      return .different("\(found) rows, \(count) counted for \(expected)\n\(sql)")
    }
    let opposite = try self.count(EntityFetch(entity, where: .not(predicate)), variables)
    let all = try graph.objects(of: entity).count
    return found + opposite == all || predicate.readsClock
      ? .alike(found) : .different("\(found) + \(opposite) != \(all)\n\(sql)")
  }

  /// The keys of the objects that a predicate is true of, by the evaluator in memory.
  func memory(
    _ predicate: QueryPredicate, _ entity: String, _ variables: QueryVariables = [:]
  ) throws -> [Int64] {
    try objects(predicate, entity, variables).compactMap { $0.reference?.key }
  }

  /// The verdict if memory could not read a table: SQL may give an answer, or fail with another issue.
  func unreadable(_ error: any Error, _ ask: () throws -> Void) -> Verdict {
    guard error is DatabaseIssue else { return .different("\(error)") }
    do {
      try ask()
      return .undecided
    } catch let other where other is DatabaseIssue || other is PredicateIssue {
      return .undecided
    } catch {
      return .different("memory: a table cannot be read, SQL: \(type(of: error)) \(error)")
    }
  }

  /// How many objects a predicate is true of, by the evaluator in memory.
  func memoryCount(_ predicate: QueryPredicate, _ entity: String) throws -> Int {
    try objects(predicate, entity, [:]).count
  }

  private func objects(
    _ predicate: QueryPredicate, _ entity: String, _ variables: QueryVariables
  ) throws -> [any QueryObject] {
    let bound = try Binder.bind(predicate, to: .entity(entity, database.model), variables: variables)
    var limits = PredicateLimits.standard
    limits.visitedElements = 800
    let evaluator = ReferenceEvaluator(limits: limits)
    return try objects.objects(of: entity).filter { try evaluator.evaluate(bound, object: .object($0)) }
  }
}

extension QueryVariables {
  func used(by names: [String]) -> QueryVariables {
    self.names.reduce(self) { rest, name in
      names.contains { $0.hasSameScalars(as: name) } ? rest : rest.without(name)
    }
  }
}

extension QueryPredicate {
  /// Whether the predicate calls `now()`, so that it and its negation are evaluated at different times.
  fileprivate var readsClock: Bool { exactFormat.contains("now()") }
}
