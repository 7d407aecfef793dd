import Foundation
import PredicateModel
import PredicateStatements
import PredicateSyntax
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
  /// The entity of a statement that does not name one.
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
      // A word that is followed by a space is complete. An argument is complete if the next parameter is required.
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

  /// The completion for a command whose only argument is one of some words.
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

/// Finds the paths that begin with the typed text.
enum FileCandidates {
  /// The greatest number of entries of a folder that are listed.
  static let limit = 500

  /// The files and folders that match. A folder ends with a slash. `~/` is the home folder. Hidden files are listed only if the typed name begins with a dot.
  static func candidates(for typed: String) -> [CompletionCandidate] {
    let slash = typed.lastIndex(of: "/")
    let folder = slash.map { String(typed[...$0]) } ?? ""
    let name = slash.map { String(typed[typed.index(after: $0)...]) } ?? typed
    let path = folder.isEmpty ? "." : NSString(string: folder).expandingTildeInPath
    // A folder that cannot be read has no candidates.
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else { return [] }
    return names.filter { $0.hasPrefix(name) && ($0.hasPrefix(".") == name.hasPrefix(".")) }.sorted().prefix(limit)
      .map { entry in
        var isFolder: ObjCBool = false
        _ = FileManager.default.fileExists(atPath: path + "/" + entry, isDirectory: &isFolder)
        return CompletionCandidate(
          folder + entry + (isFolder.boolValue ? "/" : ""), .file, suffix: isFolder.boolValue ? "" : " ")
      }
  }
}

/// The possible destinations of `.go`: the rows of the last answer, the relationships of the current object, and entities.
struct WalkCandidates {
  let model: DataModel
  /// The entity of the object that was reached last; nil on a list.
  var here: String?
  /// The entity of the rows of the last answer; nil if they are not objects.
  var rowEntity: String?
  /// The columns of the last answer that show an object: their names with the object's entity.
  var columns: [(name: String, entity: String)] = []
  /// The number of rows on the screen.
  var rowCount = 0

  /// The greatest number of rows that are proposed. More would not help.
  private static let mostRows = 99

  /// The candidates for the name at the end of a text, and the beginning of that name.
  func candidates(_ bytes: [UInt8], from start: Int) -> (all: [CompletionCandidate], start: Int) {
    let tokens = SourceToken.all(in: bytes, from: start)
    guard let dot = bytes[start...].lastIndex(of: UInt8(ascii: ".")) else {
      if tokens.contains(where: { $0.isMark("[") }) { return ([], start) }
      let rows = (1...max(1, min(rowCount, Self.mostRows))).map { CompletionCandidate("\($0)", .value, suffix: "") }
      let entities = model.entities.filter { !$0.objectKey.isEmpty }.map {
        CompletionCandidate(ObjectReference.labelStart($0.name), .entity, suffix: "")
      }
      return (relationships(of: here) + (rowCount > 0 ? rows : []) + entities, start)
    }
    let path = tokens.filter { $0.range.upperBound <= dot && $0.entityName != nil }
    var names = path.compactMap(\.entityName)[...]
    let first = bytes[start]
    var entity: String? = here
    var extra: [CompletionCandidate] = []
    if (0x30...0x39).contains(first) {
      entity = rowEntity
      if let column = columns.first(where: { $0.name == names.first }) {
        entity = column.entity
        names.removeFirst()
      } else if names.isEmpty {
        extra = columns.map { CompletionCandidate($0.name.asStatementName, .relationship, suffix: "") }
      }
    } else if tokens.contains(where: { $0.isMark("[") }), let name = names.first {
      entity = model.entity(inOneOrMany: name)?.name
      // The values between the brackets are not part of the path.
      let close = tokens.last { $0.isMark("]") }?.range.upperBound ?? bytes.count
      names = path.filter { $0.range.lowerBound >= close }.compactMap(\.entityName)[...]
    }
    for name in names { entity = entity.flatMap { model.entity(named: $0)?.relationship(named: name)?.destination } }
    return (relationships(of: entity) + extra, dot + 1)
  }

  private func relationships(of entity: String?) -> [CompletionCandidate] {
    (entity.flatMap { model.entity(named: $0) }?.relationships ?? []).map {
      CompletionCandidate($0.name.asStatementName, .relationship, suffix: $0.cardinality == .toOne ? "" : " ")
    }
  }
}

extension ShellSession {
  /// The destinations of `.go` in the current state.
  var walkCandidates: WalkCandidates {
    var candidates = WalkCandidates(model: database.declaredModel, here: walk.object?.object.entity.name)
    guard let table = lastAnswer?.table, case .query(let query)? = lastSource else { return candidates }
    candidates.rowCount = table.rows.count
    let fetch = query.fetch
    if fetch.groupBy.isEmpty, !fetch.isDistinct { candidates.rowEntity = query.entity }
    for (place, name) in table.columns.enumerated() {
      if case .reference(let reference)? = table.rows.lazy.compactMap({ $0.indices.contains(place) ? $0[place] : nil })
        .first(where: { !$0.isNull })
      {
        candidates.columns.append((name, reference.entity))
      }
    }
    return candidates
  }
}
