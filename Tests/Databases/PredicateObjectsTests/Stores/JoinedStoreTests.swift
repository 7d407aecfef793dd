import Foundation
import GRDB
import PredicateModel
import PredicateSQLite
import PredicateObjects
import PredicateSyntax
import PredicateValues
import Testing

@Suite struct JoinedStoreTests {
  private func withContext(
    inMemory: Bool = false, _ body: (ObjectContext, _ films: String, _ reviews: String) throws -> Void
  ) throws {
    try WholeStoreObjects.withFolder { folder in
      let (films, reviews) = (
        folder.appending(path: "films.sqlite").path, folder.appending(path: "reviews.sqlite").path
      )
      let context = try Self.context(films, inMemory ? nil : reviews)
      let critic = try context.insert(Critic.self)
      critic.name = "Ada"
      for (title, stars) in [("Alien", [5, 3]), ("Brazil", [4]), ("Cube", [])] {
        let film = try context.insert(ReviewedFilm.self)
        film.title = title
        for number in stars {
          let review = try context.insert(Review.self)
          (review.filmTitle, review.stars, review.critic) = (title, number, critic)
        }
      }
      try context.save()
      try body(context, films, reviews)
    }
  }

  private static func context(_ films: String, _ reviews: String?) throws -> ObjectContext {
    try ObjectContext(
      stores: [
        StorePart(path: films, classes: [ReviewedFilm.self]),
        StorePart(path: reviews, classes: [Review.self, Critic.self]),
      ], fetchTemplates: [FetchTemplate("good", Review.self, "stars >= $stars")])
  }

  private func film(_ title: String, _ context: ObjectContext) throws -> ReviewedFilm {
    try #require(try context.fetch(ReviewedFilm.self, "title == \(title)").first)
  }

  @Test(arguments: [false, true]) func fetchedPropertiesLeadAcross(inMemory: Bool) throws {
    try withContext(inMemory: inMemory) { context, _, _ in
      #expect(try film("Alien", context).reviews.map(\.stars) == [5, 3])
      #expect(try film("Alien", context).good.map(\.stars) == [5])
      #expect(try film("Cube", context).reviews.isEmpty)
      // The rule reads the property of the source and that of the row.
      #expect(try film("Brazil", context).others.map(\.filmTitle) == ["Alien", "Alien"])
      #expect(try context.fetch(Review.self, limit: 1).first?.film.map(\.title) == ["Alien"])
      // Unsaved changes of both objects are used.
      try film("Cube", context).title = "Brazil"
      try #require(try context.fetch(Review.self, "stars == 3").first).filmTitle = "Cube"
      #expect(try context.fetch(Review.self, "stars == 4").first?.film.map(\.title) == ["Brazil", "Brazil"])
      #expect(try film("Alien", context).reviews.map(\.stars) == [5])
      context.undo()
      #expect(try film("Alien", context).reviews.map(\.stars) == [5, 3])
      #expect(try context.fetch(Review.self, template: "good", variables: ["stars": 4]).count == 2)
      #expect(context.failures.isEmpty)
    }
  }

