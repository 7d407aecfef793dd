import PredicateBinding
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
  let graph: ObjectGraph
  /// What the oracles evaluate: the objects of the graph.
  private(set) var objects: MemoryObjects

  init(_ database: PredicateDatabase) throws {
    self.database = database
    graph = try ObjectGraph(database)
    objects = MemoryObjects(graph: graph)
  }

  /// The subject with other rewrites of its SQL.
  func rewriting(by rewrites: SQLRewrites) -> AgreementSubject {
    var subject = self
    subject.database = database.rewriting(by: rewrites)
    return subject
  }

  /// How both engines answer.
  enum Verdict {
    /// The same; so many objects, 0 where both fail alike.
    case alike(Int)
    /// One of them gave up: too many elements, or more inside one another than SQLite's parser takes.
    case undecided
    /// Not the same, in words.
    case different(String)
    /// One of them answers and the other fails, in words.
    case oneFails(String)

    /// The difference in words; nil where there is none.
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

  /// Compares both engines, and checks that a predicate and its opposite share the objects out among themselves.
  func compare(_ predicate: QueryPredicate, _ entity: String, _ variables: QueryVariables) -> Verdict {
    let expected: [Int64]
    do {
      expected = try memory(predicate, entity, variables)
    } catch let issue as PredicateIssue {
      if issue.kind == .limit { return .undecided }
      do {
        _ = try database.fetch(EntityFetch(entity, where: predicate), variables: variables)
        return .oneFails("memory: \(issue), SQL answers")
      } catch {
        let kind = (error as? PredicateIssue)?.kind
        return kind == issue.kind ? .alike(0) : .oneFails("memory: \(issue), SQL: \(error)")
      }
    } catch {
      return unreadable(error) { _ = try database.fetch(EntityFetch(entity, where: predicate), variables: variables) }
    }
    do {
      return try compare(predicate, entity, variables, with: expected)
    } catch let issue as PredicateIssue where issue.kind == .limit {
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
    let found = try database.ids(entity: entity, predicate: predicate, variables: variables)
    let fetch = EntityFetch(entity, where: predicate)
    let sql = try database.statement(for: fetch, variables: variables, form: .keys).statement.text
    if found != expected { return .different("\(found) for \(expected)\n\(sql)") }
    let opposite = try database.count(EntityFetch(entity, where: .not(predicate)), variables: variables)
    let all = try graph.objects(of: entity).count
    if found.count + opposite != all { return .different("\(found.count) + \(opposite) != \(all)\n\(sql)") }
    let count = try database.count(fetch, variables: variables)
    if count != found.count { return .different("count \(count) for \(found.count)\n\(sql)") }
    // Few rows are asked otherwise.
    let some = try database.keys(EntityFetch(entity, where: predicate, limit: 3, offset: 1), variables: variables)
    if some != Array(expected.dropFirst().prefix(3)) { return .different("limit: \(some) of \(expected)\n\(sql)") }
    return .alike(found.count)
  }

  /// Where rows have no integer that names them, their numbers.
  private func compareCounts(
    _ predicate: QueryPredicate, _ entity: String, _ variables: QueryVariables
  ) throws -> Verdict {
    let expected = try objects(predicate, entity, variables).count
    let fetch = EntityFetch(entity, where: predicate)
    let sql = try database.statement(for: fetch, variables: variables).statement.text
    let found = try database.fetch(fetch, variables: variables).rows.count
    let count = try database.count(fetch, variables: variables)
    if found != expected || count != expected {
      return .different("\(found) rows, \(count) counted for \(expected)\n\(sql)")
    }
    let opposite = try database.count(EntityFetch(entity, where: .not(predicate)), variables: variables)
    let all = try graph.objects(of: entity).count
    return found + opposite == all ? .alike(found) : .different("\(found) + \(opposite) != \(all)\n\(sql)")
  }

  /// The keys of the objects that a predicate is true of, by the evaluator in memory.
  func memory(
    _ predicate: QueryPredicate, _ entity: String, _ variables: QueryVariables = [:]
  ) throws -> [Int64] {
    try objects(predicate, entity, variables).compactMap { $0.reference?.key }
  }

  /// Where memory could not read a table, SQL may answer, or fail with an issue of its own.
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
