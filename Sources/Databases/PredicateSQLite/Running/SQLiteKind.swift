import PredicateDatabases
import PredicateSyntax

extension DatabaseKind {
  /// SQLite files.
  package static let sqlite = DatabaseKind(
    name: "sqlite", noun: "a SQLite file", isServer: false,
    addresses: DatabaseAddresses(
      fileEndings: [".sqlite", ".sqlite3"], fileSignatures: [FileSignature("SQLite format 3\0")]),
    foldsLike: true, countedRows: .read, changeRefusal: nil, readsCoreDataModels: true,
    help: Help(
      modelFiles: """
        SQLite may store a text that looks like a number as a number: in a column with numeric affinity, such as a \
        column declared STRING. In a whole model, "numeric": true marks a text attribute in such a column.

        A store of Core Data or SwiftData contains the names, types, relationships and delete rules of its model, but \
        not its validation rules and fetch request templates. --model reads the whole data model of Xcode: predicate \
        --model Lending.xcdatamodeld Lending.sqlite
        """,
      rawSQL:
        "In a file of SQLite, .raw SELECT name FROM sqlite_master shows the names of the tables, views, indexes and triggers."
    )
  ) { opening in
    if let model = opening.coreDataModel {
      return try PredicateDatabase.open(path: opening.address, isReadOnly: opening.isReadOnly, coreDataModel: model)
    }
    return try PredicateDatabase.open(path: opening.address, isReadOnly: opening.isReadOnly, file: opening.file)
  }
}

extension PredicateDatabase {
  package var kind: DatabaseKind { .sqlite }

  package func importRefusal(into entity: String) -> PredicateIssue? {
    guard isCoreDataStore else { return nil }
    return .error(
      "core-data-import", nil, "rows cannot be imported into a Core Data store, because the store would not stay valid",
      hint: "insert the objects with statements: insert \(entity) …", kind: .unsupported)
  }
}
