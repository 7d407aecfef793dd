import PredicateValues
import Testing

@Suite("Functions")
struct FunctionTableTests {
  static let context = FunctionContext(now: 1234.5, random: { 0x8000_0000_0000_0000 })

  static let cases: [(String, [QueryValue], String)] = [
    // Aggregates.
    ("sum:", [[1, 2, 3]], "6"), ("sum", [[]], "0"), ("SUM", [[1, 0.5, nil]], "1.5"),
    ("sum", [[.integer(.max), 1, -1]], "9223372036854775807"),
    ("sum", [[.integer(.max), 1]], "9.223372036854776e+18"), ("sum", [.set([true, 2])], "3"),
    ("sum", [[.decimal(text: "0.1"), .decimal(text: "0.2"), 1]], "1.3d"),
    ("sum", [nil], "nil"), ("sum", [[.double(.infinity), .double(-.infinity)]], "nil"),
    ("count:", [[1, nil, 1]], "3"), ("count", [[]], "0"), ("count", [nil], "nil"), ("min", [[3, 1, 2]], "1"),
    ("max", [[3, 1.5, nil]], "3"),
    ("max", [1, 5, 10], "10"), ("max", [1, nil, 0.5], "1"), ("min", [["b", "a"]], "'a'"), ("min", [[]], "nil"),
    ("max", [[nil]], "nil"),
    ("max", [[.date(1), .date(2)]], "date 2.0"), ("min", [[1, 1.0]], "1"),
    ("average", [[1, 2, 2, 3, 4, 7, 9]], "4.0"), ("average", [[]], "nil"), ("average", [[1, nil]], "1.0"),
    ("median", [[5, 1, 3]], "3.0"),
    ("median", [[4, 1, 2, 3]], "2.5"), ("median", [[]], "nil"), ("mode", [[1, 2, 3, 3]], "{3}"),
    ("mode", [["b", "a", "a", "b", nil]], "{'b', 'a'}"),
    ("mode", [[]], "{}"), ("stddev", [[1, 3]], "1.0"),
    // The order of the elements does not change the result.
    ("stddev", [[0.1, 0.7, 0.3, 1e9]], "433012701.733448"), ("stddev", [[1e9, 0.3, 0.7, 0.1]], "433012701.733448"),
    ("variance", [[1, 3, nil]], "1.0"), ("variance", [[]], "nil"),
    ("variance", [[.decimal(text: "2.5"), 1.5]], "0.25"),
    ("percentile:at:", [[1, 2, 3, 10], 0.5], "2.5"), ("percentile:at:", [[10, 1, nil, 2, 3], 1], "10.0"),
    ("percentile:at:", [[7, 1], 0], "1.0"), ("percentile:at:", [[1, 2], 0.25], "1.25"),
    ("percentile:at:", [[], 0.5], "nil"), ("percentile:at:", [[0.1, 0.1], 0.3], "0.1"), ("stddev", [[]], "nil"),
    ("distinct", [[1, 1.0, 2, nil]], "{1, 2, nil}"),
    // Numbers.
    ("add:to:", [1, 2], "3"), ("from:subtract:", [3, 1], "2"), ("multiply:by:", [2, 3], "6"),
    ("divide:by:", [7, 2], "3"), ("divide:by:", [7, 0], "nil"),
    ("modulus:by:", [17, 5], "2"), ("modulus:by:", [-7, 3], "-1"), ("sqrt", [9], "3.0"), ("sqrt", [-1], "nil"),
    ("log", [100], "2.0"), ("ln", [1], "0.0"),
    ("ln", [-1], "nil"), ("raise:toPower:", [2, 10], "1024.0"), ("exp", [0], "1.0"), ("floor", [-1.5], "-2.0"),
    ("floor", [3], "3"), ("ceiling", [1.2], "2.0"),
    ("trunc", [-1.5], "-1.0"), ("floor", [.decimal(text: "-1.5")], "-2d"), ("ceiling", [.decimal(text: "1.2")], "2d"),
    ("trunc", [.decimal(text: "-1.5")], "-1d"),
    ("abs", [-3], "3"), ("abs", [.integer(.min)], "9.223372036854776e+18"), ("abs", [-1.5], "1.5"),
    ("abs", [.decimal(text: "-1.5")], "1.5d"), ("abs", [nil], "nil"),
    ("chs", [3], "-3"), ("random", [], "0.5"), ("randomn", [10], "5"), ("randomn", [0], "nil"),
    // Bits.
    ("bitwiseAnd:with:", [6, 3], "2"), ("bitwiseOr:with:", [6, 3], "7"), ("bitwiseXor:with:", [6, 3], "5"),
    ("leftshift:by:", [1, 3], "8"),
    ("rightshift:by:", [8, 2], "2"), ("onesComplement", [8], "-9"), ("onesComplement:", [8.7], "-9"),
    ("onesComplement", [.double(1e300)], "nil"),
    // Strings.
    ("uppercase", ["aß"], "'ASS'"), ("lowercase", ["ABC"], "'abc'"), ("canonical", ["Café"], "'cafe'"),
    ("length", ["a🎬"], "3"), ("length", [""], "0"),
    ("groupConcat:separator:", [["a", nil, "b"], "-"], "'a-b'"), ("lowercaseString", ["AB"], "'ab'"),
    ("doubleValue", ["1.5x"], "1.5"),
    // Texts for display.
    ("substring:from:length:", ["Casablanca", 5, 3], "'bla'"), ("substring:from:length:", ["a🎬b", 2, 1], "'🎬'"),
    ("substring:from:length:", ["abc", 0, 2], "'a'"), ("substring:from:length:", ["abc", -5, 2], "''"),
    ("substring:from:length:", ["abc", 2, 100], "'bc'"), ("substring:from:length:", ["abc", 2, -1], "''"),
    ("substring:from:length:", ["abc", 9, 1], "''"), ("substring:from:length:", ["abc", 1.9, 1.9], "'a'"),
    ("substring:from:length:", ["abc", .integer(.max), .integer(.max)], "''"),
    ("substring:from:length:", ["abc", 2, .integer(.max)], "'bc'"),
    ("substring:from:length:", ["abc", .integer(.min), .integer(.min)], "''"),
    ("substring:from:length:", ["abc", .integer(.min), .integer(.max)], "''"),
    ("substring:from:length:", ["abc", .double(1e300), 1], "nil"), ("substring:from:length:", [nil, 1, 1], "nil"),
    ("substring:from:", ["abc", 2], "'bc'"), ("substring:from:", ["abc", 4], "''"),
    ("substring:from:", ["abc", -1], "'abc'"),
    ("trim", ["  a b\t\n\u{A0}"], "'a b'"), ("trim", ["   "], "''"), ("trim", [""], "''"),
    ("replace:part:with:", ["a-b-c", "-", "+"], "'a+b+c'"), ("replace:part:with:", ["aaa", "aa", "b"], "'ba'"),
    ("replace:part:with:", ["abc", "", "x"], "'abc'"), ("replace:part:with:", ["e\u{301}e", "e", "a"], "'a\u{301}a'"),
    ("replace:part:with:", ["abc", "abc", ""], "''"), ("replace:part:with:", ["abc", "b", nil], "nil"),
    ("version", ["10.9"], "'3121031192'"), ("version", ["x"], "nil"),
    ("byteCount", [.data([1, 2, 0])], "3"), ("byteCount", [.data([])], "0"), ("byteCount", [nil], "nil"),
    ("round:places:", [2.345, 2], "2.35"), ("round:places:", [2.675, 2], "2.68"),
    ("round:places:", [8.200000000000001, 2], "8.2"),
    ("round:places:", [0.4, 0], "0.0"), ("round:places:", [0.6, 0], "1.0"), ("round:places:", [0.04, 1], "0.0"),
    ("round:places:", [0.06, 1], "0.1"), ("round:places:", [9.99, 1], "10.0"), ("round:places:", [1234, -2], "1200"),
    ("round:places:", [1250, -2], "1300"), ("round:places:", [49, -2], "0"),
    ("round:places:", [1.5e300, 2], "1.5e+300"),
    ("round:places:", [1.25, .integer(.max)], "1.25"), ("round:places:", [1.25, .integer(.min)], "0.0"),
    ("round:places:", [.integer(.max), -18], "9000000000000000000"), ("round:places:", [.integer(.max), -19], "1e+19"),
    ("round:places:", [.decimal(text: "1.005"), 2], "1.01d"), ("round:places:", [1.5, nil], "nil"),
    ("coalesce", [nil, 5, 6], "5"), ("coalesce", [nil, nil], "nil"), ("coalesce", [[nil, 7]], "7"),
    // Dates.
    ("quarter", [.date(0)], "1"), ("quarter", [.date(-1)], "4"), ("week", [.date(0)], "1"), ("week", [.date(-1)], "52"),
    ("weekYear", [.date(-1)], "2000"), ("startOfWeek", [.date(-1)], "date -604800.0"),
    ("startOfQuarter", [.date(86_401)], "date 0.0"), ("quarter:inTimeZone:", [.date(-1), "Asia/Kolkata"], "1"),
    ("week:inTimeZone:", [.date(-1), "Asia/Kolkata"], "1"), ("weekYear:inTimeZone:", [.date(-1), "UTC"], "2000"),
    ("startOfWeek:inTimeZone:", [.date(5), "UTC"], "date 0.0"),
    ("startOfQuarter:inTimeZone:", [.date(5), "UTC"], "date 0.0"),
    ("format:as:", [.date(0), "yyyy-MM-dd HH:mm:ss"], "'2001-01-01 00:00:00'"),
    ("format:as:", [.date(-1), "d.M.yyyy"], "'31.12.2000'"), ("format:as:", [.date(0), "YYYY-'W'ww"], "'2001-W01'"),
    ("format:as:", [.date(0), "yyyy 'Q'Q"], "'2001 Q1'"),
    ("format:as:", [.date(0), "DDD/D w H m s"], "'001/1 1 0 0 0'"),
    ("format:as:", [.date(-64_000_000_000), "yyyy"], "'-0028'"), ("format:as:", [.date(1e16), "yyyy"], "nil"),
    ("format:as:", [.date(0), ""], "''"), ("format:as:", [nil, "yyyy"], "nil"),
    ("format:as:inTimeZone:", [.date(-1), "yyyy-MM", "Asia/Kolkata"], "'2001-01'"),
    ("year", [.date(0)], "2001"), ("month", [.date(0)], "1"), ("day", [.date(86_400)], "2"),
    ("hour", [.date(3_600)], "1"),
    ("minute", [.date(61)], "1"), ("second", [.date(61.5)], "1"), ("weekday", [.date(0)], "1"),
    ("dayOfYear", [.date(-1)], "366"), ("startOfDay", [.date(86_401)], "date 86400.0"),
    ("startOfMonth", [.date(86_401)], "date 0.0"), ("startOfYear", [.date(-1)], "date -31622400.0"),
    ("year:inTimeZone:", [.date(-1), "UTC"], "2000"), ("month:inTimeZone:", [.date(-1), "UTC"], "12"),
    ("day:inTimeZone:", [.date(-1), "UTC"], "31"), ("hour:inTimeZone:", [.date(-1), "UTC"], "23"),
    ("minute:inTimeZone:", [.date(-1), "UTC"], "59"), ("second:inTimeZone:", [.date(-1), "UTC"], "59"),
    ("weekday:inTimeZone:", [.date(-1), "UTC"], "0"), ("dayOfYear:inTimeZone:", [.date(0), "UTC"], "1"),
    ("startOfDay:inTimeZone:", [.date(5), "UTC"], "date 0.0"),
    ("startOfMonth:inTimeZone:", [.date(5), "UTC"], "date 0.0"),
    ("startOfYear:inTimeZone:", [.date(5), "UTC"], "date 0.0"), ("year:inTimeZone:", [nil, "UTC"], "nil"),
    // Others.
    ("now", [], "date 1234.5"), ("dateByAddingTimeInterval:", [.date(100), -40], "date 60.0"),
    ("castObject:toType:", ["12", "NSNumber"], "12.0"),
    ("objectFrom:withIndex:", [[5, 6], 1], "6"), ("noindex", [513], "513"), ("noindex", [nil], "nil"),
  ]

