import Foundation
import GRDB
import PredicateModel
import PredicateSQLite
import Testing

/// If the first page of a table is overwritten, only that table fails.
@Suite struct DestroyedTableTests {
  @Test(arguments: ["people", "notes"])
  func theOtherTablesAreAnswered(table: String) throws {
    let folder = try DamageFolder()
    let path = try folder.makeFile("file.sqlite")
    let queue = try DamageFolder.writer(path)
    let page = try queue.read {
      try #require(try Int.fetchOne($0, sql: "SELECT rootpage FROM sqlite_schema WHERE name = ?", arguments: [table]))
    }
    try queue.close()
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    bytes.replaceSubrange((page - 1) * 512..<page * 512, with: repeatElement(0xFF, count: 512))
    try bytes.write(to: URL(fileURLWithPath: path))

    let database = try PredicateDatabase.open(path: path)
    #expect(database.model.entities.map(\.name) == ["Person", "Note", "Old"])
    let (destroyed, whole) = table == "people" ? ("Person", "Note") : ("Note", "Person")
    #expect(throws: DatabaseIssue.self) { try database.fetch(EntityFetch(destroyed)) }
    #expect(try database.count(EntityFetch(whole)) == (whole == "Note" ? 30 : 40))
    #expect(try database.reloadedIfChanged() == nil)
  }
}
