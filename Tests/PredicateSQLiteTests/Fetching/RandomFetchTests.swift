import PredicateBinding
import PredicateEvaluation
import PredicateModel
import PredicateSQLite
import PredicateTestSupport
import PredicateValues
import Testing

/// Whole fetches as memory makes them, over every database that predicates are tried on: a random condition with random sort keys, a limit
/// and an offset, distinct values, groups with aggregates and a condition on these.
@Suite struct RandomFetchTests {
  private struct Source: Sendable {
    let subject: AgreementSubject
    let shapes: [String: AgreementGenerator.Shape]
  }

  private static let sources: [Result<Source, any Error>] =
    OddShapesTests.subjects.map { subject in
      subject.map { Source(subject: $0, shapes: OddDatabase.shapes(of: $0.database.model)) }
    } + [
      AgreementTests.demo.map { Source(subject: $0, shapes: AgreementGenerator.shapes) },
      AgreementTests.loose.map { Source(subject: $0, shapes: LooseDatabase.shapes) },
    ]

  // MARK: Order

  @Test(arguments: sources.indices)
  func orders(source: Int) throws {
    let source = try Self.sources[source].get()
    let model = source.subject.database.model
    for seed in RandomRun(rounds: 30).seeds {
      var generator = AgreementGenerator(seed: seed, shapes: source.shapes)
      let entity = generator.random.pick(
        generator.entities.filter { model.entity(named: $0)?.key.referenceColumn != nil })
      let predicate = generator.random.oneIn(3) ? "TRUEPREDICATE" : generator.predicate(entity)
      var random = generator.random
      let place = AgreementGenerator.Place(entity: entity, prefix: "", object: "SELF", shapes: source.shapes)
      let keys = (0..<Int.random(in: 0...3, using: &random)).map { _ in
        (text: Self.sortKey(place, &random), isAscending: Bool.random(using: &random))
      }
      let limit = random.oneIn(2) ? nil : Int.random(in: 0...6, using: &random)
      let offset = random.oneIn(2) ? 0 : Int.random(in: 0...4, using: &random)
      let what =
        "\(entity) where \(predicate) sort by \(keys) limit \(limit ?? -1) offset \(offset) (OPENPREDICATE_SEED=\(seed))"
      do {
        let fetch = EntityFetch(
          entity, where: try QueryPredicate(format: predicate),
          sortedBy: try keys.map { SortKey(try QueryExpression(format: $0.text), isAscending: $0.isAscending) },
          limit: limit, offset: offset)
        let sorted = try Self.sorted(source.subject, entity, predicate, keys)
        let expected = Array(sorted.dropFirst(offset).prefix(limit ?? sorted.count))
        let sql = try source.subject.database.statement(for: fetch, form: .keys).statement.text
        #expect(try source.subject.database.keys(fetch) == expected, "\(what)\n\(sql)")
        #expect(try source.subject.database.count(fetch) == expected.count, "count: \(what)")
        let inMemory = try GraphFetch(source.subject.graph).rows(fetch).rows
        #expect(inMemory.map { "\($0[0])" } == expected.map { "\(QueryValue.integer($0))" }, "memory: \(what)")
      } catch {
        Issue.record("\(error): \(what)")
      }
    }
  }

  private static func sorted(
    _ subject: AgreementSubject, _ entity: String, _ predicate: String, _ keys: [(text: String, isAscending: Bool)]
  ) throws -> [Int64] {
    let root = RootType.entity(entity, subject.database.model)
    let evaluator = PlainEvaluator()
    let condition = try Binder.bind(QueryPredicate(format: predicate), to: root)
    let bound = try keys.map { try Binder.bind(QueryExpression(format: $0.text), to: root) }
    var rows: [(key: Int64, values: [QueryValue])] = []
    for object in try subject.graph.objects(of: entity) {
      let value = QueryValue.object(object)
      guard try evaluator.evaluate(condition, object: value) else { continue }
      rows.append((object.reference?.key ?? 0, try bound.map { try evaluator.value($0, object: value) }))
    }
    rows.sort { left, right in
      for (position, key) in keys.enumerated() {
        if GroupOracle.isBefore(left.values[position], right.values[position]) { return key.isAscending }
        if GroupOracle.isBefore(right.values[position], left.values[position]) { return !key.isAscending }
      }
      return left.key < right.key
    }
    return rows.map(\.key)
  }

  /// An attribute, of the object or of one that it leads to, or what is made of it.
  private static func sortKey(_ place: AgreementGenerator.Place, _ random: inout SplitMix64) -> String {
    var place = place
    while random.oneIn(3), let way = place.shape.toOne.randomElement(using: &random) { place = place.step(way) }
    let strings = place.shape.strings.map(place.member)
    let numbers = place.shape.numbers.map(place.member)
    let name = random.pick(strings + numbers + place.shape.dates.map(place.member))
    guard random.oneIn(3) else { return name }
    if strings.contains(name) {
      return random.pick(["uppercase(\(name))", "\(name).length", "TERNARY(\(name) == nil, 'm', \(name))"])
    }
    if numbers.contains(name) { return random.pick(["\(name) * 2", "-\(name)", "abs(\(name))", "\(name) / 3"]) }
    guard let many = place.shape.toMany.randomElement(using: &random) else { return name }
    return "\(place.member(many.name)).@count"
  }

