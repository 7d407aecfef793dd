import PredicateModel
import PredicateSyntax
import PredicateTestSupport
import PredicateValues

struct PlainConditionGenerator {
  var random: SplitMix64
  let model: DataModel
  /// Whether SQLite orders texts by their scalars: not if it stores them as UTF-16.
  let ordersTexts: Bool

  /// A condition over an entity; nil if no attribute can be compared in a simple way.
  mutating func condition(_ entity: Entity, depth: Int = 2) -> PlainCondition? {
    if depth > 0, random.oneIn(2) {
      guard let left = condition(entity, depth: depth - 1) else { return nil }
      if random.oneIn(4) { return .not(left) }
      guard let right = condition(entity, depth: depth - 1) else { return nil }
      return random.oneIn(2) ? .and(left, right) : .or(left, right)
    }
    var (place, steps) = (entity, [String]())
    while random.oneIn(3), let way = ways(.toOne, of: place).randomElement(using: &random),
      let next = model.destination(of: way), steps.count < 3
    {
      steps.append(way.name)
      place = next
    }
    if !steps.isEmpty, random.oneIn(6) { return .missing(steps: steps) }
    if random.oneIn(3), let way = ways(.toMany, of: place).randomElement(using: &random),
      let element = model.destination(of: way)
    {
      if let attribute = comparable(element), random.oneIn(2) {
        let (op, literal) = test(attribute)
        return .any(steps: steps, many: way.name, attribute: attribute.name, op, literal)
      }
      return .count(steps: steps, many: way.name, operation(true), Int64.random(in: 0...3, using: &random))
    }
    return value(place, steps)
  }

  private mutating func value(_ place: Entity, _ steps: [String]) -> PlainCondition? {
    guard let attribute = place.attributes.randomElement(using: &random) else { return nil }
    let path = PlainCondition.Path(steps: steps, attribute: spelling(attribute, of: place))
    guard isComparable(attribute) else { return .isNil(path) }
    if random.oneIn(5), let other = place.attributes.filter({ meets($0, attribute) }).randomElement(using: &random) {
      let isOrdered = hasOrder(attribute) && (ordersTexts || attribute.type != .string)
      return .pair(
        path, operation(isOrdered), PlainCondition.Path(steps: steps, attribute: spelling(other, of: place)))
    }
    let isOrdered = ordersTexts || attribute.type != .string
    switch Int.random(in: 0..<10, using: &random) {
    case 0: return .isNil(path)
    case 1, 2: return .member(path, (0..<Int.random(in: 1...4, using: &random)).map { _ in constant(attribute) })
    case 3 where isOrdered && hasOrder(attribute): return .between(path, constant(attribute), constant(attribute))
    case 4 where attribute.type == .string, 5 where attribute.type == .string:
      return .begins(path, random.pick(["a", "ab", "the", "A", "2020-01", "k", "x"]))
    default:
      let (op, literal) = test(attribute)
      return .compare(path, op, literal)
    }
  }

  /// The name of an attribute, or sometimes the name of its column, if that also denotes the attribute. A column called `self` is not used, because
  /// `self` denotes the object.
  private mutating func spelling(_ attribute: Attribute, of entity: Entity) -> String {
    guard random.oneIn(5), case .attribute(let found)? = entity.member(named: attribute.column),
      found.name == attribute.name, attribute.column.lowercased() != "self"
    else { return attribute.name }
    return attribute.column
  }

  /// Whether two attributes have types of the same family, so that they can be compared.
  private func meets(_ left: Attribute, _ right: Attribute) -> Bool {
    let numbers: [QueryType] = [.integer, .double, .boolean]
    return left.type == right.type || numbers.contains(left.type) && numbers.contains(right.type)
  }

