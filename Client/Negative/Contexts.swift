// Calls and hooks of Core Data and SwiftData get messages with the form of this library.
//
// error 19:4: 'init(_:)' is unavailable: write @Stored(isUnique: true), @Stored(isIndexed: true) or @Stored(isKey: true)
// error 22:17: cannot override 'awakeFromInsert' which has been marked unavailable: write override func didInsert()
// error 23:17: cannot override 'prepareForDeletion' which has been marked unavailable: write override func willDelete()
// error 24:17: cannot override 'validateForInsert' which has been marked unavailable: write override func validate(_ report: inout ValidationReport)
// error 25:17: cannot override 'validateForUpdate' which has been marked unavailable: write override func validate(_ report: inout ValidationReport)
// error 29:11: 'undoManager' is unavailable: write context.undo(), context.redo() and context.undoLimit
// error 30:15: 'batchUpdate(_:_:set:rules:)' is unavailable: write QueryFormat(raw: text) for trusted text
// error 31:19: 'sections(_:_:by:sortedBy:)' is unavailable: write observe(type, condition, sectionedBy: "genre").sections
// error 32:19: 'fetch(_:where:sortedBy:isAscending:limit:)' is unavailable: leave out the argument label: fetch(Movie.self, "year > 1990", sortedBy: \.title)
// error 33:19: 'fetch(_:where:sortedBy:limit:)' is unavailable: leave out the argument label: fetch(Movie.self, "year > 1990")
// error 34:19: 'fetch(_:_:sortedBy:limit:)' is unavailable: import PredicateFoundation, and write fetch(Movie.self, QueryPredicate(predicate))
// error 38:3: 'makeAsyncIterator()' is unavailable: write for try await changes in results.updates(), and read results.objects in the loop
import Foundation
import PredicateObjects

final class Song: StoredObject {
  @Stored(.unique) var code: String
  @Stored var title: String

  override func awakeFromInsert() { title = "new" }
  override func prepareForDeletion() {}
  override func validateForInsert() throws {}
  override func validateForUpdate() throws {}
}

func change(_ context: ObjectContext, _ text: String) throws {
  context.undoManager?.undo()
  try context.batchUpdate(Song.self, text, set: ["title": "old"])
  _ = try context.sections(Song.self, by: "title")
  _ = try context.fetch(Song.self, where: "title == 'a'", sortedBy: \.title)
  _ = try context.fetch(Song.self, where: "title == 'a'", limit: 3)
  _ = try context.fetch(Song.self, #Predicate<Song> { _ in true })
}

func wait(_ context: ObjectContext) async throws {
  for try await songs in try context.observe(Song.self) { print(songs) }
}
