import GRDB
import PredicateFetching
import PredicateModel
import PredicateSQLite
import PredicateTestSupport
import PredicateValues

/// Compares the rows of whole fetches with the rows of memory.
extension AgreementSubject {
  /// The rows of a fetch in memory, to be compared with the expected rows; nil if the expected rows use another order of elements.
  private func rowsInMemory(_ fetch: EntityFetch, _ variables: QueryVariables = [:]) throws -> [[QueryValue]]? {
    objects.seed == nil ? try GraphFetch(graph).rows(fetch, variables: variables).rows : nil
  }

  /// Compares the objects of a sorted fetch, and their number.
  func compare(_ request: OrderOracle.Request) -> Verdict {
    compare({ try request.fetch() }, { try OrderOracle(memory: objects).keys(request) }) { expected in
      let fetch = try request.fetch()
      let found = try keys(fetch)
      let sql = try sql(fetch, form: .keys)
      if found != expected { return .different("\(found) for \(expected)\n\(sql)") }
      let count = try self.count(fetch)
      if count != expected.count { return .different("count \(count) for \(expected.count)\n\(sql)") }
      guard let inMemory = try rowsInMemory(fetch)?.map({ GroupOracle.plainNumber($0[0]) }) else {
        return .alike(found.count)
      }
      return "\(inMemory)" == "\(expected.map { QueryValue.integer($0) })"
        ? .alike(found.count) : .different("GraphFetch: \(inMemory) for \(expected)")
    }
  }

  /// Compares the rows of a grouped fetch, their number, and the distinct values of the group keys.
  func compare(_ request: GroupOracle.Request) -> Verdict {
    compare({ try request.fetch() }, { try GroupOracle(objects).rows(request).map(Self.groupText) }) { expected in
      let fetch = try request.fetch()
      let sql = try sql(fetch)
      let found = try rows(fetch).rows.map(Self.groupText)
      if found != expected { return .different("\(found)\nfor \(expected)\n\(sql)") }
      let count = try self.count(fetch)
      if count != expected.count { return .different("count \(count) for \(expected.count)\n\(sql)") }
      guard let inMemory = try rowsInMemory(fetch)?.map(Self.groupText) else { return .alike(found.count) }
      return inMemory == expected ? .alike(found.count) : .different("GraphFetch: \(inMemory)\nfor \(expected)")
    }
  }

  /// Compares the distinct values of a request's keys with its groups.
  func compareDistinct(_ request: GroupOracle.Request) -> Verdict {
    var keysAlone = request
    (keysAlone.aggregates, keysAlone.having, keysAlone.order) = ([], nil, [])
    let fetch = {
      EntityFetch(
        request.entity, where: try request.predicate.map { try QueryPredicate(format: QueryFormat(raw: $0)) },
        columns: try request.keys.map { FetchedColumn(try QueryExpression(format: QueryFormat(raw: $0)), as: $0) },
        isDistinct: true,
        limit: request.limit, offset: request.offset)
    }
    return compare(fetch, { try GroupOracle(objects).rows(keysAlone).map(Self.groupText) }) { expected in
      let fetch = try fetch()
      let found = try rows(fetch).rows.map(Self.groupText)
      let sql = try sql(fetch)
      if found != expected { return .different("distinct: \(found)\nfor \(expected)\n\(sql)") }
      guard let inMemory = try rowsInMemory(fetch)?.map(Self.groupText) else { return .alike(found.count) }
      return inMemory == expected ? .alike(found.count) : .different("GraphFetch: \(inMemory)\nfor \(expected)")
    }
  }

  /// Compares how many rows a request of GRDB counts with how many objects memory finds.
  func compareRequest(_ predicate: QueryPredicate, _ entity: String) -> Verdict {
    compare({ EntityFetch(entity, where: predicate) }, { try memoryCount(predicate, entity) }) { expected in
      // GRDB's request needs a condition with exact SQL.
      guard lowered == nil, let table = database.model.entity(named: entity)?.table else { return .undecided }
      let request = try Table(table).all().filter(matching: predicate, in: database)
      let count = try database.reader.read { try request.fetchCount($0) }
      return count == expected ? .alike(count) : .different("request: \(count) rows for \(expected)")
    }
  }

