import GRDB
import PredicateFetching
import PredicateModel
import PredicateSQLite
import PredicateObjects
import PredicateSyntax
import PredicateValues
import Testing

/// Relationships that keep the order of their objects.
@Suite struct OrderedRelationshipTests {
  @Test func keepsTheOrderInTheFile() throws {
    let context = try AlbumObjects.context()
    let album = try AlbumObjects.album("abcd", in: context)
    #expect(album.songs.letters == "abcd")
    album.songs.swapAt(0, 3)
    album.songs.insert(album.songs.remove(at: 2), at: 1)
    #expect(album.songs.letters == "dcba")
    try context.save()
    #expect(!context.hasChanges)
    let other = try ObjectContext(context.database, classes: AlbumObjects.classes)
    let again = try #require(try other.fetch(Album.self).first)
    #expect(again.songs.letters == "dcba")
    #expect(context.failures.isEmpty && other.failures.isEmpty)
  }

  @Test func insertsMovesAndRemoves() throws {
    let context = try AlbumObjects.context()
    let album = try AlbumObjects.album("abc", in: context)
    let other = try AlbumObjects.album("xyz", in: context)
    try context.save()
    let (a, y) = (album.songs[0], other.songs[1])
    try album.insert(y, into: "songs", at: 1)
    #expect(album.songs.letters == "aybc" && other.songs.letters == "xz" && y.album === album)
    try album.move(in: "songs", from: 0, to: 3)
    #expect(album.songs.letters == "ybca")
    try album.remove(y, from: "songs")
    #expect(album.songs.letters == "bca" && y.album == nil)
    // Assigning the to-one end puts the object after all others. Assigning the same object again does not move it.
    y.album = album
    a.album = album
    #expect(album.songs.letters == "bcay")
    try context.delete(album.songs[1])
    #expect(album.songs.letters == "bay")
    try context.save()
    for _ in 0..<4 { context.undo() }
    #expect(album.songs.letters == "aybc")
    for _ in 0..<4 { context.redo() }
    #expect(album.songs.letters == "bay")
    context.rollback()
    #expect(album.songs.letters == "bay")
  }

  @Test func refusesWhatHasNoPlace() throws {
    let context = try AlbumObjects.context()
    let album = try AlbumObjects.album("ab", in: context)
    let song = album.songs[0]
    func code(_ body: () throws -> Void) -> StoreIssue.Kind? {
      do { try body() } catch let issue as StoreIssue { return issue.kind } catch {}
      return nil
    }
    #expect(code { try album.insert(song, into: "songs", at: 2) } == .outOfBounds)
    #expect(code { try album.insert(song, into: "songs", at: -1) } == .outOfBounds)
    #expect(code { try album.move(in: "songs", from: 0, to: 2) } == .outOfBounds)
    #expect(code { try album.move(in: "songs", from: -1, to: 0) } == .outOfBounds)
    let movies = try MovieObjects.context()
    let movie = try #require(try movies.fetch(Movie.self, limit: 1).first)
    #expect(code { try movie.move(in: "tags", from: 0, to: 0) } == .wrongType)
    #expect(album.songs.letters == "ab")
  }

  @Test func bothEndsOfPairsHaveAnOrder() throws {
    let context = try AlbumObjects.context()
    let songs = try AlbumObjects.album("abcd", in: context).songs
    let lists = try (0..<3).map { number in
      let list = try context.insert(Playlist.self)
      list.name = "\(number)"
      return list
    }
    lists[0].songs = [songs[2], songs[0], songs[3]]
    songs[0].playlists = [lists[2], lists[0], lists[1]]
    #expect(lists[0].songs.letters == "cad" && lists[1].songs.letters == "a")
    #expect(songs[0].playlists.map(\.name) == ["2", "0", "1"])
    try context.save()
    // Moving an object is a change. If it is moved back, there is nothing to save.
    try lists[0].move(in: "songs", from: 0, to: 2)
    #expect(context.hasChanges && lists[0].songs.letters == "adc")
    context.undo()
    #expect(!context.hasChanges && lists[0].songs.letters == "cad")
    context.redo()
    try context.save()
    // A pair that is added and removed again is not a change either.
    lists[1].songs.append(songs[3])
    lists[1].songs.removeLast()
    #expect(!context.hasChanges)
    lists[0].songs.removeAll { $0 === songs[3] }
    context.undo()
    #expect(lists[0].songs.letters == "adc" && !context.hasChanges)
    let other = try ObjectContext(context.database, classes: AlbumObjects.classes)
    let again = try other.fetch(Playlist.self, sortedBy: "name")
    #expect(again.map(\.songs.letters) == ["adc", "a", "a"])
    #expect(try other.fetch(Song.self, "title == 'a'").first?.playlists.map(\.name) == ["2", "0", "1"])
  }

  @Test func oneMoveWritesOneRow() throws {
    let context = try AlbumObjects.context()
    let album = try AlbumObjects.album("abcdefgh", in: context)
    try context.save()
    try album.move(in: "songs", from: 7, to: 2)
    #expect(album.songs.letters == "abhcdefg")
    #expect(context.changedObjects.count == 1)
    // If no number is free between two places, all objects get new numbers.
    for _ in 0..<42 { try album.move(in: "songs", from: 7, to: 1) }
    #expect(album.songs.letters == "abhcdefg")
    try context.save()
    let other = try ObjectContext(context.database, classes: AlbumObjects.classes)
    #expect(try other.fetch(Album.self).first?.songs.letters == "abhcdefg")
  }

