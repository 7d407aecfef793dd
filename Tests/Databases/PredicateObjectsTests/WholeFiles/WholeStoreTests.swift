import Foundation
import GRDB
import PredicateModel
import PredicateObjects
import PredicateSyntax
import PredicateValues
import Testing

/// Stores that are written as a whole: reading a file again, saving from two contexts, and copying a store.
@Suite struct WholeStoreTests {
  private static let wholeKinds = StoreKind.allCases.filter(\.isWrittenAsWhole)

  private func names(_ folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  @Test(arguments: wholeKinds) func everythingComesBack(kind: StoreKind) throws {
    try WholeStoreObjects.withFolder { folder in
      let path = folder.appending(path: "sheets.\(kind)").path
      let context = try WholeStoreObjects.context(path, kind)
      try WholeStoreObjects.fill(context)
      let described = try WholeStoreObjects.description(context)
      #expect(described.count == 14)
      let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
      let again = try WholeStoreObjects.context(path, kind)
      #expect(try WholeStoreObjects.description(again) == described)
      // Equal objects are written as equal bytes, so that a difference of files is a difference of objects.
      let sheet = try #require(try again.fetch(Sheet.self, "number == 1").first)
      sheet.number = 2
      try again.save()
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) != bytes)
      sheet.number = 1
      try again.save()
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
      #expect(try names(folder) == ["sheets.\(kind)"])
    }
  }

  /// The example in `Documentation/swift/stores.md`.
  @Test func aFileForPeople() throws {
    try WholeStoreObjects.withFolder { folder in
      let path = folder.appending(path: "films.json").path
      let context = try ObjectContext(path: path, kind: .json, classes: [LentFilm.self, Borrower.self])
      let anna = try context.insert(Borrower.self)
      anna.name = "Anna Castelli"
      let film = try context.insert(LentFilm.self)
      film.title = "Alien"
      film.lent = true
      film.lentOn = try Date("2026-02-17T10:46:00Z", strategy: .iso8601)
      film.borrower = anna
      try context.save()
      let page = try String(
        contentsOf: URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
          .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
          .appending(path: "Documentation/swift/stores.md"), encoding: .utf8)
      let blocks = page.components(separatedBy: "```json\n").dropFirst()
      let example = try #require(blocks.first?.components(separatedBy: "```").first)
      let written = try String(contentsOfFile: path, encoding: .utf8)
      #expect(written == example)
      // A person edits the file. The next fetch reads the new contents.
      try example.replacing("\"Alien\"", with: "\"Aliens\"").write(toFile: path, atomically: true, encoding: .utf8)
      #expect(try context.count(LentFilm.self, "title == 'Aliens' AND borrower.name BEGINSWITH 'Anna'") == 1)
      #expect(film.title == "Alien")
      #expect(try context.fetch(LentFilm.self).map(\.title) == ["Aliens"])
    }
  }

  @Test(arguments: wholeKinds) func whatOthersSaveIsSeen(kind: StoreKind) throws {
    try WholeStoreObjects.withFolder { folder in
      let path = folder.appending(path: "sheets").path
      let first = try WholeStoreObjects.context(path, kind)
      try WholeStoreObjects.fill(first)
      let second = try WholeStoreObjects.context(path, kind)
      let results = try second.observe(SheetBinder.self, sortedBy: "name")
      #expect(try results.update() == nil)
      let (mine, theirs) = (
        try #require(try first.fetch(SheetBinder.self, "name == 'binder 1'").first),
        try #require(try second.fetch(SheetBinder.self, "name == 'binder 2'").first)
      )
      // Different objects are both saved.
      mine.name = "mine"
      theirs.name = "theirs"
      try first.save()
      try second.save()
      #expect(try first.fetch(SheetBinder.self, sortedBy: "name").map(\.name) == ["binder 0", "mine", "theirs"])
      #expect(try second.fetch(SheetBinder.self, sortedBy: "name").map(\.name) == ["binder 0", "mine", "theirs"])
      #expect(try results.update()?.updates.count == 2)
      // New objects of both contexts get different keys.
      try first.insert(SheetBinder.self).name = "new of the first"
      try second.insert(SheetBinder.self).name = "new of the second"
      try first.save()
      try second.save()
      #expect(try first.count(SheetBinder.self) == 5)
      #expect(try results.update()?.inserts.count == 2)
      // Both contexts changed the same object, which is a conflict.
      mine.name = "mine again"
      try #require(try second.fetch(SheetBinder.self, "name == 'mine'").first).name = "not yours"
      try first.save()
      let failure = #expect(throws: SaveFailure.self) { try second.save() }
      #expect(failure?.problems.map(\.kind) == [.conflict])
      second.rollback()
      #expect(try second.count(SheetBinder.self, "name == 'mine again'") == 1)
      // Both contexts insert an object with the same unique value.
      try second.insert(SheetBinder.self).name = "same"
      try first.insert(SheetBinder.self).name = "same"
      try first.save()
      #expect(throws: SaveFailure.self) { try second.save() }
    }
  }

  @Test(arguments: wholeKinds) func attributesAreMerged(kind: StoreKind) throws {
    try WholeStoreObjects.withFolder { folder in
      let path = folder.appending(path: "sheets").path
      try WholeStoreObjects.fill(WholeStoreObjects.context(path, kind))
      let first = try WholeStoreObjects.context(path, kind)
      let second = try WholeStoreObjects.context(path, kind, conflicts: .keepOurs)
      let key = try #require(try first.fetch(Sheet.self, limit: 1).first).id
      let mine = try #require(try first.object(for: key) as? Sheet)
      let theirs = try #require(try second.object(for: key) as? Sheet)
      (mine.number, theirs.truth, theirs.text) = (77, !theirs.truth, "changed")
      try first.save()
      try second.save()
      #expect(theirs.number == 77 && theirs.text == "changed")
      let third = try WholeStoreObjects.context(path, kind)
      #expect(try third.count(Sheet.self, "number == 77 AND text == 'changed'") == 1)
    }
  }

  /// A save that fails leaves the file unchanged and keeps the unsaved changes.
  @Test(arguments: wholeKinds) func nothingHalf(kind: StoreKind) throws {
    try WholeStoreObjects.withFolder { folder in
      let path = folder.appending(path: "sheets").path
      let context = try WholeStoreObjects.context(path, kind)
      try WholeStoreObjects.fill(context)
      let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
      try context.insert(SheetBinder.self).name = "binder 0"
      #expect(throws: SaveFailure.self) { try context.save() }
      context.rollback()
      let binder = try #require(try context.fetch(SheetBinder.self, limit: 1).first)
      // The path of the new file is a folder.
      try FileManager.default.createDirectory(atPath: path + ".new", withIntermediateDirectories: false)
      binder.name = "other"
      let issue = #expect(throws: DatabaseIssue.self) { try context.save() }
      #expect(issue?.kind == .isDirectory)
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes && context.hasChanges)
      #expect(try WholeStoreObjects.context(path, kind).count(SheetBinder.self, "name == 'other'") == 0)
      try FileManager.default.removeItem(atPath: path + ".new")
      // Saving reports a missing file, and the objects can move to another one.
      try FileManager.default.removeItem(atPath: path)
      #expect(try context.count(SheetBinder.self) == 3)
      let gone = #expect(throws: DatabaseIssue.self) { try context.save() }
      #expect(gone?.kind == .fileMissing)
      try context.move(to: path, kind: kind)
      try context.save()
      #expect(try WholeStoreObjects.context(path, kind).count(SheetBinder.self, "name == 'other'") == 1)
      #expect(try names(folder) == ["sheets"])
    }
  }

  @Test func linksAreFollowed() throws {
    try WholeStoreObjects.withFolder { folder in
      let path = folder.appending(path: "sheets.json").path
      let link = folder.appending(path: "link.json").path
      try WholeStoreObjects.fill(WholeStoreObjects.context(path, .json))
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
      let context = try WholeStoreObjects.context(link, .json)
      try context.insert(SheetBinder.self).name = "through the link"
      try context.save()
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == path)
      #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
      #expect(try WholeStoreObjects.context(path, .json).count(SheetBinder.self) == 4)
    }
  }

  /// Two contexts over one database save to one file.
  @Test func contextsOverOneStore() throws {
    try WholeStoreObjects.withFolder { folder in
      let path = folder.appending(path: "sheets.json").path
      let first = try WholeStoreObjects.context(path, .json)
      let second = try ObjectContext(first.database, classes: WholeStoreObjects.classes)
      try first.insert(SheetBinder.self).name = "a"
      try second.insert(SheetBinder.self).name = "b"
      try first.save()
      try second.save()
      #expect(try WholeStoreObjects.context(path, .json).count(SheetBinder.self) == 2)
      // The same file by another path is opened as a second store.
      let third = try PredicateDatabase.store(path: path, kind: .json)
      #expect(try ObjectContext(third).count(EntityFetch("Binder")) == 2)
    }
  }

  @Test func movesBetweenAllKinds() throws {
    try WholeStoreObjects.withFolder { folder in
      let context = try ObjectContext(classes: WholeStoreObjects.classes)
      try WholeStoreObjects.fill(context)
      let described = try WholeStoreObjects.description(context)
      let binder = try #require(try context.fetch(SheetBinder.self, "name == 'binder 1'").first)
      binder.name = "not saved yet"
      let new = try context.insert(SheetBinder.self)
      new.name = "new"
      var former: [(String, StoreKind)] = []
      for from in StoreKind.allCases {
        for to in StoreKind.allCases {
          for kind in [from, to] {
            let path = folder.appending(path: "\(former.count)").path
            try context.move(to: path, kind: kind)
            #expect(context.database.name == path && context.hasChanges && new.id.isTemporary)
            former.append((path, kind))
          }
        }
      }
      let issue = #expect(throws: DatabaseIssue.self) { try context.move(to: former[0].0, kind: .json) }
      #expect(issue?.kind == .fileExists && context.database.name == former.last?.0)
      try context.save()
      for (path, kind) in former.dropLast() {
        #expect(try WholeStoreObjects.description(WholeStoreObjects.context(path, kind)) == described)
      }
      let last = try #require(former.last)
      let saved = try WholeStoreObjects.context(last.0, last.1)
      #expect(try saved.count(SheetBinder.self, "name IN {'new', 'not saved yet'}") == 2)
      #expect(try names(folder).count == former.count)
      // Into memory, and on.
      try context.move(to: nil)
      new.name = "in memory"
      try context.save()
      #expect(try saved.count(SheetBinder.self, "name == 'in memory'") == 0)
      context.undo()
      #expect(new.name == "new")
    }
  }

  @Test func tablesThatDoSomethingThemselvesStay() throws {
    let database = try PredicateDatabase.make(model: DataModel(classes: [Reader.self]))
    try database.writer?.write { connection in
      try connection.execute(
        sql: "CREATE TRIGGER t AFTER INSERT ON Borrower BEGIN UPDATE Borrower SET name = upper(name); END")
    }
    let reopened = try PredicateDatabase(
      name: "triggers", queue: #require(database.reader as? DatabaseQueue), file: .whole(database.model))
    let context = try ObjectContext(reopened, classes: [Reader.self])
    try context.insert(Reader.self).name = "anna"
    try context.save()
    let issue = #expect(throws: StoreIssue.self) { try context.move(to: nil) }
    #expect(issue?.kind == .unchangeable)
    // A copy of the store contains all rows.
    let copy = try ObjectContext(reopened.copy(to: nil), classes: [Reader.self])
    #expect(try copy.fetch(Reader.self).map(\.name) == ["ANNA"])
  }

  @Test(arguments: wholeKinds) func migrates(kind: StoreKind) throws {
    try WholeStoreObjects.withFolder { folder in
      let path = folder.appending(path: "films").path
      let old = try ObjectContext(path: path, kind: kind, classes: [LentFilm.self, Borrower.self])
      let film = try old.insert(LentFilm.self)
      film.title = "Alien"
      film.lentOn = Date(timeIntervalSinceReferenceDate: 5)
      try old.save()
      let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
      let classes: [StoredObject.Type] = [NamedFilm.self, Reader.self]
      #expect(throws: DatabaseIssue.self) { try ObjectContext(path: path, kind: kind, classes: classes) }
      #expect(throws: MigrationFailure.self) {
        try ObjectContext(path: path, kind: kind, classes: [Rated.self, Reader.self], migration: ModelMigration())
      }
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
      let migration = ModelMigration().renaming("LentFilm.title", to: "name")
      let new = try ObjectContext(path: path, kind: kind, classes: classes, migration: migration)
      #expect(try new.fetch(NamedFilm.self).map(\.name) == ["Alien"])
      let again = try ObjectContext(path: path, kind: kind, classes: classes)
      #expect(try again.fetch(NamedFilm.self).map(\.name) == ["Alien"])
      // A context with the former model gets an issue.
      film.title = "Aliens"
      let issue = #expect(throws: DatabaseIssue.self) { try old.save() }
      #expect(issue?.kind == .schemaChanged)
    }
  }
}

private final class LentFilm: StoredObject {
  override class var entityName: String { "LentFilm" }
  @Stored var title: String
  @Stored(default: false) var lent: Bool
  @Stored var lentOn: Date?
  @ToOne var borrower: Borrower?
}

private final class Borrower: StoredObject {
  override class var entityName: String { "Borrower" }
  @Stored var name: String
  @ToMany(inverse: \LentFilm.borrower) var films: [LentFilm]
}

private final class NamedFilm: StoredObject {
  override class var entityName: String { "LentFilm" }
  @Stored var name: String
  @Stored(default: false) var lent: Bool
  @Stored var lentOn: Date?
}

private final class Rated: StoredObject {
  override class var entityName: String { "LentFilm" }
  @Stored var title: String
  @Stored var rating: Double
}

private final class Reader: StoredObject {
  override class var entityName: String { "Borrower" }
  @Stored var name: String
}
