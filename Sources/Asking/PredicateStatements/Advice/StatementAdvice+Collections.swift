import PredicateModel
import PredicateSyntax
import PredicateValues

// Hints about collections, about `over (…)` of SQL, and about values of a type that the statement does not take.
extension StatementAdvice {
  /// Suggests `mode(tags.name)` for `mode(each tags.name)`.
  func collection(_ inside: [SourceToken], in text: String) -> Hint? {
    guard let first = inside.first(where: { $0.isWord("each") }),
      let next = inside.first(where: {
        $0.range.lowerBound >= first.range.upperBound
      })
    else { return nil }
    let place = first.range.lowerBound..<next.range.lowerBound
    return statement("a function takes the collection itself:", Self.text(text, replacing: place, by: ""))
      ?? "the syntax is: group by each KEY as NAME"
  }

  /// Suggests `distinct(loans.movie).@count` for `loans.movie.@distinctUnionOfObjects.@count`.
  func distinctObjects(_ inside: [SourceToken], _ entity: Entity, in text: String) -> Hint? {
    guard let first = inside.first, let last = inside.last,
      let name = inside.firstIndex(where: { $0.text.lowercased() == "@distinctunionofobjects" }), name > 1
    else { return nil }
    let form = "distinct(\(inside[..<(name - 1)].map(\.text).joined()))\(inside[(name + 1)...].map(\.text).joined())"
    return statement(
      "write", Self.text(text, replacing: first.range.lowerBound..<last.range.upperBound, by: form))
  }

  /// Suggests `Friend show friendName, distinct(loans.movie).@count` for `count(distinct loans.movie)` of a group.
  func distinctCount(_ tokens: [SourceToken], _ inside: [SourceToken], _ entity: Entity) -> Hint? {
    guard let first = inside.first, let start = tokens.firstIndex(where: { $0.range == first.range }), start > 2,
      tokens[start - 1].isWord("distinct"), tokens[start - 3].isWord("count")
    else { return nil }
    let columns = [entity.titleAttribute?.name, "distinct(\(inside.map(\.text).joined())).@count"]
    return statement(
      "for each object, write", "\(entity.name) show \(columns.compactMap(\.self).joined(separator: ", "))")
  }

  /// Suggests `show distinct genre` for `show distinct(genre)`.
  func distinctValues(_ inside: [SourceToken], in text: String) -> Hint? {
    guard let first = inside.first, let last = inside.last, first.isWord("distinct"), last.isMark(")"), inside.count > 3
    else { return nil }
    let value = inside[2..<(inside.count - 1)].map(\.text).joined()
    let place = first.range.lowerBound..<last.range.upperBound
    return statement("write", Self.text(text, replacing: place, by: "distinct \(value)"))
  }

  /// Suggests `lentOn.startOfMonth == "2026-01-01"` for `lentOn LIKE "2026-01*"`.
  func datePattern(_ tokens: [SourceToken], _ inside: [SourceToken], in text: String) -> Hint? {
    guard let first = inside.first, let last = inside.last,
      let end = tokens.firstIndex(where: { $0.range == last.range }), end + 2 < tokens.count,
      let pattern = tokens[(end + 1)...].prefix(5).first(where: { $0.kind == .string }),
      let start = pattern.stringValue?.prefix(while: { $0.isNumber || $0 == "-" }), let year = Int(start.prefix(4))
    else { return nil }
    let path = inside.map(\.text).joined()
    let digits = start.filter(\.isNumber)
    let form: String
    switch digits.count {
    case 4: form = "\(path).year == \(year)"
    case 6: form = "\(path).startOfMonth == \"\(start.prefix(7))-01\""
    case 8: form = "\(path).startOfDay == \"\(start)\""
    default: return nil
    }
    let place = first.range.lowerBound..<pattern.range.upperBound
    return statement("to use a part of a date, write", Self.text(text, replacing: place, by: form))
  }

