import Foundation
import PredicateModel
import PredicateSQLite

extension ObjectContext {
  /// A context over a file for the objects of classes. Where there is no file, one is made with the tables of the classes.
  ///
  ///     let context = try ObjectContext(path: "shop.sqlite", classes: [Customer.self, Order.self])
  ///     let scratch = try ObjectContext(classes: [Customer.self, Order.self])
  ///
  /// - Parameter path: The file; nil for a new database in memory.
  /// - Throws: What ``DataModel/init(classes:)`` throws where the file is made; ``StoreIssue`` `class-mismatch` where there is a file and its
  ///   model does not agree with the classes; a `DatabaseIssue`.
  public convenience init(
    path: String? = nil, classes: [StoredObject.Type], conflicts: ConflictPolicy = .fail
  ) throws {
    let database =
      if let path, FileManager.default.fileExists(atPath: path) {
        try PredicateDatabase.open(path: path, isReadOnly: false)
      } else {
        try PredicateDatabase.make(path: path, model: DataModel(classes: classes))
      }
    try self.init(database, classes: classes, conflicts: conflicts)
  }
}