  @Test func eachFileHasItsObjects() throws {
    try withContext { context, films, reviews in
      func tables(_ path: String) throws -> [String] {
        try DatabaseQueue(path: path).read {
          try String.fetchAll($0, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
        }
      }
      #expect(try tables(films) == ["ReviewedFilm", "openpredicate_model"])
      #expect(try tables(reviews) == ["Critic", "Review", "openpredicate_model"])
      // Each file opens alone with its own model.
      let alone = try ObjectContext(PredicateDatabase.open(path: reviews))
      #expect(try alone.count(EntityFetch("Review", where: QueryPredicate(format: "critic.name == 'Ada'"))) == 3)
      // The context sees rows that other connections save into one of the files, also in observed results.
      let results = try context.observe(Review.self, sortedBy: "stars")
      let queue = try DatabaseQueue(path: reviews)
      try queue.write { try $0.execute(sql: "UPDATE Review SET stars = 1 WHERE stars = 3") }
      #expect(try results.update()?.updates.count == 1)
      #expect(try film("Alien", context).reviews.map(\.stars) == [5, 1])
      // A conflict in one store keeps the other one from being written.
      try film("Alien", context).title = "Aliens"
      try #require(try context.fetch(Review.self, "stars == 1").first).stars = 2
      try queue.write { try $0.execute(sql: "UPDATE Review SET stars = 0 WHERE stars = 1") }
      let failure = #expect(throws: SaveFailure.self) { try context.save() }
      #expect(failure?.problems.map(\.kind) == [.conflict])
      let titles = try DatabaseQueue(path: films).read {
        try String.fetchAll($0, sql: "SELECT title FROM ReviewedFilm")
      }
      #expect(titles == ["Alien", "Brazil", "Cube"])
      // Opened again.
      context.rollback()
      let again = try Self.context(films, reviews)
      #expect(try film("Alien", again).reviews.map(\.stars) == [5, 0])
    }
  }

  @Test func moveIntoOneStore() throws {
    try withContext { context, films, _ in
      let path = films + ".json"
      try context.move(to: path, kind: .json)
      try film("Alien", context).title = "Aliens"
      try context.save()
      let one = try ObjectContext(
        path: path, kind: .json, classes: [ReviewedFilm.self, Review.self, Critic.self])
      #expect(try one.count(ReviewedFilm.self, "title == 'Aliens'") == 1)
      #expect(try film("Brazil", one).reviews.map(\.stars) == [4])
    }
  }

  @Test func whatCannotBeJoined() throws {
    try WholeStoreObjects.withFolder { folder in
      func issue(_ first: [StoredObject.Type], _ second: [StoredObject.Type], _ path: String = "b") -> (any Error)? {
        do {
          _ = try ObjectContext(stores: [
            StorePart(path: folder.appending(path: "a").path, classes: first),
            StorePart(path: folder.appending(path: path).path, classes: second),
          ])
          return nil
        } catch { return error }
      }
      let across = issue([ReviewedFilm.self, Critic.self], [Review.self]) as? StoreIssue
      #expect(
        across?.message
          == "the relationship Critic.reviews cannot lead to Review, which is in another store. A fetched property can lead there"
      )
      let twice = issue([ReviewedFilm.self], [ReviewedFilm.self, Review.self, Critic.self]) as? StoreIssue
      #expect(twice?.kind == .classMismatch)
      let kin = issue([Sheet.self, SheetBinder.self, SheetMark.self], [ColouredSheet.self]) as? StoreIssue
      #expect(kin?.message.hasPrefix("ColouredSheet cannot inherit from Sheet") == true)
      // The two files have tables of the same name, which is refused.
      let queue = try DatabaseQueue(path: folder.appending(path: "c").path)
      try queue.write { try $0.execute(sql: "CREATE TABLE x (y)") }
      #expect((issue([ReviewedFilm.self], [Review.self, Critic.self], "c") as? DatabaseIssue)?.kind == .unusableSchema)
      let both = folder.appending(path: "d").path
      _ = try ObjectContext(path: both, classes: [ReviewedFilm.self, Review.self, Critic.self])
      let same = issue([ReviewedFilm.self], [Review.self, Critic.self], "d") as? DatabaseIssue
      #expect(
        same?.kind == .unusableSchema && same?.message.contains("must not both have a table “ReviewedFilm”") == true)
    }
  }
}

private final class ReviewedFilm: StoredObject {
  @Stored var title: String
  @Fetched("filmTitle == $FETCH_SOURCE.title", sortedBy: .descending("stars")) var reviews: [Review]
  @Fetched("filmTitle == $FETCH_SOURCE.title AND stars >= $FETCHED_PROPERTY.userInfo.least", userInfo: ["least": 4])
  var good: [Review]
  @Fetched("SUBQUERY(critic.reviews, $r, $r.filmTitle == $FETCH_SOURCE.title AND $r.filmTitle != filmTitle).@count > 0")
  var others: [Review]
}

private final class Review: StoredObject {
  @Stored var filmTitle: String
  @Stored(default: 0) var stars: Int
  @ToOne(isRequired: true) var critic: Critic?
  @Fetched("title == $FETCH_SOURCE.filmTitle") var film: [ReviewedFilm]
}

private final class Critic: StoredObject {
  @Stored var name: String
  @ToMany(inverse: \.critic) var reviews: [Review]
}
