import PredicateDatabases

extension DatabaseKind {
  /// SQLite files.
  package static let sqlite = DatabaseKind(
    name: "sqlite", noun: "a SQLite file", isServer: false,
    addresses: DatabaseAddresses(
      fileEndings: [".sqlite", ".sqlite3"], fileSignatures: [FileSignature("SQLite format 3\0")]),
    foldsLike: true, countedRows: .read, changeRefusal: nil
  ) { opening in
    if let model = opening.coreDataModel {
      return try PredicateDatabase.open(path: opening.address, isReadOnly: opening.isReadOnly, coreDataModel: model)
    }
    return try PredicateDatabase.open(path: opening.address, isReadOnly: opening.isReadOnly, file: opening.file)
  }
}

extension PredicateDatabase {
  package var kind: DatabaseKind { .sqlite }

  package var refusesImports: Bool { isCoreDataStore }
}
