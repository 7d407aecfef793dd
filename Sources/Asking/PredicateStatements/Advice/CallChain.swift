import PredicateModel
import PredicateSyntax

/// A chain of calls on an entity, as pandas, Django, Rails, LINQ and jq write it: `Movie.where("id > 3").order(:title).limit(3)`,
/// `Movie | select(.id > 3)`, `df[df.id > 3].head()`.
struct CallChain {
  /// What a call does to the statement.
  private enum Step {
    case same, condition, exclusion, object, order, reverseOrder, offset, count, group, frequencies, columns, distinct
    /// The first objects. The number is that of a call without an argument.
    case limit(Int)
    case last(Int)
    case aggregate(String)
  }

  /// The calls of other languages, in lower case.
  private static let steps: [String: Step] = [
    "objects": .same, "all": .same, "to_a": .same, "tolist": .same, "to_list": .same, "toarray": .same, "query": .same,
    "includes": .same, "preload": .same, "eager_load": .same, "select_related": .same, "prefetch_related": .same,
    "reset_index": .same, "copy": .same, "fetchall": .same,
    "filter": .condition, "where": .condition, "find_all": .condition, "filter_by": .condition, "findall": .condition,
    "exclude": .exclusion, "reject": .exclusion,
    "find": .object, "get": .object, "find_by": .object, "find_by_id": .object, "findone": .object, "findbyid": .object,
    "order": .order, "order_by": .order, "orderby": .order, "sort": .order, "sort_by": .order, "sort_values": .order,
    "sorted": .order, "orderbydescending": .reverseOrder,
    "limit": .limit(1), "head": .limit(5), "take": .limit(1), "first": .limit(1), "top": .limit(1),
    "firstordefault": .limit(1), "last": .last(1), "tail": .last(5),
    "skip": .offset, "offset": .offset, "drop": .offset,
    "count": .count, "length": .count, "size": .count, "len": .count,
    "group": .group, "group_by": .group, "groupby": .group, "value_counts": .frequencies,
    "values": .columns, "values_list": .columns, "pluck": .columns, "map": .columns, "only": .columns,
    "select": .columns,
    "distinct": .distinct, "unique": .distinct, "uniq": .distinct,
    "sum": .aggregate("sum"), "min": .aggregate("min"), "minimum": .aggregate("min"), "max": .aggregate("max"),
    "maximum": .aggregate("max"), "mean": .aggregate("avg"), "avg": .aggregate("avg"), "average": .aggregate("avg"),
    "median": .aggregate("median"),
  ]

  let entity: Entity
  let model: DataModel
  let text: String
  /// The variable of a table in pandas, which precedes its columns.
  var tableName = ""
  private var conditions: [String] = []
  private var keys: [String] = []
  private var groups: [String] = []
  private var columns: [String] = []
  private var limit: Int?
  private var offset: Int?
  private var key: String?
  private var isCount = false
  private var isDistinct = false
  private var aggregate: String?

