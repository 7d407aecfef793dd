import PredicateDatabases
import PredicateDocuments
import PredicateOutput
import PredicateStatements
import PredicateSyntax
import PredicateValues

/// Computes all replies with data of one database for the pages that query it.
///
/// Replies are JSON. A reply with `issues` contains the issues of a statement. A reply with `failure` contains the message of any other error.
package final class WebSession: Sendable {
  let worker = DatabaseWorker()
  private let current: Locked<any QueryDatabase>

  /// A session for a database. It never writes to the database.
  package init(_ database: any QueryDatabase) { current = Locked(database) }

  /// The database with the schema that was read last.
  var database: any QueryDatabase { current.withLock { $0 } }

  /// Runs work on the database. If another process has changed the schema, the schema is read again first.
  func run<Result: Sendable>(
    for ticket: DatabaseWorker.Ticket?, within limit: Duration = WebLimits.statementTime,
    _ work: @escaping @Sendable (any QueryDatabase) throws -> Result
  ) async throws -> Result {
    let known = database
    return try await worker.run(for: ticket, on: known, within: limit) { [self] in
      guard let reloaded = try known.reloadedIfChanged() else { return try work(known) }
      current.withLock { $0 = reloaded }
      return try work(reloaded)
    }
  }

  /// The reply to a question of a page. `name` is the kind of question. Nil for an unknown kind.
  package func reply(to name: String, _ question: WebQuestion) async -> JSONValue? {
    do {
      switch name {
      case "start": return try await run(for: nil, within: WebLimits.extraTime, start)
      case "check": return check(question.statement, at: question.cursor)
      case "complete": return await complete(question.statement, at: question.cursor)
      case "cancel":
        worker.announce(question.ticket)
        return .members([:])
      case "answer": return try await asked(question) { try AnswerReply(asked: $0).rows(from: question.offset) }
      case "chart":
        return try await asked(question) { try AnswerReply(asked: $0).rows(from: 0, atMost: WebLimits.chartRows) }
      case "forms": return try await asked(question, within: WebLimits.extraTime) { FormReply(asked: $0).all() }
      case "misses": return try await asked(question, within: WebLimits.extraTime) { try MissReply(asked: $0).all() }
      case "object":
        return try await asked(question, question.object, within: WebLimits.extraTime) { object in
          try ObjectReply(asked: object).card(
            in: question.statement.isEmpty ? nil : AskedStatement(question.statement, on: object.database))
        }
      case "count": return try await asked(question, inBackground: true) { try AnswerReply(asked: $0).count() }
      case "facets":
        return try await asked(question, within: WebLimits.extraTime, inBackground: true) {
          try FacetReply(asked: $0).all()
        }
      default: return nil
      }
    } catch {
      return failure(error, in: question.statement)
    }
  }

  /// Replies to a question about a statement.
  ///
  /// - Parameters:
  ///   - text: The statement; nil for the statement that the user typed.
  ///   - isBackground: Whether the page does not wait for the reply, and shows it when it arrives. All other questions end older work of the page.
  private func asked(
    _ question: WebQuestion, _ text: String? = nil, within limit: Duration = WebLimits.statementTime,
    inBackground isBackground: Bool = false, _ reply: @escaping @Sendable (AskedStatement) throws -> JSONValue
  ) async throws -> JSONValue {
    var ticket = question.ticket
    ticket.isBackground = isBackground
    if !isBackground { worker.announce(ticket) }
    return try await run(for: ticket, within: limit) {
      try reply(AskedStatement(text ?? question.statement, on: $0))
    }
  }

  /// The answer of a statement as a file. Throws the errors of the statement, and a `PredicateIssue` if the file is too large.
  package func file(_ mode: OutputMode, of statement: String) async throws -> String {
    try await run(for: nil, within: WebLimits.fileTime) { database in
      try AnswerReply(asked: AskedStatement(statement, on: database)).file(mode)
    }
  }

  /// The reply for an error, in words for people.
  package func failure(_ error: any Error, in text: String) -> JSONValue {
    let database = database
    if let issues = AskedStatement.issues(of: error, in: text, on: database) {
      return .members(["issues": Self.replies(for: issues, in: text, on: database)])
    }
    switch error {
    case DatabaseWorker.End.replaced: return .members(["replaced": .boolean(true)])
    case DatabaseWorker.End.time(let limit):
      let time = DurationText.text(of: limit)
      return .members([
        "failure": .string(
          "The statement was stopped after \(time). A condition that fewer objects meet, or an index, makes it faster.")
      ])
    default: return .members(["failure": .string(CellText.escaped(String(describing: error)))])
    }
  }
}

/// A question that a page asks the server.
package struct WebQuestion: Sendable {
  /// The statement as the user typed it.
  package var statement = ""
  /// A statement that finds one object.
  package var object = ""
  /// The position of the cursor, in UTF-16.
  package var cursor = 0
  /// The index of the first requested row.
  package var offset = 0
  var ticket = DatabaseWorker.Ticket(page: "", number: 0)

  /// Reads a question from JSON. Members with unknown names or wrong types are ignored. Nil if the bytes are not a JSON object.
  package init?(_ bytes: [UInt8]) {
    let value: JSONValue
    do { value = try JSONReader.value(of: bytes, maximumDepth: 4) } catch { return nil }
    guard case .object(let members) = value else { return nil }
    func text(_ name: String) -> String { if case .string(let text)? = members[name] { text } else { "" } }
    func number(_ name: String) -> Int {
      if case .integer(let number)? = members[name] { Int(max(0, min(number, 1 << 53))) } else { 0 }
    }
    (statement, object) = (text("statement"), text("object"))
    (cursor, offset) = (number("cursor"), number("offset"))
    ticket = DatabaseWorker.Ticket(page: text("page").shortened(to: 64), number: number("run"))
  }
}
