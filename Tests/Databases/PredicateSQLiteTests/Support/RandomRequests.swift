import PredicateBinding
import PredicateDatabaseSuite
import PredicateSyntax
import PredicateTestSupport

/// Makes random fetches: with sort keys, with groups, or with shown values.
enum RandomRequests {
  typealias Place = AgreementGenerator.Place
  typealias Shape = AgreementGenerator.Shape

  /// Objects in a random order, with a limit and an offset. The entity is one whose objects have keys.
  static func order(
    _ generator: inout AgreementGenerator, _ shapes: [String: Shape], among entities: [String]
  ) -> OrderOracle.Request {
    let entity = generator.random.pick(entities)
    let predicate = generator.random.oneIn(3) ? "TRUEPREDICATE" : generator.predicate(entity)
    var random = generator.random
    let place = Place(entity: entity, prefix: "", object: "SELF", shapes: shapes)
    let keys = (0..<Int.random(in: 0...3, using: &random)).map { _ in
      (text: sortKey(place, &random), isAscending: Bool.random(using: &random))
    }
    let limit = random.oneIn(2) ? nil : Int.random(in: 0...6, using: &random)
    let offset = random.oneIn(2) ? 0 : Int.random(in: 0...4, using: &random)
    let first = random.oneIn(3) ? (count: Int.random(in: 0...3, using: &random), key: sortKey(place, &random)) : nil
    return OrderOracle.Request(
      entity: entity, predicate: predicate, keys: keys, first: first, limit: limit, offset: offset)
  }

  /// Whole objects, or values of them: attributes and values computed from them, or values of the whole language.
  static func values(
    _ generator: inout AgreementGenerator, _ shapes: [String: Shape]
  ) throws -> ValuesOracle.Request {
    let entity = generator.random.pick(generator.entities)
    let predicate = generator.random.oneIn(2) ? "TRUEPREDICATE" : generator.predicate(entity)
    var random = generator.random
    var request = ValuesOracle.Request(entity: entity, predicate: predicate, columns: [])
    guard !random.oneIn(4) else { return request }
    var wide = WideGenerator(seed: random.next(), shapes: shapes)
    let place = Place(entity: entity, prefix: "", object: "SELF", shapes: shapes)
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      // Rows without a key cannot be shown as objects.
      guard place.shape.hasObjects, random.oneIn(2) else {
        request.columns.append(sortKey(place, &random))
        continue
      }
      let counts = wide.variables.count
      let value = wide.value(random.pick(WideGenerator.Kind.allCases), [place], 2)
      // Each evaluation of the clock or of random numbers would give another value, so they are left out.
      guard !value.contains("now()"), !value.contains("random") else {
        wide.arguments = []
        wide.variables.removeSubrange(counts...)
        continue
      }
      request.columns.append(try PredicateParser.expression(value, arguments: wide.arguments).get().exactFormat)
      wide.arguments = []
    }
    request.variables = QueryVariables(wide.variables)
    return request
  }

  /// Groups with aggregates, a condition on these, an order, a limit and an offset.
  static func groups(_ generator: inout AgreementGenerator, _ shapes: [String: Shape]) -> GroupOracle.Request {
    let entity = generator.random.pick(generator.entities)
    let predicate = generator.random.oneIn(2) ? nil : generator.predicate(entity)
    var random = generator.random
    let place = Place(entity: entity, prefix: "", object: "SELF", shapes: shapes)
    var keys: [String] = []
    for _ in 0..<random.pick([0, 1, 1, 2]) {
      let key = sortKey(place, &random)
      if !keys.contains(key) { keys.append(key) }
    }
    var aggregates: [(text: String, name: String)] = [("count()", "objectCount")]
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
        "objectCount > 1", "NOT (objectCount BETWEEN {2, 5}) OR objectCount == 3", "objectCount IN {1, 2}",
        "objectCount * 2 - 1 > 4",
      ])
    }
    for _ in 0..<Int.random(in: 0...2, using: &random) {
      request.order.append((Int.random(in: 0..<(keys.count + aggregates.count), using: &random), random.oneIn(2)))
    }
    if random.oneIn(3) { request.limit = Int.random(in: 0...5, using: &random) }
    request.offset = random.pick([0, 0, 0, 1, 3])
    return request
  }

  /// An attribute of the object or of a related one, or a value computed from it.
  static func sortKey(_ place: Place, _ random: inout SplitMix64) -> String {
    var place = place
    while random.oneIn(3), let way = place.shape.toOne.randomElement(using: &random) { place = place.step(way) }
    let strings = place.shape.strings.map(place.member)
    let numbers = place.shape.numbers.map(place.member)
    let others = (place.shape.dates + place.shape.others).map(place.member)
    guard let name = (strings + numbers + others).randomElement(using: &random) else { return "1" }
    guard random.oneIn(3) else { return name }
    if strings.contains(name) {
      return random.pick(["uppercase(\(name))", "\(name).length", "TERNARY(\(name) == nil, 'm', \(name))"])
    }
    if numbers.contains(name) { return random.pick(["\(name) * 2", "-\(name)", "abs(\(name))", "\(name) / 3"]) }
    guard let many = place.shape.toMany.randomElement(using: &random) else { return name }
    return "\(place.member(many.name)).@count"
  }
}
