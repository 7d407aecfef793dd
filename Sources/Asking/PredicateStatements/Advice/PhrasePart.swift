import PredicateModel
import PredicateSyntax

/// A change of a part of a phrase, so that it reads in this language as it does in the other.
enum PhrasePart: String {
  /// A pattern that is looked for, as a pattern of the whole text.
  case whole
  /// A pattern with % and _, as one with * and ?.
  case stars
  /// A number in quotes, or with zeros before it.
  case number
  /// A number without underscores between its digits.
  case plain
  /// A time span in words, `'30 days'`, in seconds.
  case seconds
  /// A time span with its sign, `'-30 days'`, as an addition or a subtraction.
  case offset
  /// The format of a part of a date, `'%Y'`, as a property.
  case part
  /// A month, `'2026-05'`, as its first day.
  case month
  /// A type of SQL as the class for CAST.
  case type
  /// A condition of a spreadsheet, `">5"`, as an operator and a value.
  case criterion
  /// A day without quotes, `2025-01-31`, in quotes. Any other value is unchanged.
  case dated
  /// A path to objects, followed by their text.
  case titled
  /// A path with __ between its names.
  case dotted
  /// The condition that a path is not nil, for a negation: in SQL none finds NULL. Empty for a path that is never nil.
  case known
  /// The name of an entity as this model has it.
  case named
  /// A path to a date. Nil for every other path.
  case date
  /// A path of SQL into JSON, `'$.items[0].price'` or `'price'`, as a path of this language.
  case member
  /// The condition that a path has no elements.
  case empty
  /// A path to values that cannot be the word `none`. Nil for a path to texts or to values of any type, and if the entity has a property `none`.
  case wordless

  private static let parts = [
    "%Y": "year", "%m": "month", "%d": "day", "%H": "hour", "%M": "minute", "%S": "second", "%w": "weekday",
    "%j": "dayOfYear", "%V": "week", "%G": "weekYear",
  ]

  private static let types = [
    "text": "NSString", "varchar": "NSString", "char": "NSString", "string": "NSString", "int": "NSNumber",
    "integer": "NSNumber", "bigint": "NSNumber", "real": "NSNumber", "float": "NSNumber", "numeric": "NSNumber",
    "decimal": "NSNumber", "double": "NSNumber",
  ]

  /// The changed part; nil if the part has no such form.
  func changed(_ text: String, _ advice: StatementAdvice) -> String? {
    let bare = ["'", "\""].contains(text.prefix(1)) ? String(text.dropFirst().dropLast()) : text
    switch self {
    case .whole: return StatementAdvice.whole(text)
    case .stars:
      guard !bare.contains("*"), bare.contains(where: { $0 == "%" || $0 == "_" }) else { return nil }
      return SQLHabit.pattern(text)
    case .number: return Int(bare).map(String.init)
    case .plain:
      let digits = text.filter { $0 != "_" }
      return digits != text && digits.allSatisfy(\.isNumber) ? digits : nil
    case .seconds: return Self.span(bare)
    case .offset:
      guard let sign = bare.first, sign == "-" || sign == "+" else { return nil }
      return Self.span(String(bare.dropFirst())).map { "\(sign) \($0)" }
    case .part: return Self.parts[bare]
    case .month:
      let parts = bare.split(separator: "-")
      return parts.map(\.count) == [4, 2] && parts.allSatisfy { Int($0) != nil } ? "'\(bare)-01'" : nil
    case .type: return Self.types[text.lowercased()].map { "\"\($0)\"" }
    case .criterion:
      guard bare != text else { return "== \(text)" }
      guard let sign = [">=", "<=", "<>", ">", "<", "="].first(where: { bare.hasPrefix($0) }) else {
        return bare.contains("*") || bare.contains("?") ? "LIKE[c] \(text)" : "==[c] \(text)"
      }
      let value = bare.dropFirst(sign.count)
      let written = Double(value) == nil ? "\"\(value)\"" : String(value)
      return "\(sign == "<>" ? "!=" : sign == "=" ? "==" : sign) \(written)"
    case .dated: return StatementAdvice.isDay(text) ? "\"\(text)\"" : text
    case .titled:
      guard case .objects(let destination)? = advice.target(of: text.split(separator: ".")),
        let title = destination.titleAttribute
      else { return nil }
      return "\(text).\(title.name)"
    case .known:
      if case .value(_, let source?)? = advice.target(of: [text[...]]), !source.attribute.isOptional { return "" }
      return " AND \(text) != nil"
    case .named: return advice.model.entity(inOneOrMany: text)?.name.asStatementName
    case .date:
      guard case .value(let type, _)? = advice.target(of: text.split(separator: ".")), type.family == .date else {
        return nil
      }
      return text
    case .member:
      let path = bare.hasPrefix("$.") ? bare.dropFirst(2) : bare[...]
      let isPath = path.allSatisfy { $0.isLetter || $0.isNumber || "._[]".contains($0) }
      return isPath && path.first?.isLetter == true ? String(path) : nil
    case .empty: return StatementAdvice.withoutElements(text)
    case .wordless:
      let isProperty = ["none", "None", "NONE"].contains { advice.target(of: [$0[...]]) != nil }
      guard !isProperty, let target = advice.target(of: text.split(separator: ".")) else { return nil }
      switch target {
      case .object: return text
      case .value(let type, _): return type == .string || type == .any ? nil : text
      case .objects, .values, .inside, .aggregate, .unknown: return nil
      }
    case .dotted: return text.contains("__") ? text.replacing("__", with: ".") : nil
    }
  }

  private static func span(_ words: String) -> String? {
    let parts = words.split(separator: " ")
    guard parts.count == 2, Int(parts[0]) != nil else { return nil }
    let unit = parts[1].lowercased()
    guard let seconds = StatementAdvice.seconds[unit] ?? StatementAdvice.seconds[String(unit.dropLast())] else {
      return nil
    }
    return seconds == 1 ? String(parts[0]) : "\(parts[0]) * \(seconds)"
  }
}
