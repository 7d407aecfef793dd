// Declarations and calls of Core Data, SwiftData, Realm and Fluent get messages with the form of this library.
//
// error 23:4: 'init(wrappedValue:condition:isUnique:isIndexed:isKey:userInfo:)' is unavailable: write the default value as an argument of the attribute: @Stored(default: "") var title: String
// error 24:4: 'init(wrappedValue:condition:isUnique:isIndexed:isKey:userInfo:)' is unavailable: write the default value as an argument of the attribute: @Stored(default: "") var title: String
// error 25:4: 'init(unique:)' is unavailable: write @Stored(isUnique: true)
// error 26:4: 'init(indexed:)' is unavailable: write @Stored(isIndexed: true)
// error 27:4: 'init(primaryKey:)' is unavailable: write @Stored(isKey: true)
// error 32:7: 'init()' is unavailable: write try context.insert(Movie.self), with the name of the class in place of Movie
// error 33:7: 'init(_:)' is unavailable: write try context.insert(Movie.self), with the name of the class in place of Movie
// error 34:7: 'init(context:)' is unavailable: write try context.insert(Movie.self), with the name of the class in place of Movie
// error 35:11: 'perform' is unavailable: write try await ObjectActor(context).perform { context in … }
// error 36:11: 'delete' is unavailable: write try context.batchDelete(type, condition)
// error 37:11: 'update(_:_:set:)' is unavailable: write try context.batchUpdate(type, condition, set: ["year": 1990])
// error 42:19: 'fetch(_:_:sortedBy:limit:)' is unavailable: expected a string literal. For text from a user, write fetch(_:text:policy:); for trusted text, write QueryFormat(raw:)
// error 43:19: 'first(_:_:sortedBy:)' is unavailable: expected a string literal. For text from a user, write fetch(_:text:policy:); for trusted text, write QueryFormat(raw:)
// error 44:19: 'count' is unavailable: expected a string literal. For text from a user, write count(_:text:policy:); for trusted text, write QueryFormat(raw:)
// error 45:19: 'observe(_:_:sortedBy:sectionedBy:)' is unavailable: expected a string literal. For text from a user, write observe(_:text:policy:); for trusted text, write QueryFormat(raw:)
// error 46:15: 'batchDelete(_:_:rules:)' is unavailable: write QueryFormat(raw: text) for trusted text
// error 47:19: 'fetch(_:_:sortedBy:_:_:)' is unavailable: to sort by several properties, write sortedBy: "year", "title"
import PredicateObjects

final class Movie: StoredObject {
  @Stored var title: String = ""
  @Stored(isIndexed: true) var year: Int = 0
  @Stored(unique: true) var code: String
  @Stored(indexed: true) var genre: String
  @Stored(primaryKey: true) var number: Int
  @Stored var rating: Double?
}

func change(_ context: ObjectContext, _ movie: Movie) throws {
  _ = Movie()
  _ = Movie(context)
  _ = Movie(context: context)
  context.perform { try context.save() }
  context.delete(Movie.self, "year < 1990")
  context.update(Movie.self, "year < 1990", set: ["genre": "old"])
  try context.delete(movie)
}

func find(_ context: ObjectContext, _ text: String) throws {
  _ = try context.fetch(Movie.self, text)
  _ = try context.first(Movie.self, text)
  _ = try context.count(Movie.self, text)
  _ = try context.observe(Movie.self, text)
  try context.batchDelete(Movie.self, text)
  _ = try context.fetch(Movie.self, sortedBy: \.year, \.title)
  _ = try context.fetch(Movie.self, "year > 1990", sortedBy: \.year)
}
