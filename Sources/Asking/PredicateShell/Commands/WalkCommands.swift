import PredicateModel
import PredicateSessions
import PredicateStatements
import PredicateSyntax
import PredicateValues

extension ShellCommand {
  /// `.go PLACE`
  static let go = ShellCommand(
    "go", .required(.place), summary: "goes to an object, or follows a relationship of the current object",
    details: """
      .go 3 shows row 3 of the last answer: its values, and each relationship with the number of its objects. If row 3 is a group,
      .go 3 lists its objects. .go 3.lentToFriend follows a relationship to one object. .go Employee[1].reports* lists all levels of a relationship. From an object, .go lentMovies lists the objects of a relationship, and .go 2 shows the second of them.
      .go Friend[3] and .go Customer["ALFKI"] go to the object with a key, and so does .go Friend/3. The prompt shows the current place. A statement without an
      entity's name is about the objects there: those of the list, or the one object. Movie where year > 1990 is about all movies, and
      .use Movie leaves the place. .back returns. A list is the answer of a statement, so .sql, .export and .why work with it.
      """
  ) { arguments, session in
    try session.go(to: WalkTarget(arguments, in: session))
  }

  /// `.back`
  static let back = ShellCommand("back", summary: "goes back to the object before the last .go") {
    arguments, session in
    try session.goBack(at: arguments.call.nameRange)
  }
}

extension WalkTarget {
  /// Reads a place: `3.lentToFriend`, `Customer["ALFKI"].orders`, `lentMovies`.
  fileprivate init(_ arguments: CommandArguments, in session: ShellSession) throws {
    let place = arguments.place(.place)
    let (text, start) = (arguments.call.text, Int(place.lowerBound))
    let bytes = Array(text.utf8)[..<Int(place.upperBound)]
    let digits = bytes[start...].prefix { (0x30...0x39).contains($0) }
    if !digits.isEmpty {
      guard let row = Int(String(decoding: digits, as: UTF8.self)), row > 0 else {
        throw Self.unexpected(text, SourceRange(start, digits.endIndex))
      }
      self.start = .row(row)
      startRange = SourceRange(start, digits.endIndex)
      steps = try Self.steps(Array(bytes), from: digits.endIndex, isFirst: false)
      return
    }
    let tokens = SourceToken.all(in: Array(bytes), from: start)
    if let (entity, key, end) = Self.slashed(tokens, Array(bytes), session) {
      self.start = .key(entity, [key])
      startRange = SourceRange(start, end)
      steps = try Self.steps(Array(bytes), from: end, isFirst: false)
      return
    }
    guard tokens.count > 1, tokens[1].isMark("["), let name = tokens[0].entityName else {
      self.start = .here
      startRange = place
      steps = try Self.steps(Array(bytes), from: start, isFirst: true)
      return
    }
    guard let entity = session.database.model.entity(inOneOrMany: name) else {
      throw PredicateIssue.unknownEntity(name, known: session.database.model.entityNames, range: tokens[0].place)
    }
    let (key, end) = try Self.key(text, Array(bytes), behind: tokens[1].range.upperBound, session)
    self.start = .key(entity, key)
    startRange = SourceRange(start, end)
    steps = try Self.steps(Array(bytes), from: end, isFirst: false)
  }

  /// Reads an object with a slash before its key, as messages of other programs write it: `Friend/1`, `Customer/ALFKI`. The key ends at a dot. Nil
  /// for any other text, and if the text after the slash cannot be a key of the entity.
  private static func slashed(
    _ tokens: [SourceToken], _ bytes: [UInt8], _ session: ShellSession
  ) -> (entity: Entity, key: QueryValue, end: Int)? {
    guard tokens.count > 2, tokens[1].text == "/", let name = tokens[0].entityName,
      let entity = session.database.model.entity(inOneOrMany: name)
    else { return nil }
    let start = tokens[1].range.upperBound
    let end = bytes[start...].firstIndex(of: UInt8(ascii: ".")) ?? bytes.count
    let text = String(decoding: bytes[start..<end], as: UTF8.self)
    if entity.key.referenceColumn != nil { return Int64(text).map { (entity, .integer($0), end) } }
    guard entity.objectKey.count == 1, !text.isEmpty else { return nil }
    let type = entity.objectKey[0].type
    if type.family == .number { return Int64(text).map { (entity, .integer($0), end) } }
    return (entity, .string(text.withoutNameQuotes), end)
  }

  /// The values between brackets, as in `[10248, 11]`, and the end offset of the brackets.
  private static func key(
    _ text: String, _ bytes: [UInt8], behind start: Int, _ session: ShellSession
  ) throws -> ([QueryValue], end: Int) {
    var values: [QueryValue] = []
    var start = start
    while true {
      let (result, end) = PredicateParser.valuePrefix(of: text, from: start)
      guard let expression = result.tree else { throw StatementFailure(result.errors) }
      values.append(try expression.constant(variables: session.queryVariables))
      let mark = SourceToken.all(in: bytes, from: end).first
      guard let mark, mark.isMark(",") || mark.isMark("]") else { throw unexpected(text, SourceRange(end, end)) }
      if mark.isMark("]") { return (values, mark.range.upperBound) }
      start = mark.range.upperBound
    }
  }

  /// The names of a path with dots between them. A dot must precede the first name, too, unless the name begins the path. A star after a name means
  /// all levels.
  private static func steps(
    _ bytes: [UInt8], from start: Int, isFirst: Bool
  ) throws(PredicateIssue) -> [Step] {
    var steps: [Step] = []
    var tokens = SourceToken.all(in: bytes, from: start)[...]
    let text = String(decoding: bytes, as: UTF8.self)
    var needsDot = !isFirst
    while let token = tokens.popFirst() {
      if needsDot {
        guard token.isMark(".") else { throw unexpected(text, token.place) }
        needsDot = false
        continue
      }
      guard let name = token.entityName else { throw unexpected(text, token.place) }
      let hasAllLevels = tokens.first.map { $0.kind == .sign && $0.text == "*" } ?? false
      if hasAllLevels { tokens.removeFirst() }
      steps.append(Step(name: name, hasAllLevels: hasAllLevels, range: token.place))
      needsDot = true
    }
    guard needsDot else { throw unexpected(text, SourceRange(bytes.count, bytes.count)) }
    return steps
  }

  private static func unexpected(_ text: String, _ range: SourceRange) -> PredicateIssue {
    .commandArgument(
      expected: CommandParameter.Kind.place.description, found: text.utf8.text(at: range) ?? "", range: range)
  }
}

extension SourceToken {
  /// The name that the token contains, as a word or as a text in quotes; nil for another token.
  var entityName: String? { stringValue ?? (kind == .word ? text : nil) }
}
