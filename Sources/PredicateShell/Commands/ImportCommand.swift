import Foundation
import PredicateStatements
import PredicateSyntax

extension ShellCommand {
  /// `.import FILE INTO Entity [--skip]`
  static let importing = ShellCommand(
    "import", arguments: "FILE INTO ENTITY [--skip]", summary: "writes the records of a file into an entity",
    details: """
      The file is .csv, .tsv, .json, .ndjson or .xml. Its columns are matched with attributes by name; an entity that is not there
      is made, with types guessed from the first records. A record that does not fit takes back the whole import, with
      --skip only itself. The database has to be open for writing: predicate --write FILE, .open --write FILE.
      """,
    completes: .fileIntoEntity
  ) { call, session in
    let options = CommandOptions(call.argument, ["--skip"])
    guard let (file, entity) = importParts(options.rest) else {
      throw PredicateIssue.commandArgument(
        expected: "FILE INTO ENTITY", found: call.argument, range: call.argumentPlace)
    }
    guard session.database.isWritable else {
      throw PredicateIssue.readOnly(session.database.displayName, range: call.nameRange)
    }
    let path = NSString(string: file).expandingTildeInPath
    do {
      try ImportRun(session: session, skips: options.has("--skip"), name: file).run(path: path, into: entity)
    } catch let issue as ImportIssue {
      throw PredicateIssue(
        kind: .domain, code: issue.code, message: issue.message, range: call.argumentPlace, hint: issue.hint)
    }
    return .done
  }

  /// The file and the entity: what stands before the last INTO, and what stands behind, quotes around each dropped. An entity in quotes
  /// may have INTO in its name.
  private static func importParts(_ text: String) -> (file: String, entity: String)? {
    let mark = text.last.map { "\"'".contains($0) ? " into \($0)" : " into " } ?? ""
    let found = [mark, " into "].lazy.compactMap { text.range(of: $0, options: [.caseInsensitive, .backwards]) }.first
    guard let start = found?.lowerBound else { return nil }
    let into = start..<text.index(start, offsetBy: " into ".count)
    var file = text[..<into.lowerBound].trimmingCharacters(in: .whitespaces)
    let entity = text[into.upperBound...].trimmingCharacters(in: .whitespaces).withoutNameQuotes
    for quote in ["\"", "'"] where file.utf8.count > 2 && file.hasPrefix(quote) && file.hasSuffix(quote) {
      file = String(file.dropFirst().dropLast())
    }
    return file.isEmpty || entity.isEmpty ? nil : (file, entity)
  }
}

extension PredicateIssue {
  fileprivate static func readOnly(_ name: String, range: SourceRange) -> PredicateIssue {
    PredicateIssue(
      kind: .unsupported, code: "read-only", message: "“\(name)” is open for reading only", range: range,
      hint: ".open --write FILE, or predicate --write FILE, opens it for writing")
  }
}
