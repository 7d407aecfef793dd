import BenchData
import GRDB
import PredicateObjects

/// Changes of all films of a store: by objects and by records, and by a batch and by SQL.
enum ChangingWork: String, CaseIterable {
  case update = "update one attribute, save"
  case delete = "delete, save"
  case batchInsert = "batch insert beside SQL"
  case batchUpdate = "batch update beside SQL"
  case batchDelete = "batch delete beside SQL"

  /// How many films there are before the work.
  func filmCount(of count: Int) -> Int { self == .batchInsert ? 0 : count }

  func runOurs(_ store: Store, _ count: Int) throws {
    let context = try store.context()
    switch self {
    case .update:
      for film in try context.fetch(Film.self) { film.minutes += 1 }
      try context.save()
    case .delete:
      for film in try context.fetch(Film.self) { try context.delete(film) }
      try context.save()
    case .batchInsert:
      try context.batchInsert(
        Film.self,
        (0..<count).lazy.map { number in
          [
            "title": .string("Film \(number)"), "year": .integer(Int64(1950 + number % 70)), "rating": .double(5),
            "genre": .string("Noir"), "minutes": .integer(90), "lent": .boolean(false),
          ]
        }, rules: .skipped)
    case .batchUpdate: try context.batchUpdate(Film.self, "year < 2015", set: ["minutes": 7], rules: .skipped)
    case .batchDelete: try context.batchDelete(Film.self, "year < 2015", rules: .skipped)
    }
  }

  func runTheirs(_ store: Store, _ count: Int) throws {
    guard let writer = store.database.writer else { return }
    try writer.write { connection in
      switch self {
      case .update:
        for var film in try FilmRecord.fetchAll(connection) {
          film.minutes += 1
          try film.update(connection)
        }
      case .delete: for film in try FilmRecord.fetchAll(connection) { try film.delete(connection) }
      case .batchInsert:
        let statement = try connection.makeStatement(
          sql: "INSERT INTO Film (title, year, rating, genre, minutes, lent) VALUES (?, ?, ?, ?, ?, ?)")
        for number in 0..<count {
          try statement.execute(arguments: ["Film \(number)", 1950 + number % 70, 5.0, "Noir", 90, false])
        }
      case .batchUpdate: try connection.execute(sql: "UPDATE Film SET minutes = 7 WHERE year < 2015")
      case .batchDelete: try connection.execute(sql: "DELETE FROM Film WHERE year < 2015")
      }
    }
  }

  /// The medians of both, in milliseconds of the processor; nil if the tables differ afterwards.
  func medians(_ films: Int, _ rounds: Int) throws -> (ours: Double, theirs: Double)? {
    var times: (ours: [Double], theirs: [Double]) = ([], [])
    for _ in 0..<rounds {
      let (first, second) = (try Store(), try Store())
      for store in [first, second] where filmCount(of: films) > 0 { try store.insertRecords(films) }
      var start = ProcessorTime.milliseconds
      try runOurs(first, films)
      times.ours.append(ProcessorTime.milliseconds - start)
      start = ProcessorTime.milliseconds
      try runTheirs(second, films)
      times.theirs.append(ProcessorTime.milliseconds - start)
      if try first.digest() != second.digest() { return nil }
    }
    return (times.ours.sorted()[rounds / 2], times.theirs.sorted()[rounds / 2])
  }
}
