import GRDB
import PredicateObjects

/// A database in memory with the owners and the labels, and perhaps films.
struct Store {
  static let classes: [StoredObject.Type] = [Film.self, Owner.self, Label.self]
  static let owners = 1_000
  static let labels = 20

  let database: PredicateDatabase

  init() throws {
    database = try PredicateDatabase.make(model: DataModel(classes: Self.classes))
    let context = try ObjectContext(database, classes: Self.classes)
    for number in 0..<Self.owners { try context.insert(Owner.self).name = "Owner \(number)" }
    for number in 0..<Self.labels { try context.insert(Label.self).name = "Label \(number)" }
    try context.save()
  }

  func context() throws -> ObjectContext { try ObjectContext(database, classes: Self.classes) }

  /// Films as objects, in one save.
  func insertObjects(_ count: Int) throws {
    let context = try context()
    let owners = try context.fetch(Owner.self)
    let labels = try context.fetch(Label.self)
    for number in 0..<count {
      let film = try context.insert(Film.self)
      film.title = "Film \(number)"
      film.year = 1950 + number % 70
      film.rating = Double(number % 100) / 10
      film.genre = number % 3 == 0 ? "Noir" : "Drama"
      film.minutes = 60 + number % 100
      film.lent = number % 2 == 0
      film.owner = owners[number % owners.count]
      film.labels = [labels[number % labels.count]]
    }
    try context.save()
  }

  /// The same films as records, in one transaction.
  func insertRecords(_ count: Int) throws {
    guard let writer = database.writer else { return }
    try writer.write { connection in
      let owners = try Int64.fetchAll(connection, sql: "SELECT id FROM Owner ORDER BY id")
      let labels = try Int64.fetchAll(connection, sql: "SELECT id FROM Label ORDER BY id")
      for number in 0..<count {
        var film = FilmRecord(
          title: "Film \(number)", year: 1950 + number % 70, rating: Double(number % 100) / 10,
          genre: number % 3 == 0 ? "Noir" : "Drama", minutes: 60 + number % 100, lent: number % 2 == 0,
          owner_id: owners[number % owners.count])
        try film.insert(connection)
        guard let id = film.id else { continue }
        try LabelRecord(label_id: labels[number % labels.count], film_id: id).insert(connection)
      }
    }
  }

  /// What the attributes of all films come to, read through objects.
  func readObjects() throws -> Double {
    let context = try context()
    // Objects are read while their context is there.
    return try withExtendedLifetime(context) {
      var sum = 0.0
      for film in try context.fetch(Film.self) {
        sum += Double(film.title.utf8.count + film.year + film.genre.utf8.count + film.minutes) + (film.rating ?? 0)
        if film.lent { sum += 1 }
      }
      return sum
    }
  }

  /// The same, read through records.
  func readRecords() throws -> Double {
    var sum = 0.0
    for film in try database.reader.read({ try FilmRecord.fetchAll($0) }) {
      sum += Double(film.title.utf8.count + film.year + film.genre.utf8.count + film.minutes) + (film.rating ?? 0)
      if film.lent { sum += 1 }
    }
    return sum
  }

  /// What the tables hold.
  func digest() throws -> [Int64] {
    try database.reader.read { connection in
      try [
        "SELECT sum(length(title) + year + minutes + lent + owner_id) FROM Film", "SELECT sum(id) FROM Film",
        "SELECT sum(label_id * film_id) FROM Film_labels",
      ].map { try Int64.fetchOne(connection, sql: $0) ?? 0 }
    }
  }
}
