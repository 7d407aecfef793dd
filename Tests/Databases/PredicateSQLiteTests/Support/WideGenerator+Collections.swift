import PredicateTestSupport
import PredicateValues

/// Random paths to many objects, collections of values, and objects.
extension WideGenerator {
  /// A path to many objects. To-one steps may precede the to-many step, and further steps may follow it.
  mutating func many(_ places: [Place]) -> (text: String, entity: String) {
    var found: [(text: String, entity: String)] = []
    for place in places { Self.collect(place, 2, &found) }
    // Every model of these tests has a to-many relationship.
    guard var way = found.randomElement(using: &random) else { return ("{SELF}", places[0].entity) }
    while random.oneIn(4), let shape = shapes[way.entity],
      let next = (shape.toOne + shape.toMany).randomElement(using: &random)
    {
      way = (way.text + "." + next.name, next.entity)
      if way.text.utf8.count > 60 { break }
    }
    return way
  }

  private static func collect(_ place: Place, _ depth: Int, _ found: inout [(text: String, entity: String)]) {
    found += place.shape.toMany.map { (place.member($0.name), $0.entity) }
    guard depth > 0 else { return }
    for way in place.shape.toOne { collect(place.step(way), depth - 1, &found) }
  }

  /// The paths from a place to its attributes of a kind, through to-one steps.
  func attributes(_ kind: Kind, of place: Place, depth: Int = 2) -> [String] {
    let names =
      switch kind {
      case .number: place.shape.numbers
      case .string: place.shape.strings
      case .date: place.shape.dates
      }
    var found = names.map(place.member)
    guard depth > 0 else { return found }
    for way in place.shape.toOne { found += attributes(kind, of: place.step(way), depth: depth - 1) }
    return found
  }

  /// The name of an attribute of an entity, or a path to it, to be appended to a path that leads to objects of this entity.
  mutating func attribute(_ kind: Kind, behind entity: String) -> String? {
    let element = Place(entity: entity, prefix: "", object: "", shapes: shapes)
    return attributes(kind, of: element, depth: 1).randomElement(using: &random)
  }

  mutating func subquery(_ places: [Place], _ depth: Int) -> (text: String, entity: String) {
    let way = many(places)
    locals += 1
    let name = "$x\(locals)"
    let element = Place(entity: way.entity, prefix: name + ".", object: name, shapes: shapes)
    return ("SUBQUERY(\(way.text), \(name), \(condition(places + [element], depth: depth)))", way.entity)
  }

  /// A collection of values of one kind.
  mutating func collection(_ kind: Kind, _ places: [Place], _ depth: Int) -> String {
    switch number(upTo: depth > 0 ? 9 : 4) {
    case 0:
      let way = many(places)
      if let name = attribute(kind, behind: way.entity) { return "\(way.text).\(name)" }
    case 1: return given(constants(kind))
    case 2:
      let way = many(places)
      let op = random.pick([
        "unionOfObjects", "distinctUnionOfObjects", "unionOfArrays", "distinctUnionOfArrays", "distinctUnionOfSets",
      ])
      if let name = attribute(kind, behind: way.entity) { return "\(way.text).@\(op).\(name)" }
    case 4, 5:
      let op = random.pick(["UNION", "INTERSECT", "MINUS"])
      return "(\(collection(kind, places, depth - 1))) \(op) (\(collection(kind, places, depth - 1)))"
    case 6: return "\(random.pick(["distinct", "mode", "distinct:"]))(\(collection(kind, places, depth - 1)))"
    case 7: return "CAST(\(collection(kind, places, depth - 1)), '\(random.pick(["NSArray", "NSSet"]))')"
    case 8:
      let some = subquery(places, 0)
      if let name = attribute(kind, behind: some.entity) { return "\(some.text).\(name)" }
    default: break
    }
    let items = (0..<number(upTo: 4)).map { _ in value(kind, places, 0) }
    return "{\(items.joined(separator: ", "))}"
  }

  private mutating func constants(_ kind: Kind) -> QueryValue {
    let half = QueryDecimal("0.1").map { QueryValue.decimal($0) } ?? .null
    let lists: [[QueryValue]] =
      switch kind {
      case .number:
        [
          [.integer(1), .integer(2), .integer(3)], [.integer(1994), .double(7.5), .null], [], [half, .integer(1994)],
          [.boolean(true), .integer(8)],
        ]
      case .string:
        [
          [.string("Drama"), .string("Noir")], [.string("classic"), .null, .string("é"), .string("e\u{301}")], [],
          [.string("")],
        ]
      case .date: [[.date(0)], [.date(600_000_000), .null]]
      }
    let list = random.pick(lists)
    return random.oneIn(3) ? .set(list) : .array(list)
  }

  mutating func index() -> String {
    random.pick(["0", "1", "2", "-1", "99", "FIRST", "LAST", "0", "FIRST", given(.integer(1))])
  }

  // MARK: Objects

  mutating func reference(_ entity: String) -> QueryValue {
    .reference(ObjectReference(entity: entity, key: random.pick([1, 2, 3, 5, 9, 17, 99_999])))
  }

  /// An expression for an object of an entity; nil allows any entity.
  mutating func object(_ places: [Place], _ entity: String?, _ depth: Int) -> (text: String, entity: String) {
    var found: [(text: String, entity: String)] = []
    for place in places { Self.objects(place, 2, &found) }
    if let entity { found = found.filter { $0.entity == entity } }
    if let known = found.randomElement(using: &random), number(upTo: 10) < 6 { return known }
    let entity = entity ?? random.pick(entities)
    guard depth > 0, number(upTo: 10) < 6 else {
      return (given(random.oneIn(5) ? .null : reference(entity)), entity)
    }
    for _ in 0..<4 {
      let way = many(places)
      if way.entity == entity { return ("(\(way.text))[\(index())]", entity) }
    }
    let arms = (object(places, entity, 0).text, object(places, entity, 0).text)
    return ("TERNARY(\(condition(places, depth: 0)), \(arms.0), \(arms.1))", entity)
  }

  private static func objects(_ place: Place, _ depth: Int, _ found: inout [(text: String, entity: String)]) {
    found.append((place.object, place.entity))
    guard depth > 0 else { return }
    for way in place.shape.toOne { objects(place.step(way), depth - 1, &found) }
  }
}