  /// Suggests `format(lentOn, "MM yyyy")` for `format(lentOn, "MMM yyyy")`: names of months and weekdays depend on a human language, their numbers do not.
  func dateNames(_ inside: [SourceToken], in text: String) -> Hint? {
    guard let call = inside.first, call.isWord("format") || call.isWord("format:as:"),
      let pattern = inside.first(where: { $0.kind == .string })
    else { return nil }
    if pattern.text.contains("E") {
      return
        "a day of the week must be a number, not a name. Write .weekday of a date, with 0 for Sunday to 6 for Saturday"
    }
    guard pattern.text.contains("MMM") else { return nil }
    let numbers = pattern.text.replacing("MMMM", with: "MM").replacing("MMM", with: "MM")
    return statement("a month must be a number, not a name:", Self.text(text, replacing: pattern.range, by: numbers))
  }

  /// Suggests `'It\\'s'` for `'It's'`.
  func quoteInside(_ tokens: [SourceToken], _ inside: [SourceToken], in text: String) -> Hint? {
    guard let word = inside.first, word.kind == .word,
      let string = tokens.first(where: { $0.range.upperBound == word.range.lowerBound }), string.kind == .string,
      let quote = string.text.last
    else { return nil }
    let rest = String(decoding: Array(text.utf8)[word.range.lowerBound...], as: UTF8.self)
    guard let end = rest.firstIndex(of: quote) else { return nil }
    return "a quote inside a text needs a backslash before it: \(string.text.dropLast())\\\(quote)\(rest[...end])"
  }

  /// Suggests `show running sum(total) sort by date` for `show sum(total) over (order by date)`, and `total(total) of each city` for
  /// `sum(total) over (partition by city)`: without an order, SQL computes the sum of all rows of the partition.
  func window(_ tokens: [SourceToken], _ inside: [SourceToken], in text: String) -> Hint? {
    guard let word = inside.first, word.isWord("over"),
      let over = tokens.firstIndex(where: { $0.range == word.range }), over + 2 < tokens.count,
      tokens[over + 1].isMark("("), let end = tokens[over...].firstIndex(where: { $0.isMark(")") }),
      let open = tokens[..<over].lastIndex(where: { $0.isMark("(") }), open > 0
    else { return nil }
    func key(_ word: String, until end: Int) -> (text: String, start: Int)? {
      guard let start = tokens[over..<end].firstIndex(where: { $0.isWord(word) }), start + 2 < end else { return nil }
      let range = tokens[start + 2].range.lowerBound..<tokens[end - 1].range.upperBound
      return (String(decoding: Array(text.utf8)[range], as: UTF8.self), start)
    }
    let order = key("order", until: end)
    let group = key("partition", until: order?.start ?? end)
    let call = String(
      decoding: Array(text.utf8)[tokens[open - 1].range.lowerBound..<tokens[over - 1].range.upperBound], as: UTF8.self)
    let isWhole = order == nil && tokens[open - 1].isWord("sum")
    // Other functions of a whole partition have no form.
    if order == nil, !isWhole { return nil }
    let function = isWhole ? "total\(call.dropFirst(3))" : "running \(call)"
    let form = "\(function)\(group.map { " of each \($0.text)" } ?? "")"
    let place = tokens[open - 1].range.lowerBound..<tokens[end].range.upperBound
    let proposal = Self.text(text, replacing: place, by: form) + (order.map { " sort by \($0.text)" } ?? "")
    return statement("write", proposal)
      ?? "the syntax is: running sum(VALUE) of each KEY. To read more, write .help running"
  }

  /// The hint for a table of pairs (join table), which is not an entity: `PlaylistTrack` is `Playlist.tracks` and `Track.playlists`.
  func pairTable(_ name: String) -> Hint? {
    func folded(_ name: String) -> String { name.lowercased().filter { $0 != "_" } }
    let paths = model.entities.flatMap { entity in
      entity.relationships.compactMap { relationship -> String? in
        guard case .joinTable(let table) = relationship.storage, folded(table.table) == folded(name) else { return nil }
        return "\(entity.name).\(relationship.name)"
      }
    }
    return paths.isEmpty
      ? nil : "this table joins two other tables; write the relationship \(paths.joined(separator: " and "))"
  }
}