  @Test("give the results of the language", arguments: cases)
  func call(name: String, arguments: [QueryValue], result: String) throws {
    let definition = try #require(FunctionTable.standard.definition(named: name))
    #expect(try definition.call(arguments, Self.context).exact == result)
    #expect(definition.issue(for: arguments.map(\.type)) == nil)
  }

  @Test("have the standard deviation of a population")
  func deviation() throws {
    let definition = try #require(FunctionTable.standard.definition(named: "stddev"))
    guard case .double(let found) = try definition.call([[1, 2, 3, 4, 4, 5, 9, 11]], Self.context) else {
      throw Missing()
    }
    #expect(abs(found - 3.218_598_2) < 1e-6)
  }

  private struct Missing: Error {}

  @Test("replace in a text of more than 16 MB to its end, and refuse only a result that is longer than both")
  func longTexts() throws {
    let definition = try #require(FunctionTable.standard.definition(named: "replace:part:with:"))
    let block = String(repeating: "x", count: 1_048_575)
    let text = QueryValue.string(String(repeating: block + "-", count: 17))
    for other in ["", "+"] {
      guard case .string(let result) = try definition.call([text, "-", .string(other)], Self.context) else {
        throw Missing()
      }
      #expect(result == String(repeating: block + other, count: 17), "\(result.utf8.count) bytes")
    }
    let issue = #expect(throws: PredicateIssue.self) { try definition.call([text, "-", "++"], Self.context) }
    #expect(issue?.kind == .limit)
  }