  /// Reads a chain; nil for another text and for a call without an equivalent.
  init?(_ text: String, _ current: Entity, _ advice: StatementAdvice) {
    model = advice.model
    self.text = text
    let tokens = HabitToken.all(in: text).filter { $0.text != ";" }
    guard let first = tokens.first, tokens.count > 1 else { return nil }
    var position = 1
    if first.text == "." {
      entity = current
      if tokens.count > 2, tokens[1].text == "[", tokens[2].text == "]" { position = 3 }
      guard position < tokens.count, tokens[position].text == "|" else { return nil }
    } else {
      let isTable = ["df", "data", "db"].contains { first.isWord($0) } && current.member(named: first.text) == nil
      guard first.kind == .word, current.member(named: first.text) == nil,
        let named = model.entity(inOneOrMany: first.text) ?? (isTable ? current : nil)
      else { return nil }
      entity = named
      tableName = first.text
    }
    var hasCall = false
    while position < tokens.count {
      let mark = tokens[position].text
      if mark == "[" {
        guard let close = PhraseHabit.closing(tokens, from: position) else { return nil }
        guard take(brackets: tokens[(position + 1)..<close]) else { return nil }
        (position, hasCall) = (close + 1, true)
        continue
      }
      // A step of jq after groups is about the list of groups.
      guard mark == "." || mark == "|" && groups.isEmpty, position + 1 < tokens.count else { return nil }
      position += 1
      if mark == "|", tokens[position].text == "." {
        position += 1
        if position < tokens.count, tokens[position].text == "[" {
          guard position + 1 < tokens.count, tokens[position + 1].text == "]" else { return nil }
          (position, hasCall) = (position + 2, true)
          continue
        }
      }
      guard position < tokens.count, tokens[position].kind == .word else { return nil }
      let name = tokens[position].text
      position += 1
      var arguments: [ArraySlice<HabitToken>]?
      if position < tokens.count, tokens[position].text == "(" {
        guard let close = PhraseHabit.closing(tokens, from: position) else { return nil }
        arguments = Self.separated(tokens[(position + 1)..<close])
        position = close + 1
      }
      if arguments == nil, entity.member(named: name) != nil {
        guard columns.isEmpty else { return nil }
        columns = [name]
        hasCall = hasCall || mark == "|"
      } else {
        // select is a condition in jq, and names columns elsewhere.
        let step = mark == "|" && name == "select" ? Step.condition : Self.steps[name.lowercased()]
        guard let step, take(step, arguments ?? []) else { return nil }
        hasCall = true
      }
    }
    // A column of each group without an aggregate has no equivalent.
    guard hasCall, groups.isEmpty || columns.isEmpty || aggregate != nil else { return nil }
  }

  /// The statement that asks the same.
  var statement: String {
    let subject = entity.name.asStatementName
    var parts = [subject]
    if let key { parts = [ObjectReference.label(entity.name, [key])] }
    let isGrouped = !groups.isEmpty
    if isCount, !isGrouped, columns.isEmpty { parts.insert("count", at: 0) }
    if !conditions.isEmpty { parts += ["where", Self.joined(conditions)] }
    if isGrouped { parts += ["group by", groups.joined(separator: ", ")] }
    var values = isGrouped ? groups : columns
    if let aggregate {
      let calls = columns.map { "\(aggregate)(\($0))" }
      values = isGrouped ? groups + calls : calls
    } else if isCount, isGrouped {
      values.append("count()")
    } else if isCount, !columns.isEmpty {
      values = ["count(\(isDistinct ? "distinct " : "")\(columns.joined(separator: ", ")))"]
    }
    if !values.isEmpty {
      let isList = isDistinct && !isCount
      parts += ["show", (isList ? "distinct " : "") + values.joined(separator: ", ")]
    }
    if !keys.isEmpty { parts += ["sort by", keys.joined(separator: ", ")] }
    if let limit { parts += ["limit", "\(limit)"] }
    if let offset { parts += ["offset", "\(offset)"] }
    return parts.joined(separator: " ")
  }

  // MARK: Calls

