// Names and forms of other libraries, for databases and stored objects. The compiler shows what to write.
//
// error 26:4: 'init(wrappedValue:_:)' is unavailable: leave out the initial value: a new object has no related objects
// error 27:4: 'init(wrappedValue:inverse:deleteRule:isOrdered:minimumCount:maximumCount:)' is unavailable: leave out the initial value: a new object has no related objects
// error 28:4: 'init(wrappedValue:deleteRule:isOrdered:)' is unavailable: leave out the initial value: a new object has no related objects
// error 32:4: 'init(wrappedValue:_:)' is unavailable: leave out the initial value: a new object has no related object
// error 33:4: 'init(wrappedValue:inverse:deleteRule:isRequired:)' is unavailable: leave out the initial value: a new object has no related object
// error 34:4: 'init(wrappedValue:deleteRule:isRequired:)' is unavailable: leave out the initial value: a new object has no related object
// error 43:19: 'filter(matching:in:)' is unavailable: write in: database, with let database = try PredicateDatabase(queue), made before the read
// error 44:25: 'filter(text:order:policy:in:)' is unavailable: write in: database, with let database = try PredicateDatabase(queue), made before the read
// error 46:20: 'fetch(_:as:)' is unavailable: write fetch(EntityFetch("Movie", where: "year > 1990", sortedBy: ["title"], limit: 10), as: Movie.self)
// error 47:20: 'fetch' is unavailable: write fetch(EntityFetch("Movie", columns: ["genre", FetchedColumn("count()", as: "n")], groupBy: ["genre"]))
// error 51:17: 'objectID' is unavailable: write object.id
// error 51:35: 'inserted' is unavailable: write changes.inserts
// error 51:53: 'deleted' is unavailable: write changes.deletes
// error 52:11: 'refreshAllObjects()' is unavailable: write context.refresh(object, mergingChanges: true), or context.reset()
// error 53:15: 'object(with:)' is unavailable: write context.object(for: id)
// error 57:18: 'sorted(by:)' is unavailable: write sorted(using: descriptor), or try sorted(by: QuerySortKey(descriptor))
import Foundation
import GRDB
import PredicateFoundation
import PredicateObjects

final class Director: StoredObject {
  @Stored var name: String
  @ToMany var films: [Film] = []
  @ToMany(inverse: \.second) var seconds: [Film] = []
  @ToMany(deleteRule: .cascade) var others: [Film] = []
}

final class Film: StoredObject {
  @ToOne var first: Director? = nil
  @ToOne(inverse: \.others) var second: Director? = nil
  @ToOne(deleteRule: .cascade) var third: Director? = nil
}

struct Movie: Codable, FetchableRecord, TableRecord {
  var id: Int64
}

func requests(_ queue: DatabaseQueue, _ database: PredicateDatabase, _ typed: String, _ policy: QueryPolicy) throws {
  try queue.read { connection in
    _ = try Movie.filter(matching: "id > 3", in: connection)
    _ = try Movie.all().filter(text: typed, policy: policy, in: connection)
  }
  _ = try database.fetch("Movie where id > 3", as: Movie.self)
  _ = try database.fetch("Movie group by id show id, count() as n")
}

func objects(_ context: ObjectContext, _ director: Director, _ changes: ResultChanges) throws {
  _ = (director.objectID, changes.inserted, changes.deleted)
  context.refreshAllObjects()
  _ = context.object(with: director.id)
}

func descriptors(_ people: [Movie]) throws {
  _ = try people.sorted(by: SortDescriptor(\Movie.id))
}