  /// ANY, ALL, NONE, IN or a count over values of unknown type of many objects; nil if the entity has no such values.
  mutating func dynamicElements(_ entity: Entity, of model: DataModel) -> QueryPredicate? {
    let paths = ways(.toMany, of: entity).flatMap { way in
      (model.destination(of: way)?.attributes ?? []).filter { $0.type == .any }.map { [way.name, $0.name] }
    }
    guard let path = paths.randomElement(using: &random) else { return nil }
    let steps = path.map { QueryKeyPath.Component.key($0) }
    let values = QueryExpression.keyPath(QueryKeyPath(steps[0], Array(steps.dropFirst())))
    let literal = QueryExpression.literal(
      constant(Attribute(name: "n", type: random.pick([.integer, .string, .data] as [QueryType]))))
    let op = operation(random.oneIn(2))
    switch Int.random(in: 0..<5, using: &random) {
    case 0: return .comparison(QueryComparison(literal, .in, values))
    case 1:
      let each = QueryExpression.path(.variable("x"), QueryKeyPath(steps[1]))
      let found = QueryExpression.subquery(
        .keyPath(QueryKeyPath(steps[0])), variable: "x", .comparison(QueryComparison(each, op, literal)))
      let count = QueryExpression.path(found, QueryKeyPath(.collectionOperator("count")))
      return .comparison(QueryComparison(count, random.pick([.greaterThan, .equal]), .literal(.integer(0))))
    default:
      let quantifier: Quantifier = random.pick([.any, .all, .any])
      return .comparison(QueryComparison(values, op, literal, quantifier: quantifier))
    }
  }

  /// A comparison of a value of unknown type with any constant; nil if the entity has no such value.
  mutating func dynamicCondition(_ entity: Entity) -> QueryPredicate? {
    guard let attribute = entity.attributes.filter({ $0.type == .any }).randomElement(using: &random) else {
      return nil
    }
    let path = PlainCondition.Path(steps: [], attribute: attribute.name)
    let literals = [
      constant(Attribute(name: "n", type: .integer)), constant(Attribute(name: "s", type: .string)),
      constant(Attribute(name: "n", type: .integer)), constant(Attribute(name: "d", type: .data)),
      constant(Attribute(name: "u", type: .uuid)), constant(Attribute(name: "t", type: .date)),
    ]
    switch Int.random(in: 0..<6, using: &random) {
    case 0: return PlainCondition.member(path, [random.pick(literals), random.pick(literals)]).predicate
    case 1: return PlainCondition.between(path, literals[0], literals[2]).predicate
    case 2: return PlainCondition.begins(path, "a").predicate
    case 3: return PlainCondition.compare(path, operation(true), random.pick(literals)).predicate
    default: return PlainCondition.compare(path, operation(false), random.pick(literals)).predicate
    }
  }

  private func ways(_ cardinality: Relationship.Cardinality, of entity: Entity) -> [Relationship] {
    entity.relationships.filter { $0.cardinality == cardinality }
  }

  private mutating func comparable(_ entity: Entity) -> Attribute? {
    entity.attributes.filter(isComparable).randomElement(using: &random)
  }

  private func isComparable(_ attribute: Attribute) -> Bool { attribute.type != .any && attribute.type != .decimal }

  private func hasOrder(_ attribute: Attribute) -> Bool { attribute.type != .data && attribute.type != .uuid }

  private mutating func test(_ attribute: Attribute) -> (ComparisonOperator, QueryLiteral) {
    let isOrdered = hasOrder(attribute) && (ordersTexts || attribute.type != .string)
    return (operation(isOrdered), constant(attribute))
  }

  private mutating func operation(_ isOrdered: Bool) -> ComparisonOperator {
    let equality: [ComparisonOperator] = [.equal, .notEqual, .equal]
    return random.pick(
      isOrdered ? equality + [.lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual] : equality)
  }

  private mutating func constant(_ attribute: Attribute) -> QueryLiteral {
    switch attribute.type {
    case .string:
      return .string(
        random.oneIn(4) ? random.pick(["", "5", "abc  ", "é", "e\u{301}", "a\0b"]) : random.pick(RandomValues.texts))
    case .date: return .date(random.pick(RandomValues.dates).seconds + random.pick([0, 0, 0, 1]))
    case .uuid: return QueryUUID(random.pick(RandomValues.uuids)).map { .uuid($0) } ?? .null
    case .data: return .data(random.pick([[], [0], [1], [0x61, 0x62], [0xFF]]))
    case .boolean: return random.pick([.boolean(true), .boolean(false), .boolean(true), .integer(2)])
    default:
      return random.pick([
        .integer(0), .integer(1), .integer(2), .integer(3), .integer(5), .double(2.5), .double(0.5), .integer(-1),
        .double(1e300), .integer(.max), .integer(9_007_199_254_740_993), .integer(.min), .double(9_007_199_254_740_992),
        .boolean(true), .double(-0.0),
      ])
    }
  }
}
