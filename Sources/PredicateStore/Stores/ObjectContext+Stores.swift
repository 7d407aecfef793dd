import PredicateModel
import PredicateSQLite

/// Moving between stores.
extension ObjectContext {
  /// Moves all objects into a new store: another file, perhaps of another kind, or memory. The context works on the new store from now on.
  ///
  ///     try context.move(to: "films.sqlite", kind: .sqlite)   // of a JSON store that became too large
  ///
  /// Objects, their keys and their unsaved changes stay. The former file stays as it is.
  ///
  /// - Parameter path: The file, which must not exist; nil for memory.
  /// - Throws: As ``PredicateDatabase/copy(to:kind:configuration:)``; ``StoreIssue`` `unchangeable` where tables of the former store do
  ///   something by themselves, such as computing columns. The context stays where it was then.
  public func move(to path: String?, kind: StoreKind = .sqlite) throws {
    for entity in plan.entities {
      let table = "“\(entity.entity.table)”"
      if let obstacle = entity.obstacle { throw StoreIssue(.unchangeable, "the objects cannot move: \(obstacle)") }
      guard entity.givenAttributes.isEmpty, entity.defaults.isEmpty, !entity.isOfCoreData else {
        throw StoreIssue(.unchangeable, "the objects cannot move: \(table) computes columns or has defaults of its own")
      }
    }
    guard !plan.hasTriggers else { throw StoreIssue(.unchangeable, "the objects cannot move: a table has triggers") }
    try refreshStore()
    use(try database.copy(to: path, kind: kind).inTimeZone(plan.model.timeZone))
  }

  /// Reads a file that is written as a whole again, where another process replaced it.
  func refreshStore() throws { try store?.refresh(database) }
}
