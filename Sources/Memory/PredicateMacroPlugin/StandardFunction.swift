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

    /// Reads an entry of the list, or the name of a function of the application: `min: spreads`. The function has an argument for each colon of its
    /// name, unless the entry has another number: `valueForKey: 2 unsupported`.
    init(_ entry: String) {
      let words = entry.split(separator: " ")
      name = words.first.map { String($0) } ?? ""
      count = words.lazy.compactMap { Int($0) }.first ?? name.utf8.count { $0 == UInt8(ascii: ":") }
      spreads = words.contains("spreads")
      isSupported = !words.contains("unsupported")
    }

    /// The collection operators of the language.
    static let collectionOperators = [
      "count", "sum", "avg", "min", "max", "unionOfObjects", "distinctUnionOfObjects", "unionOfArrays",
      "distinctUnionOfArrays", "unionOfSets", "distinctUnionOfSets",
    ]

    /// The functions of the language. `scripts/generate macros` writes the list.
    static let all = [
      "sum:", "count:", "min: spreads", "max: spreads", "average:", "median:", "mode:", "stddev:", "variance:",
      "percentile:at:", "distinct:", "add:to:", "from:subtract:", "multiply:by:", "divide:by:", "modulus:by:",
      "sqrt:", "log:", "ln:", "raise:toPower:", "exp:", "floor:", "ceiling:", "trunc:", "abs:", "chs:", "random",
      "randomn:", "bitwiseAnd:with:", "bitwiseOr:with:", "bitwiseXor:with:", "leftshift:by:", "rightshift:by:",
      "onesComplement:", "uppercase:", "lowercase:", "canonical:", "length:", "groupConcat:separator:",
      "tokenize:using: unsupported", "substring:from:length:", "substring:from:", "trim:", "replace:part:with:",
      "version:", "byteCount:", "round:places:", "now", "dateByAddingTimeInterval: 2", "castObject:toType:",
      "objectFrom:withIndex:", "noindex:", "coalesce: spreads", "indexed:by: unsupported",
      "distanceToLocation:fromLocation: unsupported", "inverseOrderKey: unsupported", "valueForKey: 2 unsupported",
      "valueForKeyPath: 2 unsupported", "lowercaseString 1", "uppercaseString 1", "capitalizedString 1",
      "lastPathComponent 1", "pathExtension 1", "stringByDeletingLastPathComponent 1",
      "stringByDeletingPathExtension 1", "integerValue 1", "longLongValue 1", "intValue 1", "doubleValue 1",
      "floatValue 1", "boolValue 1", "year:", "month:", "day:", "hour:", "minute:", "second:", "weekday:",
      "dayOfYear:", "quarter:", "week:", "weekYear:", "startOfDay:", "startOfWeek:", "startOfMonth:",
      "startOfQuarter:", "startOfYear:", "year:inTimeZone:", "month:inTimeZone:", "day:inTimeZone:",
      "hour:inTimeZone:", "minute:inTimeZone:", "second:inTimeZone:", "weekday:inTimeZone:", "dayOfYear:inTimeZone:",
      "quarter:inTimeZone:", "week:inTimeZone:", "weekYear:inTimeZone:", "startOfDay:inTimeZone:",
      "startOfWeek:inTimeZone:", "startOfMonth:inTimeZone:", "startOfQuarter:inTimeZone:", "startOfYear:inTimeZone:",
      "format:as:", "format:as:inTimeZone:",
    ].map(StandardFunction.init)

    /// The message for a call with a number of arguments; nil if a function fits. Names are compared as the language compares them: ignoring case,
    /// with or without a single colon at the end, and by the first word of a longer name.
    static func issue(_ name: String, _ given: Int, among functions: [StandardFunction]) -> String? {
      let word = bare(name)
      let exact = functions.last { bare($0.name).lowercased() == word.lowercased() }
      if let exact, exact.count == given || exact.spreads && given > 1 { return nil }
      let start = word.lowercased() + ":"
      let fits = functions.contains { $0.count == given && $0.isSupported && $0.name.lowercased().hasPrefix(start) }
      if given > 1, !word.contains(":"), fits { return nil }
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
