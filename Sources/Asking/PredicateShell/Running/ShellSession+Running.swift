import PredicateSessions
import PredicateBinding
import PredicateDatabases
import PredicateStatements
import PredicateValues

extension ShellSession {
  /// Runs a command, a statement, or several statements that are separated by semicolons. Stops after the first one that fails or ends the session.
  /// Issues are written to the output for errors, and nothing is thrown.
  ///
  /// - Parameter line: The number of the text's first line, for messages. Nil to leave it out.
  public func run(_ text: String, line: Int? = nil) -> StatementOutcome { run(text, line: line, read: nil) }

  /// Like ``run(_:line:)``, for a text that the statement reader may already have parsed.
  ///
  /// - Parameter tree: The tree of the text from the session's parser; nil if the text was not parsed.
  func run(_ text: String, line: Int?, read tree: StatementTree?) -> StatementOutcome {
    let places = parser.sequencePlaces(text)
    // A command takes the whole text, including semicolons.
    if places.count < 2 || (tree ?? parser.parse(text)).isCommand {
      return run(text, line: line, read: tree, parameters: [])
    }
    return runEach(at: places, of: text, line: line, parameters: [])
  }

  /// Runs one statement with values for its variables.
  func run(
    _ text: String, line: Int? = nil, read tree: StatementTree? = nil, parameters: [(name: String, value: QueryValue)]
  ) -> StatementOutcome {
    let once = screen.redirection?.isOnce == true ? screen.redirection : nil
    let outcome = reporting(text, line: line) {
      try interrupts.run(cancel: database.interrupt) {
        try showingProgress { try runParsed(text, tree, parameters) }
      }
    }
    if let once, once === screen.redirection { screen.redirection = nil }
    return outcome
  }

  /// Shows the SQL of a statement without running it.
  ///
  /// - Parameter entity: The entity for a predicate without an entity; nil for the current entity.
  func showSQL(of text: String, entity: String?) -> StatementOutcome {
    reporting(text, line: nil) {
      if let entity {
        guard database.model.entity(named: entity) != nil else {
          throw PredicateIssue.unknownEntity(entity, known: database.model.entityNames, range: .none)
        }
        currentEntity = entity
      }
      guard case .query(let query) = try parser.parse(text).get() else {
        throw PredicateIssue.commandArgument(
          expected: "an entity or a predicate", found: text, range: SourceRange(0, text.utf8.count))
      }
      try AnswerWriter(session: self).showSQL(of: prepared(query))
      screen.report(query.notes, text: text, line: nil)
      return .done
    }
  }

  /// Runs the work of a statement, and writes its errors to the output for errors.
  private func reporting(_ text: String, line: Int?, _ work: () throws -> StatementOutcome) -> StatementOutcome {
    defer { screen.flush() }
    do { return try work() } catch { return report(error, text: text, line: line) }
  }

  private func runParsed(
    _ text: String, _ tree: StatementTree?, _ parameters: [(name: String, value: QueryValue)]
  ) throws -> StatementOutcome {
    // If the schema has changed, the text is parsed again, because other tables may give it another meaning.
    let tree = try followSchema() ? nil : tree
    switch try (tree ?? parser.parse(text)).get() {
    case .nothing: return .done
    case .command(let call): return try ShellCommand.run(call, in: self)
    case .change(let change):
      self.parameters = parameters
      return try runChanges([change])
    case .query(let query):
      if let change = lastChanges.last, change.verb != .insert, change.predicate == nil, changes?.areUnsaved == true,
        !query.namesEntity, SourceToken.all(in: Array(text.utf8), from: 0).first?.isWord("where") == true
      {
        throw PredicateIssue.lateCondition(change)
      }
      self.parameters = parameters
      do {
        try AnswerWriter(session: self).run(query)
      } catch let issue as PredicateIssue where issue.range?.isNone ?? true {
        // An issue that a stored value causes has no range. It gets the range of the clause that reads the values.
        throw query.whatReadsValues.map { issue.placed(at: $0) } ?? issue
      }
      return .done
    }
  }

  /// Runs some work, with a progress bar on the terminal if it takes long.
  private func showingProgress<Result>(_ work: () throws -> Result) rethrows -> Result {
    guard let progress = screen.progress else { return try work() }
    progress.begin()
    defer { progress.finish() }
    let database = database
    let counted = database.kind.countedRows == .read ? "looked at" : "received"
    return try database.watching(
      { rows in
        progress.update(done: rows, counted: counted, activity: database.activity)
      }, work)
  }

  private func runChanges(_ changes: [ChangeStatement], name: String? = nil) throws -> StatementOutcome {
    guard try change(changes, name: name) else {
      tell("Nothing is changed.", isQuiet: true)
      return .refused
    }
    write(notes: changes.flatMap(\.notes), in: changes[0].text)
    return .done
  }

  /// Runs a saved statement, or several that are separated by semicolons, with values for their variables. If all of them change data, they are one
  /// undo step with the name of the call.
  func run(
    saved text: String, name: String, parameters: [(name: String, value: QueryValue)]
  ) -> StatementOutcome {
    let trees = parser.parseSequence(text)
    let changes = trees.compactMap(\.change)
    if !changes.isEmpty, changes.count == trees.count {
      return reporting(text, line: nil) {
        try interrupts.run(cancel: database.interrupt) {
          self.parameters = parameters
          let values = parameters.map { "\($0.name) = \(ValueText.literal(of: $0.value))" }
          return try runChanges(changes, name: values.isEmpty ? name : "\(name) \(values.joined(separator: ", "))")
        }
      }
    }
    return runEach(at: parser.sequencePlaces(text), of: text, line: nil, parameters: parameters)
  }

