import PredicateTestSupport

/// Random formats over the properties of the fixtures. Every part has the type family that its position needs.
struct RandomConditions {
  var random: SplitMix64
  /// The paths of each type family that can be used where the next part is generated.
  var numbers = [
    "i", "i8", "u16", "u64", "f", "d", "od", "oi", "b", "ob", "level", "part.size", "opart.size", "node.number",
    "onode.number", "onode.next.number", "onode.next.next.number", "tags.@count", "parts.@count", "onode.parts.@count",
    "otags.@count", "nodes.@count", "oparts.@count",
  ]
  /// Values that are computed from others by functions, indexes, collection operators and TERNARY.
  var madeNumbers = [
    "length(s)", "length(onode.name)", "abs(d)", "abs(oi - 2)", "abs(opart.size)", "floor(od)", "modulus:by:(i8, 3)",
    "numbers[0]", "numbers[LAST]", "onumbers[FIRST]", "onumbers[1]", "opart.marks[LAST]", "part.marks[7]",
    "numbers[i8]", "length(tags[0])", "otags[SIZE]", "TERNARY(b == YES, i, od)", "TERNARY(ob == YES, length(os), 2)",
    "TERNARY(tags.@count > 1, numbers.@max, oi)", "numbers.@max", "onumbers.@sum", "parts.@sum.size",
    "oparts.@avg.size", "opart.marks.@min", "onode.parts.@max.size", "nodes.@sum.number", "parts.@sum.marks.@count",
    "max({oi, d})", "abs(i)", "abs(i8 - i)", "numbers.@sum", "numbers.@avg", "numbers.@min", "onumbers.@avg",
    "onumbers.@max", "parts.@avg.size", "u64", "TERNARY(i > oi, i8, i)", "TERNARY(od > d, od, f)",
    "TERNARY(od == nil, 0, od)",
    "TERNARY(b == YES, 9007199254740993, d)",
    "TERNARY(s == os, numbers[0], abs(i))", "(numbers.@sum / 2)", "(onumbers.@sum + 7)", "TERNARY(u64 > i, oi, i) + 1",
    "@sum.parts.marks.@count", "@max.nodes.parts.@count", "@avg.oparts.marks.@max.self",
    "onode.@sum.parts.marks.@count", "(parts.@unionOfArrays.marks)[SIZE]", "parts.@max.marks.@sum",
    "nodes.@sum.parts.@count", "(parts.@distinctUnionOfObjects.size).@count", "count(tags)",
    "average(numbers)", "median(part.marks)", "(parts.@unionOfObjects.label).@max.length", "(parts.@max.label).length",
    "(set UNION numbers).@count", "(numbers MINUS part.marks)[SIZE]", "(tags INTERSECT otags).@count",
    "nodes.parts.@count",
    "SUBQUERY(parts, $q, $q.size > 1)[SIZE]", "(parts)[0].size", "(parts)[LAST].marks[0]", "min(i, oi)", "max(od, d)",
    "parts.@avg.marks.@avg.self", "distinct(numbers)[SIZE]", "sum(numbers) - i8", "CAST(odate, 'NSNumber')", "u16 | 1",
    "CAST(s, 'NSNumber')", "(oi ** 2)", "length(tags.@max)", "abs(numbers[FIRST] + od)", "(i & 5)", "(oi | 4)",
    "(u64 & 3)", "(u64 ^ i)", "(i8 << 3)", "(i >> oi)", "((i * i) & 1)", "(d ** od)", "(u64 ** 0.5)",
    "((now() - date) / 1e9)",
    "parts[0].size", "parts[LAST].marks.@count", "oparts[1].size", "oparts[LAST].marks[0]", "nodes[0].number",
    "nodes[LAST].next.number", "parts.size[1]", "nodes.next.number[0]", "nodes[1].next.name.length",
  ]
  var madeTexts = [
    "(parts)[FIRST].label", "(nodes.next)[0].name", "groupConcat:separator:(tags, '-')", "CAST(i, 'NSString')",
    "kind.uppercaseString",
    "TERNARY(os == nil, '', os).lastPathComponent", "lowercase(s)", "uppercase(os)", "canonical(onode.name)",
    "lowercase(kind)", "tags[0]", "otags[LAST]", "tags[2]",
    "lowercase(tags[FIRST])", "tags.@min", "otags.@max", "parts.@max.label", "nodes.@min.name", "tags[numbers[0]]",
    "TERNARY(b == YES, s, os)", "TERNARY(i > 2, tags[0], onode.name)", "TERNARY(ANY tags == os, 'a', lowercase(s))",
  ]
  var texts = ["s", "os", "kind", "okind", "part.label", "opart.label", "node.name", "onode.name", "onode.next.name"]
  var dates = ["date", "odate"]
  var rows = ["onode", "onode.next", "opart"]
  /// Ranges of values, with whether they are strings.
  var values = [
    ("tags", true), ("otags", true), ("numbers", false), ("onumbers", false), ("set", false), ("part.marks", false),
    ("parts.label", true), ("parts.size", false), ("opart.marks", false), ("nodes.name", true),
    ("nodes.next.number", false),
    ("parts.marks", false), ("onode.parts.label", true), ("nodes.parts.size", false),
    ("oparts.label", true), ("oparts.marks", false),
  ]
  /// Collections of values, which can be compared as a whole.
  var collections = [
    ("tags", true), ("otags", true), ("numbers", false), ("onumbers", false), ("set", false), ("part.marks", false),
    ("opart.marks", false),
  ]
  var variable = 0

