/// Functions that SQL and spreadsheets have, in the form that says the same here: `upper(name)` is `uppercase(name)`.
enum FunctionHabit {
  /// What has another name and the same arguments.
  private static let names: [String: String] = [
    "upper": "uppercase", "ucase": "uppercase", "toupper": "uppercase", "lower": "lowercase", "lcase": "lowercase",
    "tolower": "lowercase", "len": "length", "char_length": "length", "strlen": "length", "substr": "SUBSTRING",
    "mid": "SUBSTRING", "mod": "modulus", "pow": "raise", "power": "raise", "ceil": "ceiling", "iif": "TERNARY",
    "if": "TERNARY", "ltrim": "trim", "rtrim": "trim", "truncate": "trunc",
  ]

  /// The property of a date that a format of `strftime`, or a unit of `date_trunc`, asks for.
  private static let units: [String: String] = [
    "%Y": "year", "%m": "month", "%d": "day", "%H": "hour", "%M": "minute", "%S": "second", "%w": "weekday",
    "%j": "dayOfYear", "%Y-%m": "startOfMonth", "%Y-%m-01": "startOfMonth", "%Y-%m-%d": "startOfDay",
    "year": "startOfYear", "month": "startOfMonth", "day": "startOfDay",
  ]

  /// A call in the form that says the same; nil where none is known.
  static func form(of name: String, _ arguments: [String]) -> String? {
    let name = name.lowercased()
    if let other = names[name] { return "\(other)(\(arguments.joined(separator: ", ")))" }
    guard let first = arguments.first else {
      return ["getdate", "sysdate", "current_timestamp", "current_date"].contains(name) ? "now()" : nil
    }
    let last = arguments[arguments.count - 1]
    switch (name, arguments.count) {
    case ("concat", 2...): return arguments.joined(separator: " + ")
    case ("coalesce", 2...), ("ifnull", 2), ("nvl", 2), ("isnull", 2):
      return arguments.dropLast().reversed().reduce(last) { "TERNARY(\($1) != nil, \($1), \($0))" }
    case ("nullif", 2): return "TERNARY(\(first) == \(last), nil, \(first))"
    case ("strftime", 2), ("date_trunc", 2): return units[String(first.dropFirst().dropLast())].map { "\(last).\($0)" }
    case ("date", 1): return "\(first).startOfDay"
    case ("datediff", 2): return "(\(first) - \(last)).days"
    default: return nil
    }
  }
}