  /// Runs the statements in some ranges of a text. Stops after the first one that fails or ends the session.
  private func runEach(
    at places: [Range<Int>], of text: String, line: Int?, parameters: [(name: String, value: QueryValue)]
  ) -> StatementOutcome {
    let bytes = Array(text.utf8)
    for place in places {
      let start = bytes[place].firstIndex { !StatementText.isSpace($0) } ?? place.lowerBound
      let lines = bytes[..<start].count { $0 == UInt8(ascii: "\n") }
      let statement = String(decoding: bytes[start..<place.upperBound], as: UTF8.self)
      let outcome = run(statement, line: line.map { $0 + lines }, parameters: parameters)
      if outcome != .done { return outcome }
    }
    return .done
  }

  /// Reads the schema again if another process has changed it since the last statement, and writes a note. Returns whether it did.
  private func followSchema() throws -> Bool {
    guard !hasUnsavedChanges, let reloaded = try database.reloadedIfChanged() else { return false }
    database = reloaded
    if currentEntity.flatMap(reloaded.declaredModel.entity(named:)) == nil {
      currentEntity = reloaded.declaredModel.firstEntity?.name
      endWalk()
    }
    write(note: "the tables of “\(reloaded.displayName)” have changed, so they were read again")
    return true
  }

  /// The issues of a statement, with hints from the model and the database.
  private func improved(_ issues: [PredicateIssue], in text: String) -> [PredicateIssue] {
    let advice = StatementAdvice(
      model: database.model, currentEntity: currentEntity, commandUsages: ShellCommand.usages,
      variables: queryVariables, foldsLike: database.kind.foldsLike)
    return offeringTypes(advice.improved(issues, in: text), in: text).map { issue in
      // For an unknown name, the hint lists the tables that the user has no right to read, because the name may mean one of them.
      switch issue.code {
      case "no-entity", "unknown-entity":
        issue.hint == nil || namesUnreadableTable(issue, in: text) ? issue.with(hint: unreadableTables) : issue
      case "unknown-key":
        if let column = columnLeftOut(namedBy: issue, in: text) {
          issue.with(hint: column)
        } else {
          namesUnreadableTable(issue, in: text) ? issue.with(hint: unreadableTables) : issue
        }
      default: issue
      }
    }
  }

  /// Whether the first word that an issue is about is the name of a table that the user may not read, in any spelling: `Project` of `projects`.
  private func namesUnreadableTable(_ issue: PredicateIssue, in text: String) -> Bool {
    guard let range = issue.range, let words = text.utf8.text(at: range) else { return false }
    let word = Self.letters(words.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
    guard !word.isEmpty else { return false }
    return database.unreadableTables.contains { [word, word + "s", word + "es"].contains(Self.letters($0)) }
  }

  private static func letters(_ name: some StringProtocol) -> String {
    name.lowercased().filter { $0.isLetter || $0.isNumber }
  }

  /// The note on a column that is left out, and has the name that an issue does not know: `priceFrom` of `price_from`. Nil without such a column.
  private func columnLeftOut(namedBy issue: PredicateIssue, in text: String) -> String? {
    guard let range = issue.range, let words = text.utf8.text(at: range) else { return nil }
    let names = words.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(Self.letters).filter { !$0.isEmpty }
    return database.schemaNotes.first { note in
      note.leftOut?.column.map { names.contains(Self.letters($0)) } ?? false
    }?.text
  }

  private func report(_ error: any Error, text: String, line: Int?) -> StatementOutcome {
    if interrupts.wasInterrupted {
      screen.reportCancelled(isBehindMark: interrupts.isStarted)
      return .failed
    }
    if let failure = error as? StatementFailure {
      screen.report(improved(failure.issues, in: text), text: text, line: line)
    } else if let issue = error as? PredicateIssue {
      screen.report(improved([issue], in: text), text: text, line: line)
    } else {
      screen.report(withCommand(error), line: line)
      return .failed
    }
    return .refused
  }

  /// Adds a hint to the error for a changed schema: the shell's command that reopens the database.
  private func withCommand(_ error: any Error) -> any Error {
    guard let issue = error as? DatabaseIssue, issue.kind == .schemaChanged, let file = database.path else {
      return error
    }
    let option = database.isWritable ? "--write " : ""
    return DatabaseIssue(
      issue.kind, issue.message, hint: "to read the tables again, write .open \(option)\(file)")
  }
}

extension QueryStatement {
  /// The range of the only expression that computes something: a predicate, or a column that is more than a path. Without such a column, the range of
  /// the only clause. Limit and offset do not count. Nil if several ranges are possible.
  fileprivate var whatReadsValues: SourceRange? {
    let places = clauses.filter { $0.kind != .limit && $0.kind != .offset }
    let computing = places.flatMap { clause -> [SourceRange] in
      switch clause.content {
      case .condition(let predicate): predicate.map { [$0.range] } ?? []
      case .columns(let columns, _):
        columns.compactMap { column in
          if case .keyPath = column.column.expression.node { nil } else { column.column.expression.range }
        }
      case .keys, .first: [clause.range]
      case .number: []
      }
    }
    if computing.count == 1 { return computing[0] }
    return computing.isEmpty && places.count == 1 ? places[0].range : nil
  }
}
