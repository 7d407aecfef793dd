#if Macros
  import PredicateSyntax

  /// The name of a function and the number of its arguments. They are enough to check a call without types.
  ///
  /// The plugin does not link the functions, because they would load ICU in each run of the compiler. `scripts/generate macros` writes the list from
  /// Grammar/functions.json, and `MacroFunctionsTests` compares the two.
  struct StandardFunction {
    let name: String
    let count: Int
    /// Whether several values may be given instead of one collection.
    let spreads: Bool
    /// False for a function that is parsed but cannot be evaluated.
    let isSupported: Bool

    init(_ name: String, _ count: Int, spreads: Bool = false, isSupported: Bool = true) {
      self.name = name
      self.count = count
      self.spreads = spreads
      self.isSupported = isSupported
    }

    /// A function of the application. It has an argument for each colon of its name.
    init(named name: String) {
      self.init(name, name.utf8.count { $0 == UInt8(ascii: ":") })
    }

    /// Whether the function can be called with this number of arguments.
    func takes(_ given: Int) -> Bool { given == count || spreads && given > 1 }

    /// The collection operators of the language.
    static let collectionOperators = [
      "count", "sum", "avg", "min", "max", "unionOfObjects", "distinctUnionOfObjects", "unionOfArrays",
      "distinctUnionOfArrays", "unionOfSets", "distinctUnionOfSets",
    ]

    /// Every function of the language.
    static let all: [StandardFunction] = [
      StandardFunction("sum:", 1),
      StandardFunction("count:", 1),
      StandardFunction("min:", 1, spreads: true),
      StandardFunction("max:", 1, spreads: true),
      StandardFunction("average:", 1),
      StandardFunction("median:", 1),
      StandardFunction("mode:", 1),
      StandardFunction("stddev:", 1),
      StandardFunction("variance:", 1),
      StandardFunction("percentile:at:", 2),
      StandardFunction("distinct:", 1),
      StandardFunction("add:to:", 2),
      StandardFunction("from:subtract:", 2),
      StandardFunction("multiply:by:", 2),
      StandardFunction("divide:by:", 2),
      StandardFunction("modulus:by:", 2),
      StandardFunction("sqrt:", 1),
      StandardFunction("log:", 1),
      StandardFunction("ln:", 1),
      StandardFunction("raise:toPower:", 2),
      StandardFunction("exp:", 1),
      StandardFunction("floor:", 1),
      StandardFunction("ceiling:", 1),
      StandardFunction("trunc:", 1),
      StandardFunction("abs:", 1),
      StandardFunction("chs:", 1),
      StandardFunction("random", 0),
      StandardFunction("randomn:", 1),
      StandardFunction("bitwiseAnd:with:", 2),
      StandardFunction("bitwiseOr:with:", 2),
      StandardFunction("bitwiseXor:with:", 2),
      StandardFunction("leftshift:by:", 2),
      StandardFunction("rightshift:by:", 2),
      StandardFunction("onesComplement:", 1),
      StandardFunction("uppercase:", 1),
      StandardFunction("lowercase:", 1),
      StandardFunction("canonical:", 1),
      StandardFunction("length:", 1),
      StandardFunction("groupConcat:separator:", 2),
      StandardFunction("tokenize:using:", 2, isSupported: false),
      StandardFunction("substring:from:length:", 3),
      StandardFunction("substring:from:", 2),
      StandardFunction("trim:", 1),
      StandardFunction("replace:part:with:", 3),
      StandardFunction("version:", 1),
      StandardFunction("byteCount:", 1),
      StandardFunction("round:places:", 2),
      StandardFunction("now", 0),
      StandardFunction("dateByAddingTimeInterval:", 2),
      StandardFunction("castObject:toType:", 2),
      StandardFunction("objectFrom:withIndex:", 2),
      StandardFunction("noindex:", 1),
      StandardFunction("coalesce:", 1, spreads: true),
      StandardFunction("indexed:by:", 2, isSupported: false),
      StandardFunction("distanceToLocation:fromLocation:", 2, isSupported: false),
      StandardFunction("inverseOrderKey:", 1, isSupported: false),
      StandardFunction("valueForKey:", 2, isSupported: false),
      StandardFunction("valueForKeyPath:", 2, isSupported: false),
      StandardFunction("lowercaseString", 1),
      StandardFunction("uppercaseString", 1),
      StandardFunction("capitalizedString", 1),
      StandardFunction("lastPathComponent", 1),
      StandardFunction("pathExtension", 1),
      StandardFunction("stringByDeletingLastPathComponent", 1),
      StandardFunction("stringByDeletingPathExtension", 1),
      StandardFunction("integerValue", 1),
      StandardFunction("longLongValue", 1),
      StandardFunction("intValue", 1),
      StandardFunction("doubleValue", 1),
      StandardFunction("floatValue", 1),
      StandardFunction("boolValue", 1),
      StandardFunction("year:", 1),
      StandardFunction("month:", 1),
      StandardFunction("day:", 1),
      StandardFunction("hour:", 1),
      StandardFunction("minute:", 1),
      StandardFunction("second:", 1),
      StandardFunction("weekday:", 1),
      StandardFunction("dayOfYear:", 1),
      StandardFunction("quarter:", 1),
      StandardFunction("week:", 1),
      StandardFunction("weekYear:", 1),
      StandardFunction("startOfDay:", 1),
      StandardFunction("startOfWeek:", 1),
      StandardFunction("startOfMonth:", 1),
      StandardFunction("startOfQuarter:", 1),
      StandardFunction("startOfYear:", 1),
      StandardFunction("year:inTimeZone:", 2),
      StandardFunction("month:inTimeZone:", 2),
      StandardFunction("day:inTimeZone:", 2),
      StandardFunction("hour:inTimeZone:", 2),
      StandardFunction("minute:inTimeZone:", 2),
      StandardFunction("second:inTimeZone:", 2),
      StandardFunction("weekday:inTimeZone:", 2),
      StandardFunction("dayOfYear:inTimeZone:", 2),
      StandardFunction("quarter:inTimeZone:", 2),
      StandardFunction("week:inTimeZone:", 2),
      StandardFunction("weekYear:inTimeZone:", 2),
      StandardFunction("startOfDay:inTimeZone:", 2),
      StandardFunction("startOfWeek:inTimeZone:", 2),
      StandardFunction("startOfMonth:inTimeZone:", 2),
      StandardFunction("startOfQuarter:inTimeZone:", 2),
      StandardFunction("startOfYear:inTimeZone:", 2),
      StandardFunction("format:as:", 2),
      StandardFunction("format:as:inTimeZone:", 3),
    ]

    /// The message for a call with a number of arguments; nil if a function fits. Names are compared as the language compares them: ignoring case,
    /// with or without a single colon at the end, and by the first word of a longer name.
    static func issue(_ name: String, _ given: Int, among functions: [StandardFunction]) -> String? {
      let word = bare(name)
      let exact = functions.last { bare($0.name).lowercased() == word.lowercased() }
      if let exact, exact.takes(given) { return nil }
      if given > 1, !word.contains(":"),
        functions.contains(where: {
          $0.count == given && $0.isSupported && $0.name.lowercased().hasPrefix(word.lowercased() + ":")
        })
      {
        return nil
      }
      if let exact { return "\(exact.name) takes \(count(exact.count)), found \(given)" }
      let nearest = NearestSpelling.of(word, among: functions.filter(\.isSupported).map { bare($0.name) })
      return "there is no function “\(word)”" + (nearest.map { " (the nearest name is “\($0)”)" } ?? "")
    }

    private static func bare(_ name: String) -> String {
      name.last == ":" && name.firstIndex(of: ":") == name.index(before: name.endIndex) ? String(name.dropLast()) : name
    }

    private static func count(_ number: Int) -> String {
      number == 0 ? "no argument" : number == 1 ? "one argument" : "\(number) arguments"
    }
  }
#endif
