import PredicateModel
import PredicateStatements
import PredicateValues

/// Finds the texts that may follow at the cursor, from the text before the cursor and the model.
///
/// It does not use a terminal. From the database it reads only values of attributes.
struct Completer {
  /// Sources of candidates that depend on the session.
  struct Environment {
    /// The session's variables.
    var variables: [(name: String, type: QueryType)] = []
    /// The names of the saved statements.
    var savedQueries: [String] = []
    /// The variables that a saved statement uses.
    var parameters: (String) -> [String] = { _ in [] }
    /// The greatest number of an attribute's values that are searched for.
    var mostValues = 50
    /// The values of an attribute that begin with a text.
    var values: (PathTarget.Source, String) -> [QueryValue] = { _, _ in [] }
    /// The possible destinations of `.go`; nil without a session.
    var walk: WalkCandidates?
    /// The columns of the last answer.
    var columns: [String] = []
    /// The files and folders whose paths begin with a text.
    var files: (String) -> [CompletionCandidate] = { _ in [] }
  }

  let model: DataModel
  /// The entity of a predicate without an entity.
  let currentEntity: String?
  let environment: Environment

  /// The candidates at the end of the text. The caller must pass only the text before the cursor. Linear in the length, except for reading values.
  func completion(of text: String) -> Completion {
    let bytes = Array(text.utf8)
    let start = bytes.firstIndex { !StatementText.isSpace($0) } ?? bytes.count
    if bytes[start...].first == UInt8(ascii: "."),
      bytes[start...].dropFirst().first.map({ !(0x30...0x39).contains($0) }) ?? true
    {
      return command(text, bytes: bytes, start: start)
    }
    return statement(bytes, from: start)
  }

  // MARK: Commands

  private func command(_ text: String, bytes: [UInt8], start: Int) -> Completion {
    guard let space = bytes[start...].firstIndex(where: { StatementText.isSpace($0) }) else {
      let candidates = ShellCommand.all.flatMap(\.names).map { CompletionCandidate("." + $0, .command) }
      return Completion(range: start..<bytes.count, typed: string(bytes[start...]), candidates: candidates)
    }
    guard let command = ShellCommand.named(string(bytes[(start + 1)..<space])) else { return .none(at: bytes.count) }
    return argument(of: command, in: CommandCursor(bytes, space..<bytes.count))
  }

  /// The candidates for the parameter at the end of the text.
  private func argument(of command: ShellCommand, in whole: CommandCursor) -> Completion {
    var cursor = whole
    while cursor.word.upperBound < cursor.rest.upperBound, cursor.takeOption(of: command.parameters) != nil {}
    let isAfterSpace = cursor.bytes.last.map(StatementText.isSpace) ?? true
    let options = command.parameters.filter(\.isOption).flatMap(\.words)
    var parameters = command.parameters.filter { !$0.isOption }[...]
    var isFirst = true
    var name: String?
    while let parameter = parameters.popFirst() {
      let rest = cursor.rest
      let place = cursor.take(parameter, before: parameters.first)
      // A word before a space is complete. An argument is complete if the next parameter is required.
      let isBeforeOther = parameters.first?.isRequired == true || (parameter.kind == .entity && !options.isEmpty)
      let goesOn = !isAfterSpace || (parameter.kind?.takesRest == true && !isBeforeOther)
      if rest.isEmpty || (cursor.rest.isEmpty && goesOn) {
        return proposals(parameter, cursor.bytes, from: rest.lowerBound, options: isFirst ? options : [], name: name)
      }
      if parameter.kind == .name { name = cursor.text(place) }
      isFirst = false
    }
    return word(cursor.bytes, from: cursor.rest.lowerBound, options.map { CompletionCandidate($0, .keyword) })
  }

  /// The candidates for a parameter that begins at an offset, and the options that may be used instead.
  private func proposals(
    _ parameter: CommandParameter, _ bytes: [UInt8], from start: Int, options: [String], name: String?
  ) -> Completion {
    let words = (parameter.words + options).map { CompletionCandidate($0, .keyword) }
    switch parameter.kind {
    case nil, .key, .number, .sql, .zone: return word(bytes, from: start, words)
    case .place:
      guard let (candidates, start) = environment.walk?.candidates(bytes, from: start) else {
        return .none(at: bytes.count)
      }
      return word(bytes, from: start, candidates)
    case .chart:
      let form =
        string(bytes[start...]).split(separator: " ", omittingEmptySubsequences: false).first.map(String.init) ?? ""
      let isBehindForm = ChartWriter.Form(rawValue: form) != nil && form.utf8.count < bytes.count - start
      let forms = ChartWriter.Form.allCases.map { CompletionCandidate($0.rawValue, .keyword) }
      let columns = environment.columns.map { CompletionCandidate($0.asStatementName, .attribute) }
      return word(
        bytes, from: isBehindForm ? start + form.utf8.count + 1 : start, isBehindForm ? columns : forms + columns)
    case .attribute: return word(bytes, from: start, attributes + words)
    case .entity: return word(bytes, from: start, entities + words)
    case .topic: return word(bytes, from: start, topics)
    case .name: return word(bytes, from: start, environment.savedQueries.map { CompletionCandidate($0, .keyword) })
    case .assignments: return variable(bytes, from: start, of: name)
    case .statement:
      let others = statement(bytes, from: start)
      let own = word(bytes, from: start, words)
      guard own.range == others.range, !words.isEmpty else { return others }
      return Completion(
        range: own.range, typed: string(bytes[own.range]), candidates: own.candidates + others.candidates)
    case .file:
      let typed = string(bytes[start...])
      let files = environment.files(typed)
      return Completion(
        range: start..<bytes.count, typed: typed, candidates: words + files, isCut: files.count >= FileCandidates.limit)
    }
  }