  mutating func condition(_ depth: Int = 3) -> String {
    if depth > 0, random.chance(55) {
      switch random.next() % 5 {
      case 0, 1: return "(" + condition(depth - 1) + " AND " + condition(depth - 1) + ")"
      case 2, 3: return "(" + condition(depth - 1) + " OR " + condition(depth - 1) + ")"
      default: return "NOT (" + condition(depth - 1) + ")"
      }
    }
    switch random.next() % 12 {
    case 0, 1: return numberCondition(number(2))
    case 2: return madeNumbers.isEmpty ? numberCondition(number(1)) : numberCondition(random.pick(madeNumbers))
    case 3, 4: return textCondition(random.pick(texts))
    case 5: return textCondition(random.pick(madeTexts.isEmpty ? texts : madeTexts))
    case 6 where !dates.isEmpty:
      return random.pick(dates) + order()
        + (random.chance(30) ? random.pick(dates) : "CAST(\(random.pick(["0", "1", "2"])), 'NSDate')")
    case 7: return random.pick(rows.isEmpty ? numbers : rows) + random.pick([" == nil", " != nil"])
    case 8, 9: return quantified()
    default: return subquery(depth)
    }
  }

  private mutating func order() -> String { random.pick([" == ", " != ", " < ", " <= ", " > ", " >= "]) }

  private mutating func constant() -> String {
    random.pick([
      "0", "1", "2", "3", "-1", "7", "7.5", "0.5", "64", "127", "128", "255", "-129", "65536", "TRUE", "1990",
      "9223372036854775807", "-9223372036854775808", "9007199254740993", "9007199254740992.0", "1e300", "-1e300", "nil",
    ])
  }

  private mutating func number(_ depth: Int) -> String {
    if depth > 0, random.chance(25) {
      return "(" + number(depth - 1) + random.pick([" + ", " - ", " * ", " / "]) + number(depth - 1) + ")"
    }
    if random.chance(4) { return "(-" + random.pick(numbers) + ")" }
    return random.chance(75) ? random.pick(numbers) : random.pick(["1", "2", "3", "0", "0.5", "1990"])
  }

  private mutating func numberCondition(_ left: String, isRange: Bool = false) -> String {
    switch random.next() % 6 {
    case 0: return left + " BETWEEN {" + constant() + ", " + constant() + "}"
    case 1: return left + " IN {" + (0..<1 + random.next() % 4).map { _ in constant() }.joined(separator: ", ") + "}"
    case 2: return left + order() + number(1)
    case 3 where !isRange: return constant() + order() + left
    default: return left + order() + constant()
    }
  }

  private mutating func quoted() -> String {
    random.pick([
      "''", "'a'", "'the '", "'THE'", "'Star'", "'star'", "'cafe'", "'café'", "'e'", "'ss'", "'s'", "'\\u212a'", "'k'",
      "'fi'",
      "'fifteen letters'", "'a longer text with star in it'", "'ab'", "'日本'", "'red'", "'tar in it'",
    ])
  }

