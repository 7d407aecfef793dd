import PredicateModel
import PredicateStatements
import PredicateSyntax
import PredicateValues

/// Finds what may stand at a place of a statement: by what stands before it, and along the relationships of the model.
///
/// It knows no terminal and asks the database for one thing only: an attribute's own values.
struct Completer {
  /// Where the rest of a command's name is found out.
  struct Environment {
    /// The session's variables.
    var variables: [(name: String, type: QueryType)] = []
    /// The names of the saved queries.
    var savedQueries: [String] = []
    /// The variables that a saved query uses.
    var parameters: (String) -> [String] = { _ in [] }
    /// The most values of an attribute that are looked for.
    var mostValues = 50
    /// An attribute's own values that begin with a text.
    var values: (PathTarget.Source, String) -> [QueryValue] = { _, _ in [] }
    /// The paths that begin with a text.
    var files: (String) -> [CompletionCandidate] = { _ in [] }
  }

  let model: DataModel
  /// What a bare predicate is about.
  let currentEntity: String?
  let environment: Environment

  /// What may stand where the text ends; the text behind the cursor does not count. Linear in the length, but for the values.
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
    let argument = bytes[space...].firstIndex { !StatementText.isSpace($0) } ?? bytes.count
    switch command.completes {
    case .nothing: return .none(at: bytes.count)
    case .statement: return statement(bytes, from: argument)
    case .words(let words): return word(bytes, from: argument, words.map { CompletionCandidate($0, .keyword) })
    case .wordsOrStatement(let words):
      let read = SourceToken.all(in: bytes, from: argument)
      guard read.count <= 1 else { return statement(bytes, from: argument) }
      let own = word(bytes, from: argument, words.map { CompletionCandidate($0, .keyword) })
      let others = statement(bytes, from: argument)
      guard own.range == others.range else { return others }
      return Completion(
        range: own.range, typed: string(bytes[own.range]), candidates: own.candidates + others.candidates)
    case .keyAndStatement:
      guard let end = bytes[argument...].firstIndex(where: { StatementText.isSpace($0) }) else {
        return .none(at: bytes.count)
      }
      return statement(bytes, from: end)
    case .entity: return word(bytes, from: argument, entities)
    case .entityOrWords(let words):
      return word(bytes, from: argument, entities + words.map { CompletionCandidate($0, .keyword) })
    case .variable:
      let names = environment.variables.map { CompletionCandidate("$" + $0.name, .variable, suffix: " = ") }
      return word(bytes, from: argument, names)
    case .savedQuery:
      if let name = bytes[argument...].firstIndex(where: { StatementText.isSpace($0) }) {
        return parameter(bytes, behind: name, of: string(bytes[argument..<name]))
      }
      return word(bytes, from: argument, environment.savedQueries.map { CompletionCandidate($0, .keyword) })
    case .fileIntoEntity:
      let tokens = bytes[argument...].split(whereSeparator: StatementText.isSpace)
      let isBehindSpace = bytes.last.map { StatementText.isSpace($0) } ?? false
      let finished = isBehindSpace ? tokens[...] : tokens.dropLast()
      let start = isBehindSpace ? bytes.count : tokens.last?.startIndex ?? argument
      if let last = finished.last, string(last).uppercased() == "INTO" { return word(bytes, from: start, entities) }
      guard finished.isEmpty else {
        let isEntity = finished.dropLast().last.map { string($0).uppercased() == "INTO" } ?? false
        return word(bytes, from: start, [CompletionCandidate(isEntity ? "--skip" : "INTO", .keyword)])
      }
      fallthrough
    case .file:
      // Options stand before the file.
      var argument = argument
      while bytes[argument...].starts(with: "--".utf8),
        let space = bytes[argument...].firstIndex(where: { StatementText.isSpace($0) })
      {
        argument = bytes[space...].firstIndex { !StatementText.isSpace($0) } ?? bytes.count
      }
      let typed = string(bytes[argument...])
      let files = environment.files(typed)
      return Completion(
        range: argument..<bytes.count, typed: typed, candidates: files, isCut: files.count >= FileCandidates.limit)
    case .topic: return word(bytes, from: argument, topics)
    }
  }

  /// A variable that a saved statement uses, behind its name.
  private func parameter(_ bytes: [UInt8], behind end: Int, of name: String) -> Completion {
    let tokens = SourceToken.all(in: bytes, from: end)
    guard let last = tokens.last else {
      return Completion(range: bytes.count..<bytes.count, typed: "", candidates: parameters(of: name))
    }
    guard last.kind == .variable, last.range.upperBound == bytes.count else { return .none(at: bytes.count) }
    return Completion(range: last.range, typed: last.text, candidates: parameters(of: name))
  }

  private func parameters(of name: String) -> [CompletionCandidate] {
    environment.parameters(name).map { CompletionCandidate("$" + $0, .variable, suffix: " = ") }
  }

  /// One of some words, as the only argument.
  private func word(_ bytes: [UInt8], from start: Int, _ candidates: [CompletionCandidate]) -> Completion {
    guard !bytes[start...].contains(where: { StatementText.isSpace($0) }) else { return .none(at: bytes.count) }
    return Completion(range: start..<bytes.count, typed: string(bytes[start...]), candidates: candidates)
  }

  private var topics: [CompletionCandidate] {
    ShellCommand.all.map { CompletionCandidate($0.names[0], .command) }
      + OperatorTable.entries.filter(\.isWord).map { CompletionCandidate($0.spelling, .operator) }
      + FunctionTable.standard.all.map { CompletionCandidate($0.name, .function) }
      + [CompletionCandidate("operators", .keyword), CompletionCandidate("functions", .keyword)]
  }

  private var entities: [CompletionCandidate] {
    model.entities.map { CompletionCandidate($0.name, .entity) }
  }

  // MARK: Statements

  private func statement(_ bytes: [UInt8], from start: Int) -> Completion {
    let parser = StatementParser(model: model, currentEntity: currentEntity)
    let expected = parser.expectation(in: string(bytes[...]), from: start, variables: environment.variables)
    let condition = ConditionCandidates(
      model: model, root: expected.scope, variables: expected.cursor.visibleVariables, values: environment.values,
      names: expected.names)
    let candidates = StatementCandidates(expected: expected, condition: condition, entities: entities).all
    let isCut = candidates.count { $0.kind == .value } >= environment.mostValues
    return Completion(range: expected.range, typed: expected.typed, candidates: candidates, isCut: isCut)
  }

  private func string(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
}
