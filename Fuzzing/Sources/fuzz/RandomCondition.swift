import PredicateBinding
import PredicateValues

/// Writes a condition about the objects of a schema. The choices are those of an input. More than a third of them can be bound.
struct RandomCondition {
  /// An object that the condition can name: `SELF`, or the variable of a SUBQUERY.
  private struct Place {
    /// The text before the name of a member: `$x.`.
    let prefix: String
    let object: String
    let entity: String
  }

  /// The type that a value should have.
  private enum Kind: CaseIterable { case number, string, date, object, collection, any }

  private static let castTypes = ["NSString", "NSNumber", "NSDate", "NSDecimalNumber", "NSArray", "NSSet", "Int"]
  private static let functions = FunctionTable.standard.all.filter { $0.isPure && $0.isSupported }

  private let schema: RandomSchema
  private var source: ByteSource
  private var places: [Place]
  private var variables = 0

  /// - Parameter variable: The name of a variable that an object of the entity is given for.
  init(_ schema: RandomSchema, entity: String, variable: String, _ source: ByteSource) {
    self.schema = schema
    self.source = source
    places = [
      Place(prefix: "", object: "SELF", entity: entity),
      Place(prefix: "$\(variable).", object: "$\(variable)", entity: entity),
    ]
  }

  mutating func condition(_ depth: Int = 3) -> String {
    if depth > 0, !source.isEmpty {
      switch source.number(below: 10) {
      case 0, 1: return "(\(condition(depth - 1)) AND \(condition(depth - 1)))"
      case 2, 3: return "(\(condition(depth - 1)) OR \(condition(depth - 1)))"
      case 4: return "NOT \(condition(depth - 1))"
      default: break
      }
    }
    let kind = source.pick(Kind.allCases)
    switch source.number(below: 12) {
    case 0: return "\(value(kind, depth)) \(order())\(options()) \(value(kind, depth))"
    case 1: return "\(value(kind, depth)) \(source.pick(["==", "!=", "<"])) nil"
    case 2: return "\(value(kind, depth)) IN\(options()) {\(value(kind, 0)), \(value(kind, 0))}"
    case 3: return "\(value(kind, depth)) IN \(value(.collection, depth))"
    case 4: return "\(value(kind, depth)) BETWEEN {\(value(kind, 0)), \(value(kind, 0))}"
    case 5: return "\(value(.string, depth)) \(stringOperator())\(options()) \(value(.string, 0))"
    case 6: return "\(quantifier()) \(manyValues()) \(order()) \(value(kind, 0))"
    case 7: return "\(quantifier()) \(manyValues()) \(stringOperator())\(options()) \(text())"
    case 8: return "\(value(.collection, depth)) CONTAINS \(value(kind, 0))"
    case 9: return "\(value(kind, depth)) \(order()) \(value(source.pick(Kind.allCases), depth))"
    case 10: return source.pick(["TRUEPREDICATE", "FALSEPREDICATE", "SELF == SELF"])
    default: return "\(value(.number, depth)) \(order()) \(value(.number, depth))"
    }
  }

  private mutating func order() -> String { source.pick(["==", "!=", "<", "<=", ">", ">="]) }

  private mutating func options() -> String { source.pick(["", "", "", "[c]", "[d]", "[cd]", "[n]", "[l]"]) }

  private mutating func quantifier() -> String { source.pick(["ANY", "ALL", "NONE", "SOME"]) }

  private mutating func stringOperator() -> String {
    source.pick(["BEGINSWITH", "ENDSWITH", "CONTAINS", "LIKE", "MATCHES", "=="])
  }

  private mutating func text() -> String {
    source.pick(["'a'", "''", "'é'", "'e\u{301}'", "'the*'", "'[a-c]+'", "'2020-03-01'", "'1'", "'*a?'", "'('"])
  }

  private mutating func value(_ kind: Kind, _ depth: Int) -> String {
    if depth > 0, !source.isEmpty {
      switch source.number(below: 16) {
      case 0: return arithmetic(depth)
      case 1: return call(depth)
      case 2: return "TERNARY(\(condition(depth - 1)), \(value(kind, depth - 1)), \(value(kind, depth - 1)))"
      case 3:
        return "CAST(\(value(kind, depth - 1)), '\(source.pick(Self.castTypes))')"
      case 4: return "\(collection().object)[\(source.pick(["0", "FIRST", "LAST", "SIZE", "-1", "'a'"]))]"
      case 5: return "\(collection().object).@count"
      case 6: return "\(collection().object).\(collectionOperator())"
      case 7, 8: return subquery(depth)
      case 9: return "{\(value(kind, depth - 1)), \(value(kind, depth - 1))}"
      default: break
      }
    }
    return source.isOneIn(3) ? constant(kind) : path(kind)
  }

