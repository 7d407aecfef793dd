// First models: relationships, defaults and limits as other libraries declare them.
//
// error 14:4: conformance of 'StoredObject' to 'StorableValue' is unavailable: a related object is @ToOne var author: Person?, related objects are @ToMany var movies: [Movie]
// error 20:4: 'init(default:min:max:)' is unavailable: write @Stored(condition: "SELF BETWEEN {0, 10}")
// error 21:4: 'init(default:min:)' is unavailable: write @Stored(condition: "SELF >= 0")
// error 24:17: cannot override 'validate' which has been marked unavailable: write override func validate(_ report: inout ValidationReport)
// error 28:19: 'fetch(_:_:sortedBy:limit:)' is unavailable: write sortedBy: .ascending(key: name) or .descending(key: name) for the name of a property in a variable
// error 29:19: 'fetch(_:_:sortedBy:limit:)' is unavailable: write sortedBy: \.title, or keys such as "year", .descending("title")
import Foundation
import PredicateObjects

final class Person: StoredObject {
  @Stored var name: String
  @Stored var friend: Person?
  @ToMany var movies: [Film]
  @ToOne var partner: Person?
}

final class Film: StoredObject {
  @Stored(min: 0, max: 10) var rating: Int
  @Stored(default: 1, min: 0) var stock: Int
  @ToOne var owner: Person?

  override func validate() throws {}
}

func find(_ context: ObjectContext, _ column: String) throws {
  _ = try context.fetch(Film.self, sortedBy: column)
  _ = try context.fetch(Film.self, sortedBy: [SortDescriptor(\.rating)])
}
