import GRDB
import PredicateModel
import PredicateSQLite
import PredicateSyntax
import PredicateTestSupport
import PredicateValues

/// A trial on a random database: a question that is answered in two ways, whose results must be equal.
enum DatabaseTrial: CustomStringConvertible {
  typealias Verdict = AgreementSubject.Verdict

  /// Whether the database can be opened, and whether memory can read it.
  case opening
  /// Memory and SQL.
  case predicate(String, QueryPredicate, QueryVariables)
  /// A condition, evaluated in memory, by translated SQL, and by plain SQL written without the translator.
  case plain(String, PlainCondition)
  /// A predicate, evaluated in memory and in a request of GRDB.
  case request(String, QueryPredicate)
  /// The values that are proposed for an attribute, compared with all of its values.
  case proposals(String, String)
  case order(OrderOracle.Request)
  case groups(GroupOracle.Request)
  case distinct(GroupOracle.Request)
  case values(ValuesOracle.Request)

  var description: String {
    switch self {
    case .opening: "(opening)"
    case .predicate(let entity, let predicate, let variables):
      "\(entity) where \(predicate.exactFormat)" + (predicate.freeVariables.isEmpty ? "" : "\nvariables: \(variables)")
    case .plain(let entity, let condition): "\(entity) where \(condition.predicate.exactFormat)"
    case .request(let entity, let predicate): "(GRDB) \(entity) where \(predicate.exactFormat)"
    case .proposals(let entity, let attribute): "(distinctValues) \(entity) \(attribute)"
    case .order(let request): "\(request)"
    case .groups(let request): "\(request)"
    case .distinct(let request): "distinct \(request)"
    case .values(let request): "\(request)"
    }
  }

  func verdict(in subject: AgreementSubject) -> Verdict {
    switch self {
    case .opening: .alike(0)
    case .predicate(let entity, let predicate, let variables): subject.compare(predicate, entity, variables)
    case .plain(let entity, let condition): Self.compare(condition, entity, subject)
    case .request(let entity, let predicate): subject.compareRequest(predicate, entity)
    case .proposals(let entity, let attribute): subject.compareProposals(entity, attribute)
    case .order(let request): subject.compare(request)
    case .groups(let request): subject.compare(request)
    case .distinct(let request): subject.compareDistinct(request)
    case .values(let request): subject.compare(request)
    }
  }

  private static func compare(_ condition: PlainCondition, _ entity: String, _ subject: AgreementSubject) -> Verdict {
    let predicate = condition.predicate
    let verdict = subject.compare(predicate, entity, [:])
    guard case .alike(let count) = verdict else { return verdict }
    do {
      let sql = try PlainSQL.statement(subject.database.model, entity, where: condition)
      let rows = try subject.database.reader.read { try Int64.fetchAll($0, sql: sql) }
      guard subject.database.model.entity(named: entity)?.key.referenceColumn != nil else {
        return rows.count == count ? verdict : .different("plain SQL: \(rows.count) rows for \(count)\n\(sql)")
      }
      let found = try subject.database.ids(entity: entity, predicate: predicate)
      return rows == found ? verdict : .different("plain SQL: \(rows), both engines: \(found)\n\(sql)")
    } catch {
      return .different("plain SQL: \(error)")
    }
  }

  /// The smallest trial found by simplifying this one, as long as a condition is true for it.
  func reduced(while holds: (DatabaseTrial) -> Bool) -> DatabaseTrial {
    var best = self
    search: while true {
      for candidate in best.simpler where holds(candidate) {
        best = candidate
        continue search
      }
      break
    }
    return best.withReducedPredicate(while: holds)
  }

  /// The trials that are one step simpler. Their predicates are not simplified here.
  private var simpler: [DatabaseTrial] {
    switch self {
    case .opening, .predicate, .request, .proposals: return []
    case .plain(let entity, let condition): return condition.simpler.map { .plain(entity, $0) }
    case .order(let request):
      var candidates = request.keys.indices.map { index in
        var simpler = request
        simpler.keys.remove(at: index)
        return simpler
      }
      if request.first != nil { candidates.append(request.with(\.first, nil)) }
      if request.limit != nil { candidates.append(request.with(\.limit, nil)) }
      if request.offset != 0 { candidates.append(request.with(\.offset, 0)) }
      return candidates.map { .order($0) }
    case .groups(let request): return Self.simpler(request).map { .groups($0) }
    case .distinct(let request): return Self.simpler(request).map { .distinct($0) }
    case .values(let request):
      guard request.columns.count > 1 else { return [] }
      return request.columns.map { .values(request.with(\.columns, [$0])) }
    }
  }

  private static func simpler(_ request: GroupOracle.Request) -> [GroupOracle.Request] {
    var candidates: [GroupOracle.Request] = []
    if !request.order.isEmpty { candidates.append(request.with(\.order, [])) }
    if request.having != nil { candidates.append(request.with(\.having, nil)) }
    if request.limit != nil { candidates.append(request.with(\.limit, nil)) }
    if request.offset != 0 { candidates.append(request.with(\.offset, 0)) }
    if request.predicate != nil { candidates.append(request.with(\.predicate, nil)) }
    guard request.order.isEmpty else { return candidates }
    for index in request.keys.indices where request.keys.count > 1 {
      var simpler = request
      simpler.keys.remove(at: index)
      candidates.append(simpler)
    }
    // The condition on groups uses the first aggregate.
    for index in request.aggregates.indices.dropFirst() {
      var simpler = request
      simpler.aggregates.remove(at: index)
      candidates.append(simpler)
    }
    return candidates
  }

  private func withReducedPredicate(while holds: (DatabaseTrial) -> Bool) -> DatabaseTrial {
    func reduced(_ format: String, _ make: (String) -> DatabaseTrial) -> DatabaseTrial {
      guard let predicate = try? QueryPredicate(format: QueryFormat(raw: format)) else { return self }
      let small = PredicateReducer.reduced(predicate, attempts: 400) { holds(make($0.exactFormat)) }
      return small == predicate ? self : make(small.exactFormat)
    }
    switch self {
    case .opening, .plain, .proposals: return self
    case .request(let entity, let predicate):
      return .request(entity, PredicateReducer.reduced(predicate, attempts: 400) { holds(.request(entity, $0)) })
    case .predicate(let entity, let predicate, let variables):
      return .predicate(
        entity, PredicateReducer.reduced(predicate, attempts: 400) { holds(.predicate(entity, $0, variables)) },
        variables)
    case .order(let request): return reduced(request.predicate) { .order(request.with(\.predicate, $0)) }
    case .groups(let request):
      return reduced(request.predicate ?? "TRUEPREDICATE") { .groups(request.with(\.predicate, $0)) }
    case .distinct(let request):
      return reduced(request.predicate ?? "TRUEPREDICATE") { .distinct(request.with(\.predicate, $0)) }
    case .values(let request): return reduced(request.predicate) { .values(request.with(\.predicate, $0)) }
    }
  }
}