  /// Compares the proposed values of an attribute with all values of its objects. One of several texts that are equal in an index
  /// is enough.
  func compareProposals(_ entity: String, _ attribute: String) -> Verdict {
    do {
      let proposed = try database.distinctValues(of: attribute, in: entity, limit: 1_000)
      let known = try graph.objects(of: entity).compactMap { $0.value(forKey: attribute) }.filter { !$0.isNull }
      let order = try orderOfProposals(entity, attribute)
      func texts(_ values: [QueryValue]) -> Set<String> { Set(values.map { Self.groupText([$0]) }) }
      func folded(_ values: [QueryValue]) -> Set<String> { texts(values.map { Self.folded($0, by: order) }) }
      return texts(proposed).isSubset(of: texts(known)) && folded(proposed) == folded(known)
        ? .alike(known.count) : .different("proposed: \(texts(proposed).sorted()) for \(texts(known).sorted())")
    } catch {
      return unreadable(error) { _ = try database.distinctValues(of: attribute, in: entity) }
    }
  }

  /// The order in which proposed texts are distinct: that of the column, or of an index if only indexes of other collations begin with the column.
  private func orderOfProposals(_ entity: String, _ attribute: String) throws -> Attribute.TextOrder? {
    guard let entity = database.model.entity(named: entity), let attribute = entity.attribute(named: attribute) else {
      return nil
    }
    let collations = try database.reader.read {
      try String.fetchAll(
        $0,
        sql: """
          SELECT i.coll FROM pragma_index_list(?1) l JOIN pragma_index_xinfo(l.name) i
          WHERE i.seqno = 0 AND i.name = ?2 AND NOT l.partial
          """, arguments: [entity.table, attribute.column])
    }
    if collations.isEmpty || collations.contains("BINARY") { return attribute.textOrder }
    return collations.first.map { .collation($0) }
  }

  /// A text in the form in which one of SQLite's collations compares it.
  private static func folded(_ value: QueryValue, by order: Attribute.TextOrder?) -> QueryValue {
    guard case .string(let text) = value else { return value }
    var scalars = Array(text.unicodeScalars)
    guard case .collation(let collation) = order else { return value }
    switch collation.uppercased() {
    case "NOCASE":
      scalars = scalars.map { ("A"..."Z").contains($0) ? Unicode.Scalar(UInt8($0.value) + 32) : $0 }
    case "RTRIM": while scalars.last == " " { scalars.removeLast() }
    default: break
    }
    return .string(String(String.UnicodeScalarView(scalars)))
  }

