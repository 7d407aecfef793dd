import Foundation
import PredicateSessions
import PredicateDemo
import PredicateDatabases
import PredicateModel
import PredicateStatements
import PredicateObjects
import PredicateValues

extension PredicateDatabase: ShellDatabase {
  /// What the schema and model files declare.
  public var shownModel: DataModel { declaredModel }

  /// The file's name, or `demo`.
  public var displayName: String { URL(fileURLWithPath: name).lastPathComponent }

  /// The absolute path, or the name of a database in memory.
  public var identity: String {
    reader.path == ":memory:" ? name : URL(fileURLWithPath: name).standardizedFileURL.path
  }

  /// Writes the model file beside the database's own.
  public func keepTypes() throws -> String? {
    guard identity.hasPrefix("/") else {
      throw DatabaseIssue(.notPermitted, "“\(displayName)” is no file that types could be kept beside")
    }
    guard let text = try modelFileText() else { return nil }
    let path = NamedDatabase.modelPath(besides: identity)
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  /// Whether it was opened for writing.
  public var isWritable: Bool { writer != nil }

  /// A context over it.
  public func makeContext() throws -> ObjectContext { try ObjectContext(self) }

  /// The fetch templates of the model, and the statements of the demo, where it is one, in memory or in a file.
  public var savedStatements: [(name: String, statement: String)] {
    declaredModel.fetchTemplates.map { ($0.name, $0.fetch.statementText) }
      + DemoStatements.statements(for: declaredModel)
  }
}