  @Test(
    "refuse a fraction outside of 0 to 1, and letters that are no field",
    arguments: [
      ("percentile:at:", [[1, 2], 1.5]), ("percentile:at:", [[1, 2], -0.1]), ("format:as:", [.date(0), "yyyy-MMM"]),
      ("format:as:", [.date(0), "b"]), ("format:as:", [.date(0), "'x"]), ("format:as:", [.date(0), "yy"]),
    ] as [(String, [QueryValue])])
  func refusals(name: String, arguments: [QueryValue]) throws {
    let definition = try #require(FunctionTable.standard.definition(named: name))
    let issue = #expect(throws: PredicateIssue.self) { try definition.call(arguments, Self.context) }
    #expect(issue?.kind == .type)
  }

  @Test("are all called by a case, or not run")
  func everyFunction() {
    let called = Set(Self.cases.compactMap { FunctionTable.standard.definition(named: $0.0)?.name })
    for definition in FunctionTable.standard.all {
      let isProperty = StringProperty(name: definition.name) != nil
      #expect(called.contains(definition.name) || !definition.isSupported || isProperty, "\(definition.name)")
      #expect(definition.documentation.hasSuffix("."), "\(definition.name)")
      #expect(!definition.example.isEmpty || !definition.isSupported || !definition.isPure, "\(definition.name)")
      let colons = definition.name.utf8.count { $0 == UInt8(ascii: ":") }
      // On Apple's systems some functions are methods, and the first argument is their receiver.
      let isMethod = isProperty || !definition.isSupported || definition.name == "dateByAddingTimeInterval:"
      #expect(colons == definition.parameters.count || isMethod, "\(definition.name)")
    }
  }