  /// A variable that is assigned: a variable of the saved statement, or (without a statement) a variable of the session.
  private func variable(_ bytes: [UInt8], from start: Int, of name: String?) -> Completion {
    let names = name.map(environment.parameters) ?? environment.variables.map(\.name)
    let candidates = names.map { CompletionCandidate("$" + $0, .variable, suffix: " = ") }
    guard let last = SourceToken.all(in: bytes, from: start).last else {
      return Completion(range: bytes.count..<bytes.count, typed: "", candidates: candidates)
    }
    if last.isMark(",") { return Completion(range: bytes.count..<bytes.count, typed: "", candidates: candidates) }
    guard last.range.upperBound == bytes.count else { return .none(at: bytes.count) }
    switch last.kind {
    case .variable: return Completion(range: last.range, typed: last.text, candidates: candidates)
    case .word where name != nil:
      let words = names.map { CompletionCandidate($0, .variable, suffix: " = ") }
      return Completion(range: last.range, typed: last.text, candidates: words)
    default: return .none(at: bytes.count)
    }
  }

  /// The words for a command whose only argument is one of them.
  private func word(_ bytes: [UInt8], from start: Int, _ candidates: [CompletionCandidate]) -> Completion {
    guard !bytes[start...].contains(where: { StatementText.isSpace($0) }) else { return .none(at: bytes.count) }
    return Completion(range: start..<bytes.count, typed: string(bytes[start...]), candidates: candidates)
  }

  private var topics: [CompletionCandidate] {
    ShellCommand.all.map { CompletionCandidate($0.names[0], .command) }
      + OperatorTable.entries.filter(\.isWord).map { CompletionCandidate($0.spelling, .operator) }
      + FunctionTable.standard.all.map { CompletionCandidate($0.name, .function) }
      + (HelpTopic.all.map { $0.names[0] } + HelpTopic.aggregates.map { $0.names[0] } + HelpWriter.lists)
      .map { CompletionCandidate($0, .keyword) } + entities + attributes
  }

  /// The attributes of all entities, as `Movie.year`. Those of the current entity come first.
  private var attributes: [CompletionCandidate] {
    let current = model.entities.filter { $0.name == currentEntity }
    return (current + model.entities.filter { $0.name != currentEntity }).flatMap { entity in
      entity.attributes.map { CompletionCandidate("\(entity.name).\($0.name)", .attribute) }
    }
  }

  private var entities: [CompletionCandidate] {
    model.entities.map { CompletionCandidate($0.name, .entity) }
  }

  // MARK: Statements

  private func statement(_ bytes: [UInt8], from start: Int) -> Completion {
    StatementParser(model: model, currentEntity: currentEntity).completion(
      of: string(bytes[...]), from: start, variables: environment.variables, mostValues: environment.mostValues,
      values: environment.values)
  }

  private func string(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
}

extension ShellSession {
  /// The candidates at the end of an unfinished statement.
  func completion(of text: String) -> Completion {
    var environment = Completer.Environment()
    environment.values = { [database, limit = environment.mostValues] source, prefix in
      // Errors of the database are ignored: there are then no proposals. The statement reports the error when it runs.
      (try? database.values(
        of: source.attribute.name, in: source.entity.name, prefix: prefix, limit: limit)) ?? []
    }
    environment.variables = variables.map { ($0.name, $0.value.type) }
    environment.files = FileCandidates.candidates
    environment.walk = walkCandidates
    environment.columns = lastAnswer?.table.columns ?? []
    environment.savedQueries = savedStatements.map(\.name)
    environment.parameters = { [self] name in
      savedStatement(named: name).map { SavedParameters(of: $0, self).needed } ?? []
    }
    return Completer(model: database.declaredModel, currentEntity: currentEntity, environment: environment)
      .completion(of: text)
  }
}