  private mutating func take(_ step: Step, _ arguments: [ArraySlice<HabitToken>]) -> Bool {
    let number = arguments.count == 1 ? Self.number(arguments[0]) : nil
    switch step {
    case .same: return true
    case .condition, .exclusion:
      // A condition after a limit, a count or groups has another meaning than one before it.
      guard limit == nil, offset == nil, !isCount, groups.isEmpty, !arguments.isEmpty else { return false }
      let read = arguments.compactMap { condition($0) }
      guard read.count == arguments.count else { return false }
      if case .exclusion = step {
        conditions.append("NOT (\(Self.joined(read)))")
      } else {
        conditions += read
      }
      return true
    case .object:
      guard arguments.count == 1, let first = arguments.first?.first else { return false }
      if arguments[0].count == 1, first.kind == .number || first.kind == .string {
        key = first.text
        return true
      }
      limit = 1
      return condition(arguments[0]).map { conditions.append($0) } != nil
    case .order, .reverseOrder:
      guard limit == nil, offset == nil else { return false }
      var isDescending = if case .reverseOrder = step { true } else { false }
      var read: [String] = []
      for argument in arguments {
        let words = argument.map { $0.text.lowercased() }
        if words.starts(with: ["ascending", "="]) || words.starts(with: ["reverse", "="]) {
          isDescending = (words.first == "ascending") == (words.last == "false")
        } else {
          guard let names = self.keys(argument) else { return false }
          read += names
        }
      }
      guard !read.isEmpty else { return false }
      keys += isDescending ? read.map(Self.reversed) : read
      return true
    case .limit(let usual):
      guard arguments.isEmpty || number != nil, limit == nil else { return false }
      limit = number ?? usual
      return true
    case .last(let usual):
      guard arguments.isEmpty || number != nil, limit == nil, offset == nil, let name = entity.keyName else {
        return false
      }
      keys = (keys.isEmpty ? [name] : keys).map(Self.reversed)
      limit = number ?? usual
      return true
    case .offset:
      guard let number, limit == nil else { return false }
      offset = number
      return true
    case .count:
      guard arguments.isEmpty, limit == nil, offset == nil else { return false }
      isCount = true
      return true
    case .group, .frequencies:
      let names = arguments.compactMap { self.keys($0) }.flatMap(\.self)
      groups = names.isEmpty ? columns : names
      columns = []
      guard !groups.isEmpty else { return false }
      if case .frequencies = step {
        isCount = true
        keys = ["count() desc"]
      }
      return true
    case .columns:
      // jq: map(select(.id > 3))
      if let first = arguments.first, arguments.count == 1, first.count > 3, first.first?.isWord("select") == true,
        first[first.startIndex + 1].text == "(", first.last?.text == ")"
      {
        return take(.condition, [first.dropFirst(2).dropLast()])
      }
      let names = arguments.map { self.keys($0) }
      guard !names.isEmpty, names.allSatisfy({ $0 != nil }), columns.isEmpty else { return false }
      columns = names.compactMap(\.self).flatMap(\.self)
      return true
    case .distinct:
      isDistinct = true
      if let names = arguments.first.flatMap({ self.keys($0) }), columns.isEmpty { columns = names }
      return !columns.isEmpty
    case .aggregate(let name):
      guard limit == nil, offset == nil else { return false }
      if let names = arguments.first.flatMap({ self.keys($0) }) { columns = names }
      aggregate = name
      return !columns.isEmpty
    }
  }

  /// Reads `[0:5]`, `[]`, `["title"]`, `[["title", "year"]]` and `[title == "x"]`.
  private mutating func take(brackets inside: ArraySlice<HabitToken>) -> Bool {
    guard let first = inside.first, let last = inside.last else { return true }
    if let colon = inside.firstIndex(where: { $0.text == ":" }) {
      let (low, high) = (inside[..<colon], inside[(colon + 1)...])
      guard limit == nil, offset == nil, let start = low.isEmpty ? 0 : Self.number(low) else { return false }
      if start > 0 { offset = start }
      guard !high.isEmpty else { return start > 0 }
      guard let end = Self.number(high), end > start else { return false }
      limit = end - start
      return true
    }
    if inside.count == 1 {
      guard first.kind == .string, columns.isEmpty else { return false }
      let name = String(first.text.dropFirst().dropLast())
      columns = [name]
      return entity.member(named: name) != nil
    }
    if first.text == "[", last.text == "]" {
      let names = Self.separated(inside.dropFirst().dropLast()).map { self.keys($0) }
      guard columns.isEmpty, names.allSatisfy({ $0 != nil }) else { return false }
      columns = names.compactMap(\.self).flatMap(\.self)
      return !columns.isEmpty
    }
    return take(.condition, [inside])
  }
}
