import PredicateModel
import PredicateSyntax

/// The arguments of the calls of a chain.
extension CallChain {
  static func separated(_ tokens: ArraySlice<HabitToken>) -> [ArraySlice<HabitToken>] {
    var (parts, depth, start) = ([ArraySlice<HabitToken>](), 0, tokens.startIndex)
    for position in tokens.indices {
      switch tokens[position].text {
      case "(", "[", "{": depth += 1
      case ")", "]", "}": depth -= 1
      case "," where depth == 0:
        parts.append(tokens[start..<position])
        start = position + 1
      default: break
      }
    }
    return start < tokens.endIndex ? parts + [tokens[start...]] : parts
  }

  static func number(_ tokens: ArraySlice<HabitToken>) -> Int? {
    tokens.count == 1 ? tokens.first.flatMap { Int($0.text) }.flatMap { $0 >= 0 ? $0 : nil } : nil
  }

  /// Conditions that all hold.
  static func joined(_ conditions: [String]) -> String {
    func hasOr(_ condition: String) -> Bool {
      HabitToken.all(in: condition).contains { $0.isWord("or") || $0.text == "||" }
    }
    return conditions.map { conditions.count > 1 && hasOr($0) ? "(\($0))" : $0 }.joined(separator: " AND ")
  }

  static func reversed(_ key: String) -> String {
    key.hasSuffix(" desc") ? String(key.dropLast(5)) : "\(key) desc"
  }

  /// The words of a part of the text.
  private func words(_ tokens: ArraySlice<HabitToken>) -> String {
    guard let first = tokens.first, let last = tokens.last else { return "" }
    return String(decoding: Array(text.utf8)[first.range.lowerBound..<last.range.upperBound], as: UTF8.self)
  }

  /// The keys of an order, or the columns, that an argument names: `"title"`, `:title`, `-title`, `title: :desc`, `by=["title", "year"]`, `.title`.
  func keys(_ argument: ArraySlice<HabitToken>) -> [String]? {
    var rest = argument
    if rest.count > 2, rest.first?.isWord("by") == true, rest[rest.startIndex + 1].text == "=" {
      rest = rest.dropFirst(2)
    }
    if rest.first?.text == "[", rest.last?.text == "]" {
      let names = Self.separated(rest.dropFirst().dropLast()).map { self.keys($0) }
      return names.contains { $0 == nil } ? nil : names.compactMap(\.self).flatMap(\.self)
    }
    if rest.count == 1, let first = rest.first, first.kind == .string {
      let inner = String(first.text.dropFirst().dropLast())
      return inner.hasPrefix("-") ? ["\(inner.dropFirst()) desc"] : [inner.replacing("__", with: ".")]
    }
    if let arrow = body(of: rest) { return [arrow] }
    let path = rest.map(\.text).filter { $0 != ":" }
    guard let last = path.last, rest.allSatisfy({ $0.kind == .word || [":", ".", "-"].contains($0.text) }) else {
      return nil
    }
    if path.count == 2, ["asc", "desc"].contains(last.lowercased()) {
      return [last.lowercased() == "desc" ? "\(path[0]) desc" : path[0]]
    }
    let name = path.joined()
    return name.hasPrefix("-") ? ["\(name.dropFirst()) desc"] : [name.hasPrefix(".") ? String(name.dropFirst()) : name]
  }

  /// The body of `x => x.id > 3` without its variable.
  private func body(of argument: ArraySlice<HabitToken>) -> String? {
    var rest = argument
    if rest.first?.isWord("lambda") == true { rest = rest.dropFirst() }
    guard let variable = rest.first, variable.kind == .word else { return nil }
    let behind = rest.dropFirst()
    let arrow = behind.prefix(2).map(\.text).joined()
    let length = arrow.hasPrefix("=>") || arrow.hasPrefix("->") ? (behind.first?.text.count == 2 ? 1 : 2) : 0
    if length > 0 { return withoutOwner(behind.dropFirst(length), variable.text) }
    guard behind.first?.text == ":", argument.first?.isWord("lambda") == true else { return nil }
    return withoutOwner(behind.dropFirst(), variable.text)
  }

