import PredicateBinding
import PredicateDatabaseSuite
import PredicateTestSupport
import PredicateValues

/// Makes random predicates of the whole language over a model: every operator with every option, every function in both styles of
/// call, every CAST, collections and their operators, objects by their identity, `%@` arguments, variables, nil in every place.
///
/// ``AgreementGenerator`` makes predicates that plain SQL can express; here most operands have no form in plain SQL.
struct WideGenerator {
  /// A predicate with its arguments and variables.
  struct Sample {
    let entity: String
    let format: String
    let arguments: [QueryArgument]
    let variables: QueryVariables
  }

  enum Kind: CaseIterable {
    case number
    case string
    case date
  }

  typealias Place = AgreementGenerator.Place
  typealias Shape = AgreementGenerator.Shape

  var random: SplitMix64
  let shapes: [String: Shape]
  var locals = 0
  var arguments: [QueryArgument] = []
  var variables: [(String, QueryValue)] = []

  init(seed: UInt64, shapes: [String: Shape] = AgreementGenerator.shapes) {
    random = SplitMix64(seed: seed)
    self.shapes = shapes
  }

  /// The entities that predicates are made for, in a fixed order: those whose objects can be told apart.
  private(set) lazy var entities = shapes.filter(\.value.hasObjects).keys.sorted()

  mutating func sample() -> Sample {
    let entity = random.pick(entities)
    let format = condition([Place(entity: entity, prefix: "", object: "SELF", shapes: shapes)], depth: 3)
    return Sample(entity: entity, format: format, arguments: arguments, variables: QueryVariables(variables))
  }

  mutating func number(upTo bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }

  /// A value that is passed from outside of the text, as an argument or as a variable.
  mutating func given(_ value: QueryValue) -> String {
    if random.oneIn(2), let argument = QueryArgument(value) {
      arguments.append(argument)
      return "%@"
    }
    let name = "v\(variables.count)"
    variables.append((name, value))
    return "$" + name
  }

  // MARK: Conditions

  mutating func condition(_ places: [Place], depth: Int) -> String {
    if depth > 0 {
      switch number(upTo: 10) {
      case 0, 1: return "(\(condition(places, depth: depth - 1)) AND \(condition(places, depth: depth - 1)))"
      case 2, 3: return "(\(condition(places, depth: depth - 1)) OR \(condition(places, depth: depth - 1)))"
      case 4: return "NOT (\(condition(places, depth: depth - 1)))"
      default: break
      }
    }
    switch number(upTo: 12) {
    case 0, 1: return "\(value(.number, places, depth)) \(comparison()) \(value(.number, places, depth))"
    case 2: return "\(value(.string, places, depth)) \(comparison())\(options()) \(value(.string, places, depth))"
    case 3: return "\(value(.string, places, depth)) \(stringTest(places, depth))"
    case 4: return "\(value(.date, places, depth)) \(comparison()) \(value(.date, places, depth))"
    case 5: return membership(places, depth)
    case 6:
      let kind = random.pick(Kind.allCases)
      let bounds = "{\(value(kind, places, depth - 1)), \(value(kind, places, depth - 1))}"
      return "\(value(kind, places, depth)) BETWEEN\(kind == .string ? options() : "") \(bounds)"
    case 7: return "\(value(random.pick(Kind.allCases), places, depth)) \(random.pick(["==", "!=", "<", ">="])) nil"
    case 8: return objects(places, depth)
    case 9: return quantified(places, depth)
    case 10: return counted(places, depth)
    default: return rare(places, depth)
    }
  }

  mutating func comparison() -> String { random.pick(["==", "!=", "<", "<=", ">", ">=", "==", "!="]) }

  mutating func options() -> String {
    random.pick(["", "", "", "[c]", "[d]", "[cd]", "[n]", "[l]", "[cl]", "[cdl]"])
  }

