import Foundation
import GRDB
import PredicateModel
import PredicateSQLite
import PredicateObjects
import Testing

/// Objects of the movie-lending database: reading, changing, saving, undoing.
@Suite struct ObjectContextTests {
  @Test func fetches() throws {
    let context = try MovieObjects.context()
    let lent = try context.fetch(Movie.self, "lent == YES", sortedBy: "title")
    #expect(!lent.isEmpty)
    #expect(
      lent.map(\.title) == lent.map(\.title).sorted { $0.unicodeScalars.lexicographicallyPrecedes($1.unicodeScalars) })
    #expect(lent.allSatisfy { $0.lentToFriend != nil && $0.lent })
    let anna = try #require(try context.fetch(Friend.self, "friendName BEGINSWITH \("Anna")").first)
    #expect(anna.lentMovies.allSatisfy { $0.lentToFriend === anna })
    #expect(try context.fetch(Movie.self, "year > \(1990)", limit: 3).count == 3)
    #expect(context.failures.isEmpty)
  }

  /// Objects are keys of sets and dictionaries, by identity, before and after they are saved.
  @Test func objectsAreHashable() throws {
    let context = try AlbumObjects.context()
    let album = try AlbumObjects.album("abc", in: context)
    let songs = Set(album.songs)
    var rows: [Song: Int] = [:]
    for (row, song) in album.songs.enumerated() { rows[song] = row }
    album.songs[0].title = "z"
    try context.save()
    #expect(songs == Set(try context.fetch(Song.self)) && album.songs.allSatisfy { songs.contains($0) })
    #expect(album.songs.map { rows[$0] } == [0, 1, 2])
    #expect(album.songs.firstIndex(of: album.songs[1]) == 1 && album.songs[0] != album.songs[1])
    let place: StoredObject = album
    #expect(place == album as StoredObject && place.hashValue == album.hashValue)
    let other = try ObjectContext(context.database, classes: AlbumObjects.classes)
    let same = try #require(try other.fetch(Album.self).first)
    #expect(same != album && same.id == album.id)
  }

  @Test func objectsAreOneForARow() throws {
    let context = try MovieObjects.context()
    let first = try #require(try context.fetch(Movie.self, "id == 1").first)
    let id = first.id
    #expect(try context.object(for: id) === first)
    #expect(id.description == "Movie[1]")
    let other = try ObjectContext(context.database, classes: MovieObjects.classes)
    #expect(try other.object(for: id) !== first)
    #expect(try other.object(for: ObjectID(ObjectReference(entity: "Movie", key: 99_999))) == nil)
  }

  @Test func insertsAndSaves() throws {
    let database = try MovieObjects.database()
    let context = try ObjectContext(database, classes: MovieObjects.classes)
    let movie = try context.insert(Movie.self)
    movie.title = "Solaris"
    movie.year = 1972
    movie.genre = "Science Fiction"
    movie.lent = false
    let tag = try context.insert(Tag.self)
    tag.name = "slow"
    movie.tags = [tag]
    #expect(movie.id.isTemporary)
    #expect(tag.movies.map(\.title) == ["Solaris"])
    #expect(try context.fetch(Movie.self, "ANY tags.name == 'slow'").first === movie)
    try context.save()
    #expect(!movie.id.isTemporary)
    #expect(!context.hasChanges)
    #expect(try database.count(EntityFetch("Movie", where: QueryPredicate(format: "ANY tags.name == 'slow'"))) == 1)
    let other = try ObjectContext(database, classes: MovieObjects.classes)
    let again = try #require(try other.object(for: movie.id) as? Movie)
    #expect(again.title == "Solaris")
    #expect(again.tags.map(\.name) == ["slow"])
  }

  @Test func bothEndsFollow() throws {
    let context = try MovieObjects.context()
    let anna = try context.insert(Friend.self)
    let ben = try context.insert(Friend.self)
    let movie = try context.insert(Movie.self)
    movie.lentToFriend = anna
    #expect(anna.lentMovies.count == 1)
    ben.lentMovies = [movie]
    #expect(movie.lentToFriend === ben)
    #expect(anna.lentMovies.isEmpty)
    anna.friends = [ben]
    #expect(ben.friends.first === anna)
    ben.friends = []
    #expect(anna.friends.isEmpty)
    try context.delete(ben)
    #expect(movie.lentToFriend == nil)
    #expect(context.failures.isEmpty)
  }

  @Test func deleteRules() throws {
    let database = try MovieObjects.database()
    let context = try ObjectContext(database, classes: MovieObjects.classes)
    // Deleting a film deletes its loans. Its tags stay.
    let movie = try #require(try context.fetch(Movie.self, "loans.@count > 1 AND tags.@count > 0 AND lent == NO").first)
    let loans = movie.loans
    let tags = movie.tags
    try context.delete(movie)
    #expect(loans.filter { !$0.isDeleted }.isEmpty)
    #expect(tags.allSatisfy { tag in !tag.isDeleted && !tag.movies.contains { $0 === movie } })
    try context.save()
    #expect(
      try database.count(EntityFetch("Loan", where: QueryPredicate(format: "movie == %@", movie.id.reference))) == 0)
    // A friend who has films cannot be deleted.
    let friend = try #require(try context.fetch(Friend.self, "lentMovies.@count > 0").first)
    let first = try #require(friend.lentMovies.first)
    try context.delete(friend)
    let failure = #expect(throws: SaveFailure.self) { try context.save() }
    #expect(failure?.problems.first?.kind == .denied)
    #expect(failure?.problems.first?.property == "lentMovies")
    #expect(failure?.description.contains("\(first.id)") == true)
    context.undo()
    #expect(!friend.isDeleted)
    #expect(first.lentToFriend === friend)
    #expect(!context.hasChanges)
    try integrity(database)
  }

  @Test func allProblemsAtOnce() throws {
    let context = try MovieObjects.context()
    let movie = try context.insert(Movie.self)
    let loan = try context.insert(Loan.self)
    movie.title = "Nameless"
    let failure = #expect(throws: SaveFailure.self) { try context.save() }
    #expect(
      failure?.problems.map { "\($0.object) \($0.property ?? "") \($0.code)" } == [
        "new Movie year missing-value", "new Movie genre missing-value",
        "new Loan lentOn missing-value", "new Loan movie missing-value", "new Loan friend missing-value",
      ])
    #expect(movie.isInserted && loan.isInserted && !movie.lent)
    #expect(context.hasChanges)
  }

  @Test func undoAndRedo() throws {
    let database = try MovieObjects.database()
    let context = try ObjectContext(database, classes: MovieObjects.classes)
    let movie = try #require(try context.fetch(Movie.self, "lent == NO", limit: 1).first)
    let friend = try #require(try context.fetch(Friend.self, limit: 1).first)
    let title = movie.title
    try context.group {
      movie.lentToFriend = friend
      movie.lent = true
    }
    movie.title = "Other"
    context.undo()
    #expect(movie.title == title)
    #expect(movie.lentToFriend === friend)
    context.undo()
    #expect(movie.lentToFriend == nil)
    #expect(!friend.lentMovies.contains { $0 === movie })
    #expect(!context.hasChanges)
    context.redo()
    #expect(movie.lent && movie.lentToFriend === friend)
    try context.save()
    // Undoing reverts changes that were already saved, and the next save writes the result.
    context.undo()
    #expect(context.hasChanges)
    try context.save()
    #expect(
      try database.count(
        EntityFetch("Movie", where: QueryPredicate(format: "SELF == %@ AND lent == NO", movie.id.reference))) == 1)
    let tag = try #require(try context.fetch(Tag.self, "movies.@count > 1").first)
    let movies = tag.movies.count
    try context.delete(tag)
    try context.save()
    context.undo()
    try context.save()
    #expect(tag.movies.count == movies)
    #expect(
      try database.count(EntityFetch("Movie", where: QueryPredicate(format: "ANY tags == %@", tag.id.reference)))
        == movies)
    #expect(throws: CancellationError.self) {
      try context.group {
        movie.title = "Never"
        throw CancellationError()
      }
    }
    #expect(movie.title == title)
  }

  @Test func unsavedChangesAreFetched() throws {
    let context = try MovieObjects.context()
    let all = try context.count(EntityFetch("Movie"))
    let movie = try #require(try context.fetch(Movie.self, limit: 1).first)
    movie.rating = 1.25
    #expect(try context.fetch(Movie.self, "rating == 1.25").map(\.id) == [movie.id])
    let friends = try context.fetch(Friend.self, "ANY lentMovies.rating == 1.25")
    #expect(friends.first === movie.lentToFriend)
    try context.delete(movie)
    #expect(try context.count(EntityFetch("Movie")) == all - 1)
    #expect(try context.rows(EntityFetch("Tag")).rows.count == 15)
    context.rollback()
    #expect(!context.hasChanges)
    #expect(try context.count(EntityFetch("Movie")) == all)
  }

  @Test func conflicts() throws {
    let database = try MovieObjects.database()
    func fresh(_ policy: ConflictPolicy) throws -> (ObjectContext, Movie) {
      let context = try ObjectContext(database, classes: MovieObjects.classes, conflicts: policy)
      let movie = try #require(try context.fetch(Movie.self, "id == 2").first)
      return (context, movie)
    }
    let (theirs, other) = try fresh(.fail)
    let (failing, mine) = try fresh(.fail)
    let (keeping, ours) = try fresh(.keepOurs)
    let (yielding, yours) = try fresh(.keepTheirs)
    other.title = "Theirs"
    try theirs.save()
    mine.title = "Mine"
    let failure = #expect(throws: SaveFailure.self) { try failing.save() }
    #expect(failure?.problems.map(\.kind) == [.conflict])
    yours.title = "Yours"
    yours.year = 1900
    try yielding.save()
    #expect(yours.title == "Theirs")
    #expect(yours.year != 1900)
    ours.year = 1901
    try keeping.save()
    #expect(ours.title == "Theirs")
    #expect(ours.year == 1901)
    #expect(
      try database.count(EntityFetch("Movie", where: QueryPredicate(format: "title == 'Theirs' AND year == 1901"))) == 1
    )
  }

  @Test func anotherContextsChangesAreFetched() throws {
    let database = try MovieObjects.database()
    let (one, two) = (
      try ObjectContext(database, classes: MovieObjects.classes),
      try ObjectContext(database, classes: MovieObjects.classes)
    )
    let mine = try #require(try one.fetch(Movie.self, "tags.@count > 1").first)
    let count = mine.tags.count
    let theirs = try #require(try two.object(for: mine.id) as? Movie)
    theirs.title = "Changed"
    theirs.tags = []
    try two.save()
    #expect(mine.tags.count == count)
    #expect(try one.fetch(Movie.self, "title == 'Changed'").first === mine)
    #expect(mine.title == "Changed")
    #expect(mine.tags.isEmpty)
  }

  @Test func fewStatements() throws {
    let database = try MovieObjects.database()
    let context = try ObjectContext(database, classes: MovieObjects.classes)
    let statements = try StatementCount(database)
    let movies = try context.fetch(Movie.self)
    let names = movies.compactMap { $0.lentToFriend?.friendName }
    let tags = movies.reduce(0) { $0 + $1.tags.count }
    let count = try statements.stop()
    #expect(names.count > 10 && tags > 100)
    #expect(count <= 6)
    #expect(context.failures.isEmpty)
  }

  @Test func names() throws {
    let context = try MovieObjects.context()
    let movie = try context.insert(entity: "Movie")
    try movie.set("title", to: .string("By name"))
    try movie.set("rating", to: .integer(7))
    #expect(try movie.value(of: "rating").equals(.double(7)))
    let friend = try context.insert(entity: "Friend")
    try friend.set("friendName", to: .string("Zoe"))
    try movie.setObject(friend, of: "lentToFriend")
    #expect(try movie.value(atPath: "lentToFriend.friendName").equals(.string("Zoe")))
    #expect(issue { try movie.set("yaer", to: .integer(1)) } == .unknownMember)
    #expect(issue { try movie.set("year", to: .string("1990")) } == .wrongType)
    #expect(issue { try movie.set("year", to: .double(1990.5)) } == .wrongType)
    #expect(issue { try movie.setObject(movie, of: "lentToFriend") } == .wrongType)
    #expect(issue { try movie.object(of: "tags") } == .wrongType)
    #expect(issue { try context.insert(entity: "Film") } == .unknownEntity)
    try context.delete(movie)
    #expect(issue { try movie.set("year", to: .integer(1)) } == .deleted)
    let other = try ObjectContext(context.database)
    #expect(issue { try other.delete(friend) } == .otherContext)
    #expect(issue { try other.insert(Movie.self) } == .unknownEntity)
  }

  @Test func classesAgreeWithTheModel() throws {
    let database = try MovieObjects.database()
    let cases: [(StoredObject.Type, StoreIssue.Kind)] = [
      (WrongType.self, StoreIssue.Kind.classMismatch), (WrongName.self, .classMismatch),
      (NoEntity.self, .unknownEntity),
    ]
    for (type, code) in cases {
      #expect(issue { try ObjectContext(database, classes: [type]) } == code)
    }
  }

  @Test func rowsThatAreGone() throws {
    let database = try MovieObjects.database()
    let context = try ObjectContext(database, classes: MovieObjects.classes)
    let loan = try #require(try context.fetch(Loan.self, limit: 1).first)
    let friend = try #require(loan.friend)
    context.rollback()
    try database.writer?.write {
      try $0.execute(sql: "DELETE FROM Loan WHERE id = ?", arguments: [loan.id.reference.key])
    }
    #expect(issue { try loan.value(of: "lentOn") } == .rowMissing)
    _ = loan.lentOn
    #expect(context.failures.count == 1)
    #expect(try context.object(for: loan.id) == nil)
    #expect(!friend.loans.contains { $0 === loan })
  }

  private func issue<Result>(_ body: () throws -> Result) -> StoreIssue.Kind? {
    do {
      _ = try body()
      return nil
    } catch let issue as StoreIssue {
      return issue.kind
    } catch {
      Issue.record("\(error)")
      return nil
    }
  }

  private func integrity(_ database: PredicateDatabase) throws {
    let (integrity, violations) = try database.reader.read { connection in
      (
        try String.fetchAll(connection, sql: "PRAGMA integrity_check"),
        try Row.fetchAll(connection, sql: "PRAGMA foreign_key_check")
      )
    }
    #expect(integrity == ["ok"])
    #expect(violations.isEmpty)
  }
}

private final class WrongType: StoredObject {
  override class var entityName: String { "Movie" }
  @Stored var title: Int
}

private final class WrongName: StoredObject {
  override class var entityName: String { "Movie" }
  @Stored var name: String
}

private final class NoEntity: StoredObject {}
