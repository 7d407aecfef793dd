import Foundation
import PredicateDatabases
import PredicateDemo
import PredicateDocuments
import PredicateModel
import PredicateObjects
import PredicateSQLite
import PredicateStatements
import PredicateXcodeModels

/// The database that a command line names.
public enum NamedDatabase {
  /// Opens the file at a path or the database at the URL of a server, by default for reading. Without a path it opens the demo database. If that fails,
  /// it writes the reason to `errors` and returns nil.
  ///
  /// - Parameters:
  ///   - model: The path of a model file (`ModelFile`), or of the Xcode model of a Core Data store. A model file is a whole model, or it contains changes
  ///     to the model that is read from the schema.
  ///   - options: The names of options that the kind of the database must understand.
  package static func open(
    _ path: String?, model: String? = nil, isReadOnly: Bool = true, options: Set<String> = [],
    errors: any ShellOutput
  ) -> (any QueryDatabase)? {
    let model = model ?? path.flatMap(keptModel)
    do {
      return try database(path, model: model, isReadOnly: isReadOnly, options: options)
    } catch let issue as DatabaseIssue where issue.kind == .unusableSchema && model != nil {
      let text = issue.message.replacingOccurrences(of: "“\(path ?? "")”: ", with: "")
      errors.write("predicate: \(CellText.escaped("the model file “\(model ?? "")”: \(text)"))\n")
      return nil
    } catch {
      errors.write("predicate: \(CellText.escaped(String(describing: error)))\n")
      return nil
    }
  }

  /// The database at a path or URL; without a path the demo database. A model file next to the database is used, unless `model` names another one.
  static func database(
    _ path: String?, model: String?, isReadOnly: Bool, options: Set<String> = [],
    among kinds: [DatabaseKind] = NamedDatabase.kinds
  ) throws -> any QueryDatabase {
    guard let path else {
      guard model == nil else {
        throw DatabaseIssue(.unusableSchema, "a model file cannot be used without the name of a database")
      }
      if let option = options.min() {
        throw DatabaseIssue(
          .notPermitted, "the option --\(option) cannot be used without the name of a database",
          hint: "run the command without --\(option)")
      }
      return try demo()
    }
    let kind = kind(at: path, among: kinds)
    if let issue = unknownScheme(of: path, among: kinds) { throw issue }
    var opening = DatabaseOpening(path)
    (opening.isReadOnly, opening.options) = (isReadOnly, options)
    if let model, XcodeModelFile.isModel(path: model) {
      opening.coreDataModel = try xcodeModel(at: model)
    } else {
      opening.file = try (model ?? (kind.isServer ? nil : keptModel(besides: path))).map { try file(at: $0) }
    }
    do {
      return try kind.open(opening)
    } catch let issue as DatabaseIssue where issue.kind == .notADatabase && !kind.isServer && holdsRecords(path) {
      throw DatabaseIssue(
        issue.kind, issue.message,
        hint:
          "to filter its records, run predicate filter PREDICATE \(path). To create a table from them, write .import \(path) INTO ENTITY"
      )
    }
  }

  /// The issue for a URL whose scheme no kind of database has, unless a file has this name.
  private static func unknownScheme(of address: String, among kinds: [DatabaseKind]) -> DatabaseIssue? {
    let scheme = address.utf8.prefix { $0 != UInt8(ascii: ":") }
    let isURL = scheme.count > 1 && address.utf8[scheme.endIndex...].starts(with: ":/".utf8)
    guard isURL, !kinds.contains(where: { $0.addresses.match(schemeOf: address) }),
      !FileManager.default.fileExists(atPath: address)
    else { return nil }
    let schemes = kinds.flatMap(\.addresses.schemes).joined(separator: " or ")
    return DatabaseIssue(
      .notADatabase, "“\(address)” is not the address of a database",
      hint: schemes.isEmpty ? nil : "write the path of a file, or a URL that begins with \(schemes)")
  }

  /// The demo database of friends who lend films, in memory.
  static func demo() throws -> any QueryDatabase { try PredicateDatabase.demo() }

  /// Whether a file's name ends like that of a file with records.
  private static func holdsRecords(_ path: String) -> Bool {
    ["csv", "tsv", "json", "jsonl", "ndjson"].contains { path.lowercased().hasSuffix(".\($0)") }
  }

  /// The object context for statements that change data. Throws if the database cannot be changed through objects.
  static func makeContext(_ database: any QueryDatabase) throws -> ObjectContext {
    guard let context = try ObjectContext(over: database) else {
      throw DatabaseIssue(.notPermitted, "“\(database.displayName)” cannot be written")
    }
    return context
  }

  /// Statements that `.run` offers for a database: the fetch templates of its model. For the demo database, there are further ones.
  static func savedStatements(of model: DataModel) -> [(name: String, statement: String)] {
    model.fetchTemplates.map { ($0.name, $0.fetch.statementText) } + DemoStatements.statements(for: model)
  }

  /// Writes the types that a session has set to a model file next to the database, which the next opening reads. Returns the file's path; nil if the
  /// types are those of the schema.
  static func keepTypes(of database: any QueryDatabase) throws -> String? {
    guard let file = database.path else {
      throw DatabaseIssue(
        .notPermitted,
        "the types cannot be stored next to the database, because “\(database.displayName)” is not a file")
    }
    guard let text = try database.modelFileText() else { return nil }
    let path = modelPath(besides: file)
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  /// The path of the file for the types of a database's attributes: `shop.sqlite.model.json` for `shop.sqlite`.
  private static func modelPath(besides path: String) -> String { path + ".model.json" }

  private static func keptModel(besides path: String) -> String? {
    let kept = modelPath(besides: path)
    return FileManager.default.fileExists(atPath: kept) ? kept : nil
  }

  private static func xcodeModel(at path: String) throws -> DataModel {
    do throws(XcodeModelIssue) {
      return try XcodeModelFile(path: path).model
    } catch {
      throw DatabaseIssue(.unusableSchema, "\(error)")
    }
  }

  private static func file(at path: String) throws -> ModelFile {
    let bytes: Data
    do {
      bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    } catch {
      throw DatabaseIssue(.unusableSchema, "it cannot be read: \(error.localizedDescription)")
    }
    do {
      // `JSONReader` reads the file, because its errors have the position. Foundation's reader does not report it.
      _ = try JSONReader.value(of: Array(bytes))
    } catch {
      let before = bytes.prefix(error.offset)
      let line = before.count { $0 == UInt8(ascii: "\n") } + 1
      let column = before.reversed().prefix { $0 != UInt8(ascii: "\n") }.count + 1
      throw DatabaseIssue(.unusableSchema, "line \(line), column \(column): \(error.clause)")
    }
    do {
      return try ModelFile(jsonText: String(decoding: bytes, as: UTF8.self))
    } catch {
      throw DatabaseIssue(.unusableSchema, "\(error)")
    }
  }
}