  // MARK: Groups

  @Test(arguments: sources.indices)
  func groups(source: Int) throws {
    let source = try Self.sources[source].get()
    for seed in RandomRun(rounds: 30).seeds {
      var generator = AgreementGenerator(seed: seed, shapes: source.shapes)
      let request = Self.request(&generator, source.shapes)
      do {
        let fetch = try request.fetch()
        let expected = try GroupOracle(source.subject.graph).rows(request).map(Self.text)
        let sql = try source.subject.database.statement(for: fetch).statement.text
        let found = try source.subject.database.fetch(fetch).rows.map(Self.text)
        #expect(found == expected, "\(request) (OPENPREDICATE_SEED=\(seed))\n\(sql)")
        let inMemory = try GraphFetch(source.subject.graph).rows(fetch).rows.map(Self.text)
        #expect(inMemory == expected, "memory: \(request) (OPENPREDICATE_SEED=\(seed))")
        #expect(try source.subject.database.count(fetch) == expected.count, "\(request) (OPENPREDICATE_SEED=\(seed))")
        guard !request.keys.isEmpty else { continue }
        try Self.checkDistinct(request, source.subject, seed)
      } catch {
        Issue.record("\(error): \(request) (OPENPREDICATE_SEED=\(seed))")
      }
    }
  }

  /// The groups' keys are the distinct values, in their order.
  private static func checkDistinct(
    _ request: GroupOracle.Request, _ subject: AgreementSubject, _ seed: UInt64
  ) throws {
    var keysAlone = request
    (keysAlone.aggregates, keysAlone.having, keysAlone.order) = ([], nil, [])
    let fetch = EntityFetch(
      request.entity, where: try request.predicate.map { try QueryPredicate(format: $0) },
      columns: try request.keys.map { FetchedColumn(try QueryExpression(format: $0), as: $0) }, isDistinct: true,
      limit: request.limit, offset: request.offset)
    let expected = try GroupOracle(subject.graph).rows(keysAlone).map(Self.text)
    let found = try subject.database.fetch(fetch).rows.map(Self.text)
    #expect(found == expected, "distinct \(keysAlone) (OPENPREDICATE_SEED=\(seed))")
    let inMemory = try GraphFetch(subject.graph).rows(fetch).rows.map(Self.text)
    #expect(inMemory == expected, "distinct in memory \(keysAlone) (OPENPREDICATE_SEED=\(seed))")
  }

  /// A row as text. SQLite has one zero.
  private static func text(_ row: [QueryValue]) -> String {
    "\(row.map { if case .double(let number) = $0 { QueryValue.double(number + 0) } else { $0 } })"
  }

  private static func request(
    _ generator: inout AgreementGenerator, _ shapes: [String: AgreementGenerator.Shape]
  ) -> GroupOracle.Request {
    let entity = generator.random.pick(generator.entities)
    let predicate = generator.random.oneIn(2) ? nil : generator.predicate(entity)
    var random = generator.random
    let place = AgreementGenerator.Place(entity: entity, prefix: "", object: "SELF", shapes: shapes)
    var keys: [String] = []
    for _ in 0..<random.pick([0, 1, 1, 2]) {
      let key = sortKey(place, &random)
      if !keys.contains(key) { keys.append(key) }
    }
    var aggregates: [(text: String, name: String)] = [("count()", "size")]
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      let numbers = place.shape.numbers.map(place.member)
      let function = random.pick(["count", "min", "max"] + (numbers.isEmpty ? [] : ["sum", "avg", "@sum", "@avg"]))
      let isOfNumbers = ["sum", "avg", "@sum", "@avg"].contains(function)
      let value = isOfNumbers ? random.pick(numbers) : sortKey(place, &random)
      let text = function.hasPrefix("@") ? "\(function).\(value)" : "\(function)(\(value))"
      if !aggregates.contains(where: { $0.text == text }) { aggregates.append((text, "v\(aggregates.count)")) }
    }
    var request = GroupOracle.Request(entity: entity, predicate: predicate, keys: keys, aggregates: aggregates)
    if random.oneIn(3) {
      request.having = random.pick([
        "size > 1", "NOT (size BETWEEN {2, 5}) OR size == 3", "size IN {1, 2}", "size * 2 - 1 > 4",
      ])
    }
    for _ in 0..<Int.random(in: 0...2, using: &random) {
      request.order.append((Int.random(in: 0..<(keys.count + aggregates.count), using: &random), random.oneIn(2)))
    }
    if random.oneIn(3) { request.limit = Int.random(in: 0...5, using: &random) }
    request.offset = random.pick([0, 0, 0, 1, 3])
    return request
  }
}
