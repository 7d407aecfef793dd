import PredicateModel
import PredicateSyntax
import PredicateValues

/// Hints for mistakes that depend on stored values, not on the types of properties.
extension StatementAdvice {
  /// The hint for an issue that occurred during evaluation, with the path of the statement: `tags.length > 2` with a list, `profile.age > 60` with a
  /// text among the ages.
  func ofValues(_ tokens: [SourceToken], _ issue: PredicateIssue, _ entity: Entity) -> Hint? {
    let quantifiers = ["any", "all", "some", "none"]
    let start = tokens.first.map { first in quantifiers.contains { first.isWord($0) } } == true ? 1 : 0
    let path = tokens.dropFirst(start).prefix { token in
      token.isMark(".") || token.kind == .word && !["between", "in", "contains"].contains { token.isWord($0) }
    }
    guard path.first?.kind == .word, path.last?.kind == .word else { return nil }
    let rest = tokens.dropFirst(start + path.count)
    if path.count > 2, path.last?.isWord("length") == true, let sign = rest.first, sign.kind == .sign {
      let elements = path.dropLast(2).map(\.text).joined()
      let others = rest.dropFirst().map(\.text).joined()
      if let count = hint("the number of elements is", "\(elements).@count \(sign.text) \(others)", entity) {
        return count
      }
    }
    if case .inside? = place(of: Array(path), from: entity), issue.comparesTextWithDate,
      let sign = rest.first
    {
      let date = "CAST(\(path.map(\.text).joined()), \"NSDate\")"
      let others = rest.dropFirst().map(\.text).joined()
      return hint(
        "JSON cannot contain dates. To read a date from a text, write", "\(date) \(sign.text) \(others)", entity)
    }
    let general = "CAST(x,"
    guard let hint = issue.hint, hint.contains(general) else { return nil }
    return Hint(hint.replacing(general, with: "CAST(\(path.map(\.text).joined()),"))
  }

  /// YES or NO for a text that means a truth value in another language; nil for another text.
  func truth(_ written: SourceToken) -> String? {
    switch written.stringValue?.lowercased() {
    case "yes", "true", "y", "t", "1": "YES"
    case "no", "false", "n", "f", "0": "NO"
    default: nil
    }
  }

  /// The hint for a number that is compared with a text: the number in the text, or the number of a month or a day of the week. A text without a number
  /// gets no proposal.
  func number(
    _ written: SourceToken, comparedWith path: [SourceToken], _ operation: String, _ entity: Entity
  ) -> Hint? {
    guard let text = written.stringValue else { return nil }
    let name = path.map(\.text).joined()
    if Double(text) != nil {
      return hint("write the number without quotes:", "\(name) \(operation) \(text)", entity)
    }
    if path.count > 2, let part = path.last,
      case .value(let type, _)? = place(of: Array(path.dropLast(2)), from: entity),
      type.family == .date, let days = Self.names[part.text.lowercased()]
    {
      let wanted = text.lowercased()
      let position = days.names.firstIndex { $0.hasPrefix(wanted) && wanted.utf8.count > 2 }
      if let position {
        return hint(days.words + ":", "\(name) \(operation) \(position + days.first)", entity)
      }
      return Hint(days.words)
    }
    return "\(name) is a number, so write a number without quotes"
  }

  /// The hint for a number on the right of a string operator: `phone CONTAINS "030"`, with the zero that a number would lose.
  func numberAsText(_ issue: PredicateIssue, _ inside: [SourceToken]) -> Hint? {
    guard issue.hint == nil, inside.count == 1, inside[0].kind == .number else { return nil }
    return Hint("a text is written in quotes:", proposing: "\"\(inside[0].text)\"")
  }