  private mutating func textCondition(_ left: String) -> String {
    let options = random.pick(["", "", "[c]", "[d]", "[cd]", "[n]"])
    switch random.next() % 8 {
    case 0: return left + random.pick([" BEGINSWITH", " ENDSWITH", " CONTAINS"]) + options + " " + quoted()
    case 1: return left + random.pick([" BEGINSWITH", " ENDSWITH", " CONTAINS"]) + options + " " + quoted()
    case 2:
      return left + " LIKE" + options + " " + random.pick(["'*star*'", "'s*'", "'*a'", "'?a*'", "'a*b?'", "'*'", "''"])
    case 3: return left + " MATCHES" + options + " " + random.pick(["'.*star.*'", "'[a-z]+'", "'a|b'", "'.'"])
    case 4: return left + " IN" + options + " {" + quoted() + ", " + quoted() + "}"
    case 5: return left + random.pick([" == ", " != ", " < ", " <= ", " > ", " >= "]) + random.pick(texts)
    case 6: return left + random.pick([" ==", " !=", " <", " <=", " >", " >="]) + options + " " + quoted()
    default: return left + random.pick([" == nil", " != nil"])
    }
  }

  private mutating func quantified() -> String {
    if random.chance(15) { return collectionCondition() }
    let (range, isText) = random.pick(values)
    let modifier = random.pick(["ANY ", "ALL ", "NONE "])
    if random.chance(20) {
      let (other, isOtherText) = random.pick(values)
      if isOtherText == isText { return modifier + range + " IN " + other }
      return isText ? random.pick(texts) + " IN " + range : random.pick(numbers) + " IN " + range
    }
    if isText { return modifier + textCondition(range) }
    if random.chance(30) { return range + ".@count" + order() + random.pick(["0", "1", "2", "nil"]) }
    return modifier + numberCondition(range, isRange: true)
  }

  /// Equality of whole collections, and IN with a list of collections.
  private mutating func collectionCondition() -> String {
    let (collection, isText) = random.pick(collections)
    let like = collections.filter { $0.1 == isText }.map(\.0)
    let list = isText ? ["{'red'}", "{'a', 'b'}"] : ["{1}", "{1, 2}", "{1, 2.0, 3}", "CAST({2, 1}, 'NSSet')"]
    switch random.next() % 4 {
    case 0: return collection + random.pick([" == ", " != "]) + random.pick(like)
    case 1: return random.pick(list) + random.pick([" == ", " != "]) + collection
    case 2: return collection + " IN {" + random.pick(list) + ", " + random.pick(like) + "}"
    default: return collection + random.pick([" == ", " != "]) + random.pick(list + ["nil"])
    }
  }

  private mutating func subquery(_ depth: Int) -> String {
    variable += 1
    let name = "$v\(variable)"
    var inner = self
    inner.dates = []
    let collection: String
    if random.chance(60) {
      collection = random.pick(["parts", "oparts", "onode.parts", "nodes.parts"])
      inner.numbers = ["\(name).size", "\(name).marks.@count", random.pick(numbers)]
      inner.madeNumbers = [
        "abs(\(name).size)", "length(\(name).label)", "\(name).marks[0]", "\(name).marks.@sum",
        "max({\(name).size, \(random.pick(numbers))})", "TERNARY(\(name).size > 1, \(random.pick(numbers)), 0)",
      ]
      inner.madeTexts = ["lowercase(\(name).label)", "TERNARY(\(name).size > 1, \(name).label, \(random.pick(texts)))"]
      inner.texts = ["\(name).label", random.pick(texts)]
      inner.values = [("\(name).marks", false), random.pick(values)]
      inner.rows = []
    } else {
      collection = "nodes"
      inner.numbers = ["\(name).number", "\(name).next.number", random.pick(numbers)]
      inner.madeNumbers = [
        "abs(\(name).number)", "length(\(name).next.name)", "\(name).parts.@sum.size", "length(\(random.pick(texts)))",
      ]
      inner.madeTexts = ["lowercase(\(name).name)", "\(name).parts.@min.label", "uppercase(\(random.pick(texts)))"]
      inner.texts = ["\(name).name", "\(name).next.name", random.pick(texts)]
      inner.values = [("\(name).parts.size", false), ("\(name).parts.label", true)]
      inner.rows = ["\(name).next"]
    }
    let filter = depth > 0 ? inner.condition(depth - 1) : inner.textCondition(inner.texts[0])
    random = inner.random
    variable = inner.variable
    let count = "SUBQUERY(\(collection), \(name), \(filter)).@count"
    return count + order() + random.pick(["0", "1", "2", random.pick(numbers)])
  }
}
