// First models: relationships, defaults and limits as other libraries declare them.
//
import Foundation
import PredicateObjects

final class Person: StoredObject {
  @Stored var name: String
  @Stored var friend: Person?
  @ToMany var movies: [Film]
  @ToOne var partner: Person? = nil
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