  private mutating func arithmetic(_ depth: Int) -> String {
    if source.isOneIn(5) { return "-\(value(.number, depth - 1))" }
    let sign = source.pick(["+", "-", "*", "/", "**", "&", "|", "<<", "UNION", "INTERSECT", "MINUS"])
    let kind = sign.count > 2 ? Kind.collection : .number
    return "(\(value(kind, depth - 1)) \(sign) \(value(kind, depth - 1)))"
  }

  private mutating func call(_ depth: Int) -> String {
    let function = source.pick(Self.functions)
    let arguments = function.parameters.map { _ in value(source.pick(Kind.allCases), depth - 1) }
    return "\(function.name)(\(arguments.joined(separator: ", ")))"
  }

  private mutating func collectionOperator() -> String {
    let name = source.pick(["sum", "avg", "min", "max", "unionOfObjects", "distinctUnionOfObjects", "unionOfArrays"])
    return "@\(name).\(source.isOneIn(3) ? "self" : "#\(source.pick(RandomSchema.names))")"
  }

  private mutating func subquery(_ depth: Int) -> String {
    let collection = collection()
    variables += 1
    let name = "$x\(variables)"
    places.append(Place(prefix: "\(name).", object: name, entity: collection.entity))
    let inner = condition(depth - 1)
    places.removeLast()
    return "SUBQUERY(\(collection.object), \(name), \(inner))\(source.pick([".@count", "", "[0]", "[FIRST]"]))"
  }

  private mutating func constant(_ kind: Kind) -> String {
    switch kind {
    case .number: source.pick(["0", "1", "-1", "2.5", "7", "1e300", "9223372036854775807", "TRUE", "nil", "0.1"])
    case .string: text()
    case .date: source.pick(["CAST(0, 'NSDate')", "'2020-03-01'", "CAST('2020-03-01', 'NSDate')", "nil"])
    case .object: source.pick(["SELF", "nil", "$user"])
    case .collection: source.pick(["{1, 2}", "{}", "{'a', 'é'}", "{nil}", "CAST({1}, 'NSSet')"])
    case .any: source.pick(["1", "'a'", "nil", "CAST('a', 'NSURL')", "{1}", "1.5", "FALSE"])
    }
  }

  /// A path to one value, preferably of the kind, or a constant if the object has no such member.
  private mutating func path(_ kind: Kind) -> String {
    let place = step(from: source.pick(places), over: .one)
    let fitting = schema.members(of: place.entity).filter { Self.fits($0, kind) }
    let isAny = source.isOneIn(12)
    if kind == .object, isAny || fitting.isEmpty { return place.object }
    if fitting.isEmpty, !isAny { return constant(kind) }
    return place.prefix + Self.written(source.pick(isAny ? schema.members(of: place.entity) : fitting).name)
  }

  /// A path to a collection, preferably of objects.
  private mutating func collection() -> Place {
    let start = step(from: source.pick(places), over: .one)
    let place = step(from: start, over: .many)
    if place.object != start.object { return place }
    return Place(
      prefix: "", object: start.prefix + Self.written(source.pick(schema.members(of: start.entity)).name),
      entity: start.entity)
  }

  /// A path to many values: through a relationship to many objects.
  private mutating func manyValues() -> String {
    let place = collection()
    let members = schema.members(of: place.entity)
    return source.isOneIn(4) || place.prefix.isEmpty
      ? place.object : place.prefix + Self.written(source.pick(members).name)
  }

  private enum Cardinality { case one, many }

  /// The object, or objects, at the end of a few relationships of a cardinality. The place itself if it has none.
  private mutating func step(from start: Place, over cardinality: Cardinality) -> Place {
    var place = start
    for _ in 0..<(cardinality == .one ? 2 : 1) {
      let ways = schema.members(of: place.entity).compactMap { member -> (name: String, entity: String)? in
        switch (member.kind, cardinality) {
        case (.toOne(let entity), .one), (.toMany(let entity), .many): (member.name, entity)
        default: nil
        }
      }
      guard !ways.isEmpty, cardinality == .many || source.isOneIn(3) else { break }
      let (name, entity) = source.pick(ways)
      let path = place.prefix + Self.written(name)
      place = Place(prefix: path + ".", object: path, entity: entity)
    }
    return place
  }

  /// `#` keeps a name from being read as a word of the language.
  private static func written(_ name: String) -> String { "#" + name }

  private static func fits(_ member: Member, _ kind: Kind) -> Bool {
    switch (member.kind, kind) {
    case (_, .any): true
    case (.attribute(let type), .number): type.family == .number
    case (.attribute(let type), .string): type.family == .string
    case (.attribute(let type), .date): type.family == .date
    case (.attribute(let type), .collection): type.family == .collection
    case (.toMany, .collection), (.toOne, .object): true
    default: false
    }
  }
}