  /// A condition: `"id > 3"`, `id__gt=3`, `id: 3`, `.id > 3`, `df.id > 3`, `m => m.id > 3`.
  func condition(_ argument: ArraySlice<HabitToken>) -> String? {
    guard let first = argument.first else { return nil }
    if argument.count == 1 {
      guard first.kind == .string, !first.text.contains("?") else { return nil }
      return String(first.text.dropFirst().dropLast())
    }
    if let body = body(of: argument) { return body }
    if first.kind == .word, argument.count > 2 {
      let sign = argument[argument.startIndex + 1].text
      if sign == "=" || sign == ":" { return lookup(first.text, argument.dropFirst(2)) }
    }
    return withoutOwner(argument, tableName)
  }

  /// A condition without the name before its properties: `df.id > 3`, `df["id"] > 3`, and `.id > 3` of jq.
  private func withoutOwner(_ tokens: ArraySlice<HabitToken>, _ owner: String) -> String {
    var (result, end) = ("", tokens.first?.range.lowerBound ?? 0)
    let bytes = Array(text.utf8)
    var position = tokens.startIndex
    func mark(at place: Int) -> String { place < tokens.endIndex ? tokens[place].text : "" }
    while position < tokens.endIndex {
      let token = tokens[position]
      result += String(decoding: bytes[end..<token.range.lowerBound], as: UTF8.self)
      end = token.range.upperBound
      let isPath = position > tokens.startIndex && tokens[position - 1].text == "."
      if !isPath, token.text.lowercased() == owner.lowercased(), mark(at: position + 1) == "." {
        position += 2
        end = tokens[position - 1].range.upperBound
        continue
      }
      if !isPath, token.text == owner, mark(at: position + 1) == "[", mark(at: position + 3) == "]",
        tokens[position + 2].kind == .string
      {
        result += tokens[position + 2].text.dropFirst().dropLast()
        position += 4
        end = tokens[position - 1].range.upperBound
        continue
      }
      let isAfterValue =
        position > tokens.startIndex
        && (tokens[position - 1].kind != .sign || [")", "]"].contains(tokens[position - 1].text))
      switch token.text {
      case "." where !isAfterValue: break
      case "&": result += "AND"
      case "|": result += "OR"
      default: result += token.text
      }
      position += 1
    }
    return StatementText.trimmed(Array(result.utf8)[...])
  }

  /// The operators of Django's lookups.
  private static let lookups = [
    "exact": "==", "iexact": "==[c]", "gt": ">", "gte": ">=", "lt": "<", "lte": "<=", "contains": "CONTAINS",
    "icontains": "CONTAINS[c]", "startswith": "BEGINSWITH", "istartswith": "BEGINSWITH[c]", "endswith": "ENDSWITH",
    "iendswith": "ENDSWITH[c]",
  ]

  /// The condition for a name, perhaps with a lookup of Django, and a value: `title CONTAINS[c] "sea"` for `title__icontains="sea"`.
  private func lookup(_ name: String, _ value: ArraySlice<HabitToken>) -> String? {
    var path = name.replacing("__", with: ".").split(separator: ".").map(String.init)
    var word = path.count > 1 ? path[path.count - 1].lowercased() : ""
    if Self.lookups[word] != nil || ["in", "isnull", "range"].contains(word) {
      path.removeLast()
    } else {
      word = "exact"
    }
    var place = PathTarget.object(entity)
    var isMany = false
    for name in path {
      place = place.step(to: name, in: model)
      if case .objects = place { isMany = true }
    }
    let left = (isMany ? "ANY " : "") + path.joined(separator: ".")
    let constants = ["true": "YES", "false": "NO", "none": "nil", "null": "nil"]
    let right = constants[words(value).lowercased()] ?? words(value)
    let isList = ["[", "("].contains(value.first?.text) && ["]", ")"].contains(value.last?.text)
    switch word {
    case "isnull": return "\(left) \(right == "NO" ? "!=" : "==") nil"
    case "in", "range":
      guard isList else { return nil }
      return "\(left) \(word == "in" ? "IN" : "BETWEEN") {\(words(value.dropFirst().dropLast()))}"
    default:
      if isList { return word == "exact" ? "\(left) IN {\(words(value.dropFirst().dropLast()))}" : nil }
      return Self.lookups[word].map { "\(left) \($0) \(right)" }
    }
  }
}