  private mutating func stringTest(_ places: [Place], _ depth: Int) -> String {
    switch number(upTo: 6) {
    case 0: "BEGINSWITH\(options()) \(value(.string, places, depth))"
    case 1: "ENDSWITH\(options()) \(value(.string, places, depth))"
    case 2: "CONTAINS\(options()) \(value(.string, places, depth))"
    case 3: "IN\(options()) \(value(.string, places, depth))"
    case 4:
      "LIKE\(options()) "
        + random.pick(["'*a*'", "'?a*'", "'*e'", "'the *'", "'*'", "''", "'*é?*'", "'????'", value(.string, places, 0)])
    default: "MATCHES\(options()) \(random.pick(["'.*[0-9].*'", "'[A-M].*'", "'.{4,9}'", "'the .*'", "'('"]))"
    }
  }

  private mutating func membership(_ places: [Place], _ depth: Int) -> String {
    let kind = random.pick(Kind.allCases)
    let letters = kind == .string ? options() : ""
    let container = collection(kind, places, depth)
    let member = value(kind, places, depth)
    return random.oneIn(2) ? "\(member) IN\(letters) \(container)" : "(\(container)) CONTAINS\(letters) \(member)"
  }

  private mutating func objects(_ places: [Place], _ depth: Int) -> String {
    let way = many(places)
    let (left, entity) = object(places, nil, depth)
    switch number(upTo: 5) {
    case 0: return "\(object(places, way.entity, depth).text) IN \(way.text)"
    case 1: return "\(way.text) CONTAINS \(object(places, way.entity, depth).text)"
    case 2:
      let items = (0..<number(upTo: 4)).map { _ in object(places, entity, 0).text }
      return "\(left) IN {\(items.joined(separator: ", "))}"
    case 3:
      var references: [QueryValue] = (0..<number(upTo: 4)).map { _ in reference(entity) }
      if random.oneIn(3) { references.append(.null) }
      return "\(left) IN \(given(.array(references)))"
    default: return "\(left) \(random.pick(["==", "!="])) \(object(places, entity, depth).text)"
    }
  }

  private mutating func quantified(_ places: [Place], _ depth: Int) -> String {
    let modifier = random.pick(["ANY", "ALL", "NONE", "SOME"])
    if random.oneIn(4) {
      let way = many(places)
      return "\(modifier) \(way.text) \(random.pick(["==", "!="])) \(object(places, way.entity, depth).text)"
    }
    let kind = random.pick(Kind.allCases)
    let elements = "(\(collection(kind, places, depth)))"
    switch number(upTo: 5) {
    case 0: return "\(modifier) \(elements) BETWEEN {\(value(kind, places, 0)), \(value(kind, places, 0))}"
    case 1: return "\(modifier) \(elements) IN \(collection(kind, places, 0))"
    case 2: return "\(modifier) \(elements) \(random.pick(["==", "!=", "<="])) nil"
    case 3 where kind == .string: return "\(modifier) \(elements) \(stringTest(places, 0))"
    default:
      let letters = kind == .string ? options() : ""
      return "\(modifier) \(elements) \(comparison())\(letters) \(value(kind, places, depth - 1))"
    }
  }

  private mutating func counted(_ places: [Place], _ depth: Int) -> String {
    let collection =
      depth > 0 && random.oneIn(2) ? subquery(places, depth - 1).text : random.oneIn(2) ? many(places).text : "{1, nil}"
    let bound = random.oneIn(2) ? "\(number(upTo: 4) - 1)" : value(.number, places, depth - 1)
    return "\(collection).@count \(comparison()) \(bound)"
  }

  private mutating func rare(_ places: [Place], _ depth: Int) -> String {
    switch number(upTo: 6) {
    case 0: return random.pick(["TRUEPREDICATE", "FALSEPREDICATE"])
    case 1: return random.pick(["random() >= 0", "randomn(3) < 3", "now() > CAST(0, 'NSDate')", "SELF == SELF"])
    case 2: return "\(many(places).text) \(random.pick(["==", "!="])) nil"
    default:
      let kind = random.pick(Kind.allCases)
      let other = "{\(value(kind, places, 0)), \(value(kind, places, 0))}"
      return "(\(collection(kind, places, depth))) \(random.pick(["==", "!="])) \(other)"
    }
  }
}