  @Test(
    "A plain name with several arguments is the function whose name begins with the word",
    arguments: [
      ("round", 2, "round:places:"), ("SUBSTRING", 3, "substring:from:length:"),
      ("substring", 2, "substring:from:"), ("modulus", 2, "modulus:by:"), ("max", 2, "max:"), ("sqrt", 2, "sqrt:"),
      ("hour", 2, "hour:inTimeZone:"), ("sum:", 2, "sum:"),
    ])
  func words(name: String, count: Int, expected: String) {
    #expect(FunctionTable.standard.definition(named: name, taking: count)?.name == expected)
  }

  @Test(
    "A word that begins no name is not a function",
    arguments: [("rou", 2), ("round", 1), ("round", 0), ("add", 3), ("from", 3), ("now", 5)])
  func noWords(name: String, count: Int) {
    let found = FunctionTable.standard.definition(named: name, taking: count)
    #expect(found == nil || found?.parameters.count != count)
  }

  @Test("give results of the declared types", arguments: cases)
  func types(name: String, arguments: [QueryValue], result: String) throws {
    let definition = try #require(FunctionTable.standard.definition(named: name))
    let found = try definition.call(arguments, Self.context)
    let announced = definition.resultType(for: arguments.map(\.type))
    #expect(found.isNull || found.type.canMeet(announced) || announced == .any)
  }

