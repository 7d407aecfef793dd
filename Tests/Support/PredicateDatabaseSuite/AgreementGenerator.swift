import PredicateTestSupport

/// Generates random predicates over the demo model, as text: comparisons of every type, string operators with options, IN, BETWEEN, nil, to-one
/// paths, ANY, ALL and NONE, counts and other aggregates, SUBQUERY, functions, AND, OR and NOT.
package struct AgreementGenerator {
  package var random: SplitMix64
  private let shapes: [String: Shape]
  private let constants: Constants
  private var variables = 0

  package init(seed: UInt64, shapes: [String: Shape] = AgreementGenerator.shapes, constants: Constants = Constants()) {
    random = SplitMix64(seed: seed)
    self.shapes = shapes
    self.constants = constants
  }

  /// The constants of predicates, as texts of the language.
  package struct Constants {
    package var numbers = [
      "0", "1", "2", "-1", "7.5", "8", "1990", "1972.0", "2001", "1e3", "YES", "9007199254740993", "3",
    ]
    package var texts = [
      "'a'", "'The '", "'the'", "'e'", "'É'", "''", "'o'", "'Drama'", "'classic'", "'s'", "'Zebra'", "'\\u00e9'",
    ]
    package var dates = ["CAST(700000000, 'NSDate')", "CAST('2020-03-01', 'NSDate')", "CAST(0, 'NSDate')"]

    package init() {}

    package init(numbers: [String], texts: [String], dates: [String]) {
      (self.numbers, self.texts, self.dates) = (numbers, texts, dates)
    }
  }

  /// The entities with known members, in a fixed order.
  package var entities: [String] { shapes.keys.sorted() }

  /// The members of an entity, grouped by the conditions that use them.
  package struct Shape {
    package let strings: [String]
    package let numbers: [String]
    package let dates: [String]
    package let toOne: [(name: String, entity: String)]
    package let toMany: [(name: String, entity: String)]
    /// Whether the objects have keys. If not, the generator compares no objects.
    package var hasObjects = true
    /// Attributes of other types, which predicates compare only with nil.
    package var others: [String] = []

    package init(
      strings: [String], numbers: [String], dates: [String], toOne: [(name: String, entity: String)],
      toMany: [(name: String, entity: String)], hasObjects: Bool = true, others: [String] = []
    ) {
      (self.strings, self.numbers, self.dates, self.toOne, self.toMany) = (strings, numbers, dates, toOne, toMany)
      (self.hasObjects, self.others) = (hasObjects, others)
    }
  }

  package static let shapes: [String: Shape] = [
    "Movie": Shape(
      strings: ["title", "genre", "movieDescription"], numbers: ["year", "rating", "lent"], dates: ["lentOn"],
      toOne: [("lentToFriend", "Friend")], toMany: [("tags", "Tag"), ("loans", "Loan")]),
    "Friend": Shape(
      strings: ["friendName", "email"], numbers: [], dates: ["birthday"], toOne: [],
      toMany: [("lentMovies", "Movie"), ("loans", "Loan"), ("friends", "Friend")]),
    "Tag": Shape(strings: ["name"], numbers: [], dates: [], toOne: [], toMany: [("movies", "Movie")]),
    "Loan": Shape(
      strings: ["note"], numbers: [], dates: ["lentOn", "returnedOn"],
      toOne: [("movie", "Movie"), ("friend", "Friend")], toMany: []),
  ]

  /// How predicates write the members of an object: `title`, `$x.title`.
  package struct Place {
    package let entity: String
    package let prefix: String
    package let object: String
    let shapes: [String: Shape]

    package init(entity: String, prefix: String, object: String, shapes: [String: Shape]) {
      (self.entity, self.prefix, self.object, self.shapes) = (entity, prefix, object, shapes)
    }

    package var shape: Shape { shapes[entity] ?? Shape(strings: [], numbers: [], dates: [], toOne: [], toMany: []) }

    package func member(_ name: String) -> String { prefix + name }

    package func step(_ way: (name: String, entity: String)) -> Place {
      Place(entity: way.entity, prefix: prefix + way.name + ".", object: prefix + way.name, shapes: shapes)
    }
  }

  package mutating func predicate(_ entity: String) -> String {
    condition([Place(entity: entity, prefix: "", object: "SELF", shapes: shapes)], depth: 3)
  }

  // MARK: Conditions

  package mutating func condition(_ places: [Place], depth: Int) -> String {
    if depth > 0 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0, 1: return "(\(condition(places, depth: depth - 1)) AND \(condition(places, depth: depth - 1)))"
      case 2, 3: return "(\(condition(places, depth: depth - 1)) OR \(condition(places, depth: depth - 1)))"
      case 4: return "NOT \(condition(places, depth: depth - 1))"
      default: break
      }
    }
    let place = random.oneIn(3) ? random.pick(places) : places[places.count - 1]
    switch Int.random(in: 0..<14, using: &random) {
    case 0, 1: return "\(number(places, depth)) \(comparison()) \(number(places, depth))"
    case 2: return "\(string(places, depth)) \(comparison())\(options()) \(string(places, depth))"
    case 3, 4: return "\(string(places, depth)) \(stringTest())"
    case 5: return "\(date(places)) \(comparison()) \(date(places))"
    case 6: return nilTest(places)
    case 7: return list(places, depth)
    case 8: return between(places, depth)
    case 9: return objects(places)
    default: return many(place, places, depth)
    }
  }

  private mutating func comparison() -> String { random.pick(["==", "!=", "<", "<=", ">", ">=", "==", "!="]) }

  private mutating func options() -> String { random.pick(["", "", "[c]", "[d]", "[cd]", "[n]"]) }

  private mutating func stringTest() -> String {
    switch Int.random(in: 0..<5, using: &random) {
    case 0: "BEGINSWITH\(options()) \(text())"
    case 1: "ENDSWITH\(options()) \(text())"
    case 2: "CONTAINS\(options()) \(text())"
    case 3: "LIKE\(options()) \(random.pick(["'*a*'", "'?a*'", "'*e'", "'the *'", "'*'", "''", "'*é?*'", "'????'"]))"
    default: "MATCHES\(random.pick(["", "[c]"])) \(random.pick(["'.*[0-9].*'", "'[A-M].*'", "'.{4,9}'", "'the .*'"]))"
    }
  }

  private mutating func text() -> String { random.pick(constants.texts) }

  private mutating func nilTest(_ places: [Place]) -> String {
    let place = random.pick(places)
    let far = place.shape.toOne.isEmpty || random.oneIn(2) ? place : place.step(random.pick(place.shape.toOne))
    if !far.shape.toOne.isEmpty, random.oneIn(3) {
      return "\(far.member(random.pick(far.shape.toOne).name)) \(random.pick(["==", "!="])) nil"
    }
    let names = far.shape.strings + far.shape.numbers + far.shape.dates + far.shape.others
    guard !names.isEmpty else { return "\(constantNumber()) != nil" }
    return "\(far.member(random.pick(names))) \(random.pick(["==", "!=", "<=", "<"])) nil"
  }

  private mutating func list(_ places: [Place], _ depth: Int) -> String {
    if random.oneIn(2) {
      let items = (0..<Int.random(in: 0...3, using: &random)).map { _ in random.oneIn(6) ? "nil" : constantNumber() }
      return "\(number(places, depth)) IN {\(items.joined(separator: ", "))}"
    }
    let items = (0..<Int.random(in: 0...4, using: &random)).map { _ in random.oneIn(6) ? "nil" : text() }
    return "\(string(places, depth)) IN\(options()) {\(items.joined(separator: ", "))}"
  }

  private mutating func between(_ places: [Place], _ depth: Int) -> String {
    switch Int.random(in: 0..<3, using: &random) {
    case 0: "\(number(places, depth)) BETWEEN {\(number(places, 0)), \(number(places, 0))}"
    case 1: "\(string(places, depth)) BETWEEN\(options()) {\(text()), \(string(places, 0))}"
    default: "\(date(places)) BETWEEN {\(date(places)), \(date(places))}"
    }
  }

  private mutating func objects(_ places: [Place]) -> String {
    var found: [(text: String, entity: String)] = places.map { ($0.object, $0.entity) }
    for place in places {
      for way in place.shape.toOne {
        found.append((place.step(way).object, way.entity))
        for next in place.step(way).shape.toOne { found.append((place.step(way).step(next).object, next.entity)) }
      }
    }
    let left = random.pick(found)
    let others = found.filter { $0.entity == left.entity }
    let collections = places.flatMap { place in
      place.shape.toMany.filter { $0.entity == left.entity }.map { place.member($0.name) }
    }
    if !collections.isEmpty, random.oneIn(2) { return "\(left.text) IN \(random.pick(collections))" }
    return "\(left.text) \(random.pick(["==", "!="])) \(random.pick(others).text)"
  }

  private mutating func many(_ start: Place, _ places: [Place], _ depth: Int) -> String {
    var place = start
    if !place.shape.toOne.isEmpty, random.oneIn(3) || place.shape.toMany.isEmpty {
      place = place.step(random.pick(place.shape.toOne))
    }
    guard !place.shape.toMany.isEmpty else { return nilTest(places) }
    let way = random.pick(place.shape.toMany)
    let collection = place.member(way.name)
    switch Int.random(in: 0..<7, using: &random) {
    case 0, 1: return "\(collection).@count \(comparison()) \(Int.random(in: -1...4, using: &random))"
    case 2, 3:
      let element = Place(entity: way.entity, prefix: collection + ".", object: collection, shapes: shapes)
      return "\(random.pick(["ANY", "ALL", "NONE", "SOME"])) \(elementTest(element, places, depth))"
    case 4 where depth > 0, 5 where depth > 0:
      variables += 1
      let name = "$x\(variables)"
      let element = Place(entity: way.entity, prefix: name + ".", object: name, shapes: shapes)
      let inner = condition(places + [element], depth: depth - 1)
      return
        "SUBQUERY(\(collection), \(name), \(inner)).@count \(comparison()) \(Int.random(in: 0...3, using: &random))"
    default:
      let element = Place(entity: way.entity, prefix: "", object: "", shapes: shapes)
      guard let name = element.shape.numbers.randomElement(using: &random) else {
        return "\(collection).@count \(comparison()) \(number(places, 0))"
      }
      let op = random.pick(["sum", "avg", "min", "max"])
      return "\(collection).@\(op).\(name) \(comparison()) \(number(places, 0))"
    }
  }

  /// The part after ANY: a path through a collection, and a comparison.
  private mutating func elementTest(_ element: Place, _ places: [Place], _ depth: Int) -> String {
    var place = element
    if random.oneIn(3), let way = (place.shape.toOne + place.shape.toMany).randomElement(using: &random) {
      place = place.step(way)
    }
    let isNumber = !place.shape.numbers.isEmpty && (place.shape.strings.isEmpty || random.oneIn(2))
    if isNumber {
      let name = place.member(random.pick(place.shape.numbers))
      return random.oneIn(4) ? "\(name) == nil" : "\(name) \(comparison()) \(number(places, 0))"
    }
    guard let attribute = place.shape.strings.randomElement(using: &random) else {
      guard let other = (place.shape.dates + place.shape.others).randomElement(using: &random) else {
        return "\(element.object).@count \(comparison()) \(constantNumber())"
      }
      return "\(place.member(other)) == nil"
    }
    let name = place.member(attribute)
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return "\(name) \(stringTest())"
    case 1: return "\(name) \(random.pick(["==", "!="])) nil"
    case 2: return "\(name) IN\(options()) {\(text()), \(text())}"
    default: return "\(name) \(comparison())\(options()) \(string(places, 0))"
    }
  }

  // MARK: Values

  private mutating func attribute(_ places: [Place], _ names: (Shape) -> [String]) -> String? {
    var candidates: [String] = []
    for place in places {
      candidates += names(place.shape).map(place.member)
      for way in place.shape.toOne {
        let next = place.step(way)
        candidates += names(next.shape).map(next.member)
        for far in next.shape.toOne { candidates += names(next.step(far).shape).map(next.step(far).member) }
      }
    }
    return candidates.randomElement(using: &random)
  }

  private mutating func constantNumber() -> String { random.pick(constants.numbers) }

  private mutating func number(_ places: [Place], _ depth: Int) -> String {
    switch Int.random(in: 0..<(depth > 0 ? 9 : 4), using: &random) {
    case 0: return constantNumber()
    case 1, 2, 3: return attribute(places, \.numbers) ?? constantNumber()
    case 4, 5:
      let op = random.pick(["+", "-", "*", "/", "/", "**", "&", "|", "^", "<<", ">>"])
      return "(\(number(places, depth - 1)) \(op) \(number(places, depth - 1)))"
    case 6:
      guard let text = attribute(places, \.strings) else { return constantNumber() }
      return "\(text).length"
    case 7:
      return "TERNARY(\(condition(places, depth: 0)), \(number(places, depth - 1)), \(number(places, 0)))"
    default:
      return "\(random.pick(["abs", "floor", "ceiling", "sqrt", "trunc"]))(\(number(places, depth - 1)))"
    }
  }

  private mutating func string(_ places: [Place], _ depth: Int) -> String {
    switch Int.random(in: 0..<(depth > 0 ? 6 : 4), using: &random) {
    case 0: text()
    case 1, 2, 3: attribute(places, \.strings) ?? text()
    case 4: "\(random.pick(["uppercase", "lowercase"]))(\(string(places, depth - 1)))"
    default: "TERNARY(\(condition(places, depth: 0)), \(string(places, depth - 1)), \(string(places, 0)))"
    }
  }

  private mutating func date(_ places: [Place]) -> String {
    random.oneIn(3)
      ? random.pick(constants.dates)
      : attribute(places, \.dates) ?? "CAST(1, 'NSDate')"
  }
}