  /// The English names of months and days, by the property of dates that is their number.
  private static let names: [String: (words: String, first: Int, names: [String])] = [
    "month": (
      "a month must be a number, and January is 1", 1,
      [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
        "december",
      ]
    ),
    "weekday": (
      "a day of the week must be a number, and Sunday is 0", 0,
      ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]
    ),
  ]

  /// The hint for a column with values of several types, if an operator or a function fails for one of them: `value ENDSWITH "A"`, `max(value)`.
  func severalTypes(_ tokens: [SourceToken], readAs type: QueryType, _ entity: Entity) -> Hint? {
    for (position, token) in tokens.enumerated() where token.kind == .word {
      if position + 1 < tokens.count, tokens[position + 1].isMark("(") { continue }
      let path = Self.path(endingAt: Array(tokens[...position]))
      guard case .value(.any, let source?)? = place(of: path, from: entity), source.attribute.hasFreeType else {
        continue
      }
      let name = path.map(\.text).joined()
      let texts = type == .string ? ". To read all values as texts, write CAST(\(name), \"NSString\")" : ""
      let command = ".type \(source.entity.name).\(source.attribute.name) \(type.modelWord)"
      return "\(name) has values of several types. With \(command), values of all other types are read as nil\(texts)"
    }
    return nil
  }

  /// The hint for an aggregate of values of another type: `sum(amount)` of texts, `groupConcat(year, ", ")` of numbers.
  func castArgument(
    _ tokens: [SourceToken], _ inside: [SourceToken], in text: String, _ entity: Entity
  ) -> Hint? {
    guard let first = inside.first, let last = inside.last,
      inside.allSatisfy({ $0.kind == .word || $0.isMark(".") }),
      case .value(let type, _)? = place(of: inside, from: entity)
    else { return nil }
    let before = tokens.prefix { $0.range.upperBound <= first.range.lowerBound }.suffix(2)
    let joinsTexts = before.first?.isWord("groupconcat") == true && before.last?.isMark("(") == true
    guard joinsTexts || type == .string else { return nil }
    let value = "CAST(\(inside.map(\.text).joined()), \"\(joinsTexts ? "NSString" : "NSNumber")\")"
    return statement(
      joinsTexts ? "to join the values as texts, write" : "to read the texts as numbers, write",
      Self.text(text, replacing: first.range.lowerBound..<last.range.upperBound, by: value))
  }

  /// Suggests `CAST(year, "NSString") CONTAINS "9"` for `year CONTAINS 9`, and `album.title CONTAINS "x"` for `album CONTAINS "x"`: a value on the left of
  /// an operator for texts that is not a text.
  func asText(_ tokens: [SourceToken], _ inside: [SourceToken], in text: String, _ entity: Entity) -> Hint? {
    guard let first = inside.first, let last = inside.last,
      let end = tokens.firstIndex(where: { $0.range == last.range }), end + 2 < tokens.count,
      let target = place(of: inside, from: entity)
    else { return nil }
    let (sign, written) = (tokens[end + 1], tokens[end + 2])
    let operators = ["contains", "beginswith", "endswith", "like", "matches"]
    guard operators.contains(where: { sign.isWord($0) }), [.string, .number].contains(written.kind) else { return nil }
    let place = first.range.lowerBound..<written.range.upperBound
    let path = inside.map(\.text).joined()
    switch target {
    case .object(let destination) where written.kind == .string:
      return titled("\(path).", destination, sign.text, written).flatMap {
        statement("to compare a text of the object, write", Self.text(text, replacing: place, by: $0.comparison))
      }
    case .value(let type, _) where type.family == .number || type == .uuid:
      let constant = written.kind == .number ? "\"\(written.text)\"" : written.text
      let comparison = "CAST(\(path), \"NSString\") \(sign.text) \(constant)"
      return statement("to compare the value as a text, write", Self.text(text, replacing: place, by: comparison))
    default: return nil
    }
  }

  /// Suggests `sort by artist.name` for `sort by artist`, and `sort by albums.@count` for `sort by albums`.
  func sortKey(_ inside: [SourceToken], in text: String, _ entity: Entity) -> Hint? {
    guard let first = inside.first, let last = inside.last else { return nil }
    let path = inside.map(\.text).joined()
    let key: String
    switch place(of: inside, from: entity) {
    case .object(let destination)?:
      guard let name = (destination.titleAttribute ?? destination.objectKey.first)?.name else { return nil }
      key = "\(path).\(Self.key(name))"
    case .objects?: key = "\(path).@count"
    default: return nil
    }
    return statement("write", Self.text(text, replacing: first.range.lowerBound..<last.range.upperBound, by: key))
  }

  /// The hint for `year % 2` in a clause. In a condition the parser itself has this hint.
  func remainder(_ inside: [SourceToken]) -> Hint? {
    inside.first?.text == "%" ? "write modulus:by:(a, b) for the remainder" : nil
  }

  /// The hint for a part of a time, in a column whose values are texts such as `09:30:00`: `opens.hour == 15`.
  func partOfTime(_ tokens: [SourceToken], _ inside: [SourceToken], _ entity: Entity) -> Hint? {
    guard let name = inside.first, DateProperty(name: name.text) != nil,
      let path = Self.path(before: name, in: tokens), !path.isEmpty,
      case .value(.string, let source?)? = place(of: path, from: entity), source.attribute.columnContent == .timesOfDay
    else { return nil }
    let time = path.map(\.text).joined()
    return "times are texts such as \"15:30:00\". To find the hour 15, write \(time) >= \"15\" AND \(time) < \"16\""
  }

  /// The hint for a path that continues after a value: `author.name`, although `author` is an integer.
  func noRelationship(_ tokens: [SourceToken], _ inside: [SourceToken], _ entity: Entity) -> Hint? {
    guard let name = inside.first, let path = Self.path(before: name, in: tokens), !path.isEmpty,
      case .value(let type, let source?)? = place(of: path, from: entity)
    else { return nil }
    if type == .data { return Self.size(of: path) }
    let remedy = "a model file can add a relationship that uses the column \(source.attribute.column)"
    return "\(source.attribute.name) is \(type.description), not a relationship; \(remedy)"
  }

  /// The hint for `length(photo)` and `photo.@count`, if the property has bytes.
  func sizeOfData(_ tokens: [SourceToken], _ entity: Entity) -> Hint? {
    for (position, token) in tokens.enumerated() where token.kind == .word {
      let path = Self.path(endingAt: Array(tokens[...position]))
      if case .value(.data, _)? = place(of: path, from: entity) { return Self.size(of: path) }
    }
    return nil
  }

  private static func size(of path: [SourceToken]) -> Hint {
    let name = path.map(\.text).joined()
    return "\(name) contains bytes. To get their number, write byteCount(\(name))"
  }

  /// Suggests `TERNARY(verified == NO, YES, NO)` for `update User set verified = NOT verified`.
  func toggle(_ tokens: [SourceToken], _ inside: [SourceToken], _ entity: Entity) -> Hint? {
    guard ["update", "insert"].contains(where: { tokens.first?.isWord($0) == true }), let name = inside.first,
      let position = tokens.firstIndex(where: { $0.range == name.range }), position > 1,
      tokens[position - 1].isWord("not") || tokens[position - 1].text == "!", tokens[position - 2].text == "=",
      case .value(.boolean, _)? = place(of: inside, from: entity)
    else { return nil }
    return "to set the opposite of a boolean, write TERNARY(\(inside.map(\.text).joined()) == NO, YES, NO)"
  }

  /// The text of tokens with spaces between them. A minus sign belongs to its number.
  static func written(_ tokens: ArraySlice<SourceToken>) -> String {
    var text = ""
    var before: SourceToken?
    for token in tokens {
      if let before, before.range.upperBound < token.range.lowerBound || !["-", "(", "{"].contains(before.text) {
        text += " "
      }
      text += token.text
      before = token
    }
    return text
  }

  /// The hint for `first 1 of each tenant` if tenants have no integer key: groups need the key as a value.
  func objectKey(_ tokens: [SourceToken], _ entity: Entity) -> Hint? {
    guard !tokens.isEmpty, tokens.allSatisfy({ $0.kind == .word || $0.isMark(".") }),
      case .object(let destination)? = place(of: tokens, from: entity), !destination.objectKey.isEmpty
    else { return nil }
    let path = tokens.map(\.text).joined()
    let keys = destination.objectKey.map { "\(path).\($0.name)" }
    return "the key of an object is a value: \(keys.joined(separator: ", "))"
  }
}