  @Test func conditionsMeanTheSameInMemoryAndSQL() throws {
    let context = try AlbumObjects.context()
    let words = ["bca", "cab", "a", "", "abc"]
    for word in words { _ = try AlbumObjects.album(word, in: context) }
    let all = try context.fetch(Song.self)
    for (index, song) in all.enumerated() { song.minutes = 0.1 * Double(index + 1) }
    let list = try context.insert(Playlist.self)
    list.name = "mixed"
    list.songs = all.reversed()
    // Unsaved, then saved.
    let conditions: [(String, [String])] = [
      ("songs[0].title == 'a'", ["a", "abc"]), ("songs[FIRST].title == 'c'", ["cab"]),
      ("songs[LAST].title == 'a'", ["a", "bca"]), ("songs[SIZE] == 3", ["abc", "bca", "cab"]),
      ("songs[1].title == 'c'", ["bca"]), ("songs[2].playlists[0].name == 'mixed'", ["abc", "bca", "cab"]),
      ("songs[FIRST].album == SELF", ["a", "abc", "bca", "cab"]),
      ("songs[7].title == nil", ["", "a", "abc", "bca", "cab"]),
    ]
    func check() throws {
      for (condition, expected) in conditions {
        let found = try context.fetch(Album.self, QueryFormat(raw: condition)).map(\.title).sorted()
        #expect(found == expected, "\(condition)")
      }
      let mixed = try context.count(Playlist.self, "songs[0].album.title == 'abc' AND songs[LAST].title == 'b'")
      #expect(mixed == 1)
    }
    try check()
    try context.save()
    try check()
    // Memory and SQL give the elements in the same order. The rounding of sums of doubles depends on the order.
    let graph = GraphFetch(try ObjectGraph(context.database))
    for column in ["songs.title", "songs.@sum.minutes", "songs.@avg.minutes", "songs.@unionOfObjects.title"] {
      let fetch = try fetch("Album", column)
      let (sql, memory) = (try context.database.fetch(fetch).rows, try graph.rows(fetch).rows)
      #expect("\(sql)" == "\(memory)", "\(column)")
    }
    let mixed = try context.database.fetch(fetch("Playlist", "songs.title")).rows
    guard case .array(let titles)? = mixed.first?.first else {
      Issue.record("\(mixed)")
      return
    }
    #expect(titles.map { if case .string(let text) = $0 { text } else { "-" } }.joined() == "cbaabacacb")
  }

  private func fetch(_ entity: String, _ column: String) throws -> EntityFetch {
    var fetch = EntityFetch(entity)
    fetch.columns = [FetchedColumn(try QueryExpression(format: QueryFormat(raw: column)), as: "n")]
    return fetch
  }

  @Test func rowsOfOtherProgramsComeFirst() throws {
    let context = try AlbumObjects.context()
    let album = try AlbumObjects.album("ab", in: context)
    try context.save()
    try #require(context.database.writer).write { database in
      try database.execute(
        sql: "INSERT INTO Song (id, title, minutes, album_id) VALUES (90, 'z', 1, 1), (91, 'y', 1, 1)")
    }
    #expect(try context.count(Album.self, "songs[0].title == 'z' AND songs[1].title == 'y'") == 1)
    let again = try #require(try context.fetch(Album.self).first)
    #expect(again === album && again.songs.letters == "zyab")
    try album.move(in: "songs", from: 1, to: 0)
    #expect(album.songs.letters == "yzab")
    try context.save()
    #expect(try context.count(Album.self, "songs[0].title == 'y' AND songs[1].title == 'z'") == 1)
  }

  @Test func oneOfTwoWritersIsTold() throws {
    let context = try AlbumObjects.context()
    let album = try AlbumObjects.album("abc", in: context)
    try context.save()
    let other = try ObjectContext(context.database, classes: AlbumObjects.classes)
    let theirs = try #require(try other.fetch(Album.self).first)
    try theirs.move(in: "songs", from: 2, to: 0)
    try other.save()
    try album.move(in: "songs", from: 2, to: 1)
    #expect(throws: SaveFailure.self) { try context.save() }
    context.conflicts = .keepTheirs
    try context.save()
    #expect(album.songs.letters == "cab")
  }

  @Test func theClassesMakeAModelWithAnOrder() throws {
    let model = try DataModel(classes: AlbumObjects.classes)
    #expect(model.entity(named: "Album")?.relationship(named: "songs")?.orderColumn == "songs_position")
    #expect(try DataModel(jsonText: model.jsonText()).jsonText() == model.jsonText())
    let database = try PredicateDatabase.make(model: model)
    #expect(throws: StoreIssue.self) {
      // A class may declare an order although this model has no order.
      let text = try model.jsonText().replacing(",\"orderedBy\":\"songs_position\"", with: "")
      let plain = try PredicateDatabase.make(model: DataModel(jsonText: text))
      _ = try ObjectContext(plain, classes: AlbumObjects.classes)
    }
    _ = try ObjectContext(database, classes: AlbumObjects.classes)
  }
}
