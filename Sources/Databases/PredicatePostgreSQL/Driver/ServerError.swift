#if PostgreSQL
  import PredicateDatabases

  /// An error of the server, with its code (SQLSTATE).
  struct ServerError: Error {
    let code: String
    let message: String
    let detail: String?
    let hint: String?
    /// The position in the statement of the character with the error, from 1.
    let position: Int?
    /// Whether only the statement failed, and the connection can still be used.
    let isOfStatement: Bool

    /// The code of a connection that ended.
    static let connectionFailure = "08006"

    /// Whether the statement was cancelled, or exceeded its time limit.
    var isCancellation: Bool { code == "57014" }

    /// Whether rows refer to rows that do not exist.
    var isForeignKeyViolation: Bool { code == "23503" }

    /// Whether a connection ended, or could not be opened.
    private var isOfConnection: Bool {
      code.hasPrefix("08") || ["57P01", "57P02", "57P03", "57P05", "25P03"].contains(code)
    }
    /// Whether the connection cannot be used any more, but a new one may work.
    var endsConnection: Bool { isOfConnection && !isOfStatement }
    /// Whether a remote server is not available that this server reads rows from.
    var isOfOtherServer: Bool { isOfConnection && isOfStatement }

    /// The issue for people.
    func issue(of database: String) -> DatabaseIssue {
      let text = detail.map { "\(Self.line(message)): \(Self.line($0))" } ?? Self.line(message)
      let hint = hint.map(Self.line)
      switch code {
      case "57014" where message.contains("statement timeout"):
        return DatabaseIssue(
          .timedOut, "“\(database)” cancelled the statement, because it took longer than statement_timeout allows",
          hint: "to allow more time, add options=-c%20statement_timeout=… to the URL of the database")
      // The server's messages may be in another language, so the hint names both causes.
      case "57014":
        return DatabaseIssue(
          .failed, "“\(database)” cancelled the statement: \(text)",
          hint: "another session ended the statement, or it took longer than statement_timeout allows")
      case _ where isOfOtherServer:
        return DatabaseIssue(
          .unreachable, "another server that “\(database)” uses does not answer: \(text)", hint: hint)
      case _ where endsConnection:
        return DatabaseIssue(
          .disconnected, "the connection to “\(database)” ended: \(text)",
          hint: "run the statement again to open a new connection")
      case "42501": return DatabaseIssue(.notPermitted, "“\(database)”: \(text)", hint: hint)
      case "25006": return DatabaseIssue(.notPermitted, "the connection to “\(database)” is read-only: \(text)")
      case "42P01", "42703", "3F000":
        return DatabaseIssue(.schemaChanged, "“\(database)” has changed since it was opened: \(text)")
      case "42704" where message.contains("configuration parameter"):
        return DatabaseIssue(
          .failed, "“\(database)”: \(text)",
          hint: "if a row security policy needs a setting, add options=-c%20NAME=VALUE to the URL of the database")
      case "53300": return DatabaseIssue(.unreachable, "“\(database)” allows no further connection: \(text)")
      default: return DatabaseIssue(.failed, "“\(database)”: \(text)", hint: hint)
      }
    }

    /// A message in one line, without a full stop.
    static func line(_ text: String) -> String {
      var line = text.split(whereSeparator: \.isNewline).map { $0.trimmed }.joined(separator: "; ")
      if line.hasSuffix(".") { line.removeLast() }
      return line
    }
  }

  extension DatabaseIssue {
    /// The issue for a connection that could not be opened.
    static func refused(_ name: String, _ message: String, needsPassword: Bool, usedPassword: Bool) -> DatabaseIssue {
      var text = ServerError.line(message)
      if let fatal = text.range(of: "FATAL:") { text = text[fatal.upperBound...].trimmed }
      if needsPassword {
        return DatabaseIssue(
          .notPermitted, "“\(name)” asks for a password: \(text)",
          hint: "set PGPASSWORD, or write the password into the file .pgpass")
      }
      if usedPassword { return DatabaseIssue(.notPermitted, "“\(name)” refused the user: \(text)") }
      return DatabaseIssue(.unreachable, "“\(name)” cannot be opened: \(text)")
    }
  }

  extension Substring {
    fileprivate var trimmed: String {
      let rest = drop { $0.isWhitespace }
      return String(rest.reversed().drop { $0.isWhitespace }.reversed())
    }
  }

  extension String {
    /// The first occurrence of a text in another one. Both are ASCII.
    fileprivate func range(of text: String) -> Range<Index>? {
      var start = startIndex
      while start < endIndex {
        if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
        start = index(after: start)
      }
      return nil
    }
  }

  /// Names of databases on servers, for people.
  enum ServerName {
    /// A target as it was written: a URL without its password and settings, or the settings that name a place.
    static func withoutPassword(_ target: String) -> String {
      guard let scheme = target.range(of: "://") else {
        let places = ["host=", "hostaddr=", "port=", "dbname=", "user=", "service="]
        let words = target.split(separator: " ").filter { word in places.contains { word.hasPrefix($0) } }
        return words.isEmpty ? "postgresql://" : words.joined(separator: " ")
      }
      let place = target[scheme.upperBound...].prefix { $0 != "?" }
      guard let at = place.lastIndex(of: "@") else { return String(target[..<scheme.upperBound] + place) }
      let user = place[..<at].prefix { $0 != ":" }
      return String(target[..<scheme.upperBound] + user + place[at...])
    }

    /// A URL without a password: `postgresql://ann@db.example.org:5433/shop`. If the host is the folder of a socket, it is left out.
    static func text(user: String, host: String, port: String, database: String) -> String {
      let place = host.hasPrefix("/") ? "" : host
      return "postgresql://" + (user.isEmpty ? "" : user + "@") + place
        + (port.isEmpty || port == "5432" ? "" : ":" + port) + "/" + database
    }
  }
#endif
