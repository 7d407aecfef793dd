import PredicateModel
import PredicateSyntax

/// Recognizes commands of other shells: `\d`, `show tables`, `describe movie`.
enum CommandHabit {
  /// The hints for psql's backslash commands: the corresponding commands of this shell.
  private static let backslashed: [String: String] = [
    "d": "write .tables for the list of the entities, or .schema ENTITY for the properties of an entity",
    "dt": ".tables lists the entities",
    "l": ".open FILE opens another database", "c": ".open FILE opens another database",
    "i": "to run the statements in a file, write .read FILE", "o": "to write answers to a file, write .output FILE",
    "x": "to show one line per value, write .mode line", "timing": "to show how long answers take, write .timer on",
    "e": "a statement continues in the next line while a bracket is open",
    "copy": ".import FILE INTO ENTITY, .export FILE",
  ]

  /// The hints for commands of the sqlite3 program that this shell lacks.
  private static let dotted: [String: String] = [
    "headers": "a table always shows the names of its columns above the rows",
    "dump": "to write objects to a file, write .export FILE ENTITY",
    "once": "to write answers to a file, write .output FILE",
    "databases": ".open FILE opens another database",
  ]

  /// The hint for an unknown command of the sqlite3 program, for `.tables` with the name of an entity, for a type of other languages, and for
  /// `.help` with a property of another entity.
  static func hint(_ code: String, _ tokens: [SourceToken], _ model: DataModel) -> Hint? {
    guard tokens.count > 1, tokens[0].isMark(".") else { return nil }
    let name = tokens[1].text.lowercased()
    if code == "unknown-command" { return dotted[name].map { Hint($0) } }
    // `.type Movie.year number` has six tokens.
    if name == "type", tokens.count == 6, tokens[3].isMark("."),
      tokens[5].isWord("number") || tokens[5].isWord("numeric")
    {
      return "for whole numbers, write integer; for other numbers, write double or decimal"
    }
    if name == "help", tokens.count == 3 {
      let owners = model.entities.filter { $0.member(named: tokens[2].text) != nil }
      return Hint.either(
        owners.prefix(3).map { Hint("write", proposing: ".help \($0.name).\(tokens[2].text)", isStatement: true) })
    }
    guard name == "tables", tokens.count == 3, let entity = model.entity(inOneOrMany: tokens[2].text) else {
      return nil
    }
    return Hint("to list its properties, write", proposing: ".schema \(entity.name)", isStatement: true)
  }

  /// The issue for a statement that is a command of another shell, with the command to use instead; nil for any other statement.
  static func issue(_ bytes: [UInt8], from start: Int, _ model: DataModel, _ entity: Entity?) -> PredicateIssue? {
    let parts = bytes[start...].split { StatementText.isSpace($0) || $0 == UInt8(ascii: ";") }
    let words = parts.map { String(decoding: $0, as: UTF8.self) }
    guard let first = words.first, words.count <= 3 else { return nil }
    let range = SourceRange(parts[0].startIndex, parts[0].endIndex)
    if first.hasPrefix("\\") {
      let name = String(first.dropFirst())
      if name == "d", words.count == 2, let entity = model.entity(inOneOrMany: words[1]) {
        return issue(range, "to list its properties, write .schema \(entity.name)")
      }
      return issue(range, backslashed[name] ?? ".help lists the commands")
    }
    guard entity?.member(named: first) == nil else { return nil }
    if words.count == 1 || ["transaction", "work"].contains(words[1].lowercased()) {
      switch first.lowercased() {
      case "rollback": return issue(range, "to drop unsaved changes, write .revert")
      case "begin", "start":
        return issue(range, "no command is needed to begin a transaction, because changes stay unsaved until .commit")
      default: break
      }
    }
    guard words.count == 2 else { return nil }
    switch (first.lowercased(), words[1].lowercased()) {
    case ("show", "tables"), ("show", "databases"), ("list", "tables"):
      return entity?.member(named: words[1]) == nil ? issue(range, ".tables lists the entities") : nil
    case ("describe", _), ("desc", _):
      return issue(
        range, "to list its properties, write .schema \(model.entity(inOneOrMany: words[1])?.name ?? "ENTITY")")
    default: return nil
    }
  }

  private static func issue(_ range: SourceRange, _ hint: String) -> PredicateIssue {
    .error("command-dot", range, "expected a statement, found a command of another database shell", hint: hint)
  }
}