  /// Compares the shown values. Rows without an integer key are compared without regard to their order.
  func compare(_ request: ValuesOracle.Request) -> Verdict {
    let model = database.model
    let hasOrder = model.entity(named: request.entity)?.key.referenceColumn != nil
    // A reference to an object without an integer key cannot be shown in a row.
    let hidden = (model.entity(named: request.entity)?.relationships ?? []).filter {
      model.destination(of: $0)?.key.referenceColumn == nil
    }.map(\.name)
    // A function of one collection is an aggregate of the fetch, which ``GroupOracle`` computes.
    let bound = Result { try BoundFetch(request.fetch(), model: model, variables: request.variables) }
    switch bound {
    case .success(let fetch) where fetch.grouping != nil: return .undecided
    case .failure(let issue as PredicateIssue) where issue.code == "not-grouped": return .undecided
    case .success, .failure: break
    }
    let columns = { try database.fetch(EntityFetch(request.entity, limit: 0)).columns }
    let names = request.columns.isEmpty ? (try? columns()) ?? [] : []
    let isShown = names.map { name in !hidden.contains { $0.hasSameScalars(as: name) } }
    // Whether SQLite reads a computed column without a type as 7 or as 7.0 depends on its plan.
    let isUntyped = isUntyped(request, names, try? bound.get())
    func texts(_ rows: [[QueryValue]]) -> [String] {
      let texts = rows.map { row in
        Self.text(
          row.enumerated().filter { names.isEmpty || isShown[$0.offset] }.map { position, value in
            isUntyped.indices.contains(position) && isUntyped[position] ? GroupOracle.plainNumber(value) : value
          })
      }
      return hasOrder ? texts : texts.sorted()
    }
    return compare(
      { try request.fetch() }, variables: request.variables,
      { texts(try ValuesOracle(memory: objects).rows(request, names: names)) }
    ) { expected in
      let fetch = try request.fetch()
      let found = texts(try rows(fetch, request.variables).rows)
      if found == expected {
        guard let inMemory = try rowsInMemory(fetch, request.variables).map(texts) else { return .alike(found.count) }
        return inMemory == expected ? .alike(found.count) : .different("GraphFetch: \(inMemory)\nfor \(expected)")
      }
      let sql = try sql(fetch, request.variables)
      let pairs = zip(found, expected).filter { $0 != $1 }.prefix(3).map { "SQL \($0)\nmemory \($1)" }
      return .different(
        "\(found.count) rows for \(expected.count); \(names)\n\(pairs.joined(separator: "\n"))\n\(sql)")
    }
  }

  /// For each column of a request, whether it has values of unknown type. Whole objects show the members with the given names.
  private func isUntyped(_ request: ValuesOracle.Request, _ names: [String], _ bound: BoundFetch?) -> [Bool] {
    guard let entity = database.model.entity(named: request.entity) else { return [] }
    if !names.isEmpty { return names.map { entity.attribute(named: $0)?.type == .any } }
    return bound?.columns.map { $0.value.type == .any } ?? []
  }

  /// The row of a group as text. Equal numbers of different types form one group, and either of them may be shown as its key.
  static func groupText(_ row: [QueryValue]) -> String { text(row.map(GroupOracle.plainNumber)) }

  /// A row as ASCII text, because Swift treats canonically equivalent texts as equal. The zeros 0.0 and -0.0 are the same text, as in SQLite.
  static func text(_ row: [QueryValue]) -> String {
    let values = row.map { value in
      switch value {
      case .double(let number): QueryValue.double(number + 0)
      case .date(let seconds): QueryValue.date(seconds + 0)
      default: value
      }
    }
    return "\(values)".replacing("PredicateValues.QueryValue.", with: "").unicodeScalars
      .map { $0.isASCII ? String($0) : $0.escaped(asASCII: true) }.joined()
  }

  /// Compares the expected result of memory with SQL's. If memory fails, SQL must fail in the same way.
  func compare<Answer>(
    _ fetch: () throws -> EntityFetch, variables: QueryVariables = [:], _ expected: () throws -> Answer,
    with found: (Answer) throws -> Verdict
  ) -> Verdict {
    let answer: Answer
    do {
      answer = try expected()
    } catch let issue as PredicateIssue {
      if issue.kind == .limit { return .undecided }
      do {
        _ = try rows(fetch(), variables)
        return .oneFails("memory: \(issue), SQL answers")
      } catch  where cannotFollow(error) {
        return .undecided
      } catch {
        return (error as? PredicateIssue)?.kind == issue.kind
          ? .alike(0) : .oneFails("memory: \(issue), SQL: \(error)")
      }
    } catch {
      return unreadable(error) { _ = try rows(fetch(), variables) }
    }
    do {
      return try found(answer)
    } catch let issue as PredicateIssue where issue.kind == .limit || cannotFollow(issue) {
      return .undecided
    } catch {
      return .oneFails("\(error)")
    }
  }
}