  static let wrong: [(String, [QueryValue], PredicateIssue.Kind, String)] = [
    ("sum", [1], .type, "function-argument"), ("sum", [["a"]], .type, "function-argument"),
    ("sum", [], .type, "argument-count"),
    ("sqrt", [1, 2], .type, "argument-count"), ("sqrt", ["4"], .type, "function-argument"),
    ("length", [5], .type, "function-argument"),
    ("max", [1, "a"], .type, "families-differ"), ("max", [5], .type, "function-argument"),
    ("min", [[[1]]], .type, "no-order"), ("now", [1], .type, "argument-count"),
    ("castObject:toType:", [1, "Class"], .unknownFunction, "unknown-cast-type"),
    ("tokenize:using:", ["a", "b"], .unsupported, "unsupported-construct"),
    ("distanceToLocation:fromLocation:", [1, 2], .unsupported, "unsupported-construct"),
    ("inverseOrderKey:", [nil], .unsupported, "unsupported-construct"),
    ("indexed:by:", [[1], 0], .unsupported, "unsupported-construct"),
    ("objectFrom:withIndex:", [5, 0], .type, "index-of-scalar"),
  ]

  @Test("refuse invalid arguments", arguments: wrong)
  func issue(name: String, arguments: [QueryValue], kind: PredicateIssue.Kind, code: String) throws {
    let definition = try #require(FunctionTable.standard.definition(named: name))
    do {
      _ = try definition.call(arguments, Self.context)
      Issue.record("no issue")
    } catch {
      #expect(error.kind == kind)
      #expect(error.code == code)
    }
  }

  @Test("are found by their name in any case, with or without a single colon")
  func lookup() {
    let table = FunctionTable.standard
    for name in ["sum", "sum:", "SUM:", "Sum"] { #expect(table.definition(named: name)?.name == "sum:") }
    #expect(table.definition(named: "now")?.name == "now")
    #expect(table.definition(named: "MODULUS:BY:")?.name == "modulus:by:")
    for name in ["modulus:by", "modulusby:", "", ":", "sum::", "system"] {
      #expect(table.definition(named: name) == nil)
    }
    #expect(table.suggestion(for: "averge") == "average")
    #expect(table.suggestion(for: "modulus:bye:") == "modulus:by:")
    #expect(table.suggestion(for: "zzzzzz") == nil)
  }

  @Test("may be added by an application")
  func adding() throws {
    let double = FunctionDefinition(
      "double:", [.number], result: .double, documentation: "Twice a number.", example: "double(2) ⇒ 4"
    ) { arguments, _ throws(PredicateIssue) in try ValueArithmetic.apply(.multiply, arguments[0], 2) }
    let table = FunctionTable.standard.adding(double)
    #expect(try #require(table.definition(named: "DOUBLE")).call([3], Self.context).exact == "6")
    #expect(FunctionTable.standard.definition(named: "double") == nil)
    #expect(table.all.count == FunctionTable.standard.all.count + 1)
    let other = FunctionDefinition("sum:", [.any], result: .integer, documentation: "One.", passesNil: false) { _, _ in
      1
    }
    #expect(
      try #require(FunctionTable.standard.adding(other).definition(named: "sum")).call([nil], Self.context).exact == "1"
    )
  }

  @Test("must give their declared type of result if an application added them")
  func brokenResult() throws {
    func call(_ declared: QueryType, _ given: QueryValue) throws -> QueryValue {
      let function = FunctionDefinition("odd:", [.any], result: declared, documentation: "Odd.") { _, _ in given }
      return try #require(FunctionTable.standard.adding(function).definition(named: "odd:")).call([1], Self.context)
    }
    #expect(try call(.integer, 2.5).exact == "2.5")
    #expect(try call(.integer, nil).exact == "nil")
    #expect(try call(.any, "x").exact == "'x'")
    let issue = try #require(throws: PredicateIssue.self) { try call(.integer, "x") }
    #expect(issue.kind == .type && issue.code == "function-result")
    #expect(issue.message == "the function odd: must return an integer, as it declares, but returned a string")
  }

  @Test("use random numbers in their range, and the time of the clock")
  func world() throws {
    let context = FunctionContext()
    let random = try #require(FunctionTable.standard.definition(named: "random"))
    let randomn = try #require(FunctionTable.standard.definition(named: "randomn"))
    var seen: Set<Int64> = []
    for _ in 0..<200 {
      guard case .double(let real) = try random.call([], context),
        case .integer(let whole) = try randomn.call([3], context)
      else { throw Missing() }
      #expect(real >= 0 && real < 1)
      seen.insert(whole)
    }
    #expect(seen == [0, 1, 2])
    #expect(context.now > 700_000_000)
  }
}
