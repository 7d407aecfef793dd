// Names and forms of other libraries, for databases and stored objects. The compiler shows what to write.
//
// error 34:4: 'init(wrappedValue:_:)' is unavailable: leave out the initial value: a new object has no related objects
// error 35:4: 'init(wrappedValue:inverse:deleteRule:isOrdered:minimumCount:maximumCount:userInfo:)' is unavailable: leave out the initial value: a new object has no related objects
// error 36:4: 'init(wrappedValue:deleteRule:isOrdered:minimumCount:maximumCount:userInfo:)' is unavailable: leave out the initial value: a new object has no related objects
// error 37:4: 'init(wrappedValue:isOrdered:minimumCount:maximumCount:userInfo:)' is unavailable: leave out the initial value: a new object has no related objects
// error 38:4: 'init(wrappedValue:isSymmetric:isOrdered:minimumCount:maximumCount:userInfo:)' is unavailable: leave out the initial value: a new object has no related objects
// error 39:4: 'init(wrappedValue:minimumCount:maximumCount:userInfo:)' is unavailable: leave out the initial value: a new object has no related objects
// error 40:4: 'init(wrappedValue:maximumCount:userInfo:)' is unavailable: leave out the initial value: a new object has no related objects
// error 41:4: 'init(wrappedValue:userInfo:)' is unavailable: leave out the initial value: a new object has no related objects
// error 45:4: 'init(wrappedValue:_:)' is unavailable: leave out the initial value: a new object has no related object
// error 46:4: 'init(wrappedValue:inverse:deleteRule:isRequired:userInfo:)' is unavailable: leave out the initial value: a new object has no related object
// error 47:4: 'init(wrappedValue:deleteRule:isRequired:userInfo:)' is unavailable: leave out the initial value: a new object has no related object
// error 48:4: 'init(wrappedValue:isRequired:userInfo:)' is unavailable: leave out the initial value: a new object has no related object
// error 49:4: 'init(wrappedValue:userInfo:)' is unavailable: leave out the initial value: a new object has no related object
// error 58:19: 'filter(matching:in:)' is unavailable: write in: database, with let database = try PredicateDatabase(queue), made before the read
// error 59:25: 'filter(text:order:policy:in:)' is unavailable: write in: database, with let database = try PredicateDatabase(queue), made before the read
// error 60:19: 'filter(matching:in:)' is unavailable: write in: database, with let database = try PredicateDatabase(queue), made before the read
// error 62:20: 'fetch(_:as:)' is unavailable: write fetch(EntityFetch("Movie", where: "year > 1990", sortedBy: ["title"], limit: 10), as: Movie.self)
// error 63:20: 'fetch' is unavailable: write fetch(EntityFetch("Movie", columns: ["genre", FetchedColumn("count()", as: "n")], groupBy: ["genre"]))
// error 67:17: 'objectID' is unavailable: write object.id
// error 67:35: 'inserted' is unavailable: write changes.inserts
// error 67:53: 'deleted' is unavailable: write changes.deletes
// error 68:11: 'refreshAllObjects()' is unavailable: write try context.refresh(object, mergingChanges: true), or context.reset()
// error 69:15: 'object(with:)' is unavailable: write try context.object(for: id)
// error 73:18: 'sorted(by:)' is unavailable: write sorted(using: descriptor), or try sorted(by: QuerySortKey(descriptor))
import Foundation
import GRDB
import PredicateFoundation
import PredicateObjects

final class Director: StoredObject {
  @Stored var name: String
  @ToMany var films: [Film] = []
  @ToMany(inverse: \.second) var seconds: [Film] = []
  @ToMany(deleteRule: .cascade) var others: [Film] = []
  @ToMany(isOrdered: true) var ordered: [Film] = []
  @ToMany(isSymmetric: true) var friends: [Director] = []
  @ToMany(minimumCount: 1, maximumCount: 3) var few: [Film] = []
  @ToMany(maximumCount: 3) var limited: [Film] = []
  @ToMany(userInfo: ["place": 1]) var noted: [Film] = []
}

final class Film: StoredObject {
  @ToOne var first: Director? = nil
  @ToOne(inverse: \.others) var second: Director? = nil
  @ToOne(deleteRule: .cascade) var third: Director? = nil
  @ToOne(isRequired: true) var fourth: Director? = nil
  @ToOne(userInfo: ["place": 1]) var fifth: Director? = nil
}

struct Movie: Codable, FetchableRecord, TableRecord {
  var id: Int64
}

func requests(_ queue: DatabaseQueue, _ database: PredicateDatabase, _ typed: String, _ policy: QueryPolicy) throws {
  try queue.read { connection in
    _ = try Movie.filter(matching: "id > 3", in: connection)
    _ = try Movie.all().filter(text: typed, policy: policy, in: connection)
    _ = try Movie.filter(matching: typed, in: connection)
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
