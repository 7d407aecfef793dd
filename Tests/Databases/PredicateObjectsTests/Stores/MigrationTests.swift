import Foundation
import GRDB
import PredicateModel
import PredicateSQLite
import PredicateObjects
import PredicateSyntax
import PredicateValues
import Synchronization
import Testing

/// Files of a former version of a model are migrated to the current one.
@Suite struct MigrationTests {
  private func withShelf(_ body: (String) throws -> Void) throws {
    let path = Shelf.path()
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Shelf.fill(path)
    try body(path)
  }

  /// Every value of a database, as SQL.
  private func contents(_ path: String) throws -> [String] {
    try DatabaseQueue(path: path).read { database in
      let tables = try String.fetchAll(database, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY 1")
      let rows = try tables.flatMap { try Row.fetchAll(database, sql: "SELECT * FROM \"\($0)\"").map(\.description) }
      return try String.fetchAll(database, sql: "SELECT coalesce(sql, name) FROM sqlite_schema ORDER BY 1") + rows
    }
  }

  private func texts(_ path: String, _ sql: String) throws -> [String] {
    try DatabaseQueue(path: path).read { try String.fetchAll($0, sql: sql) }
  }

  private func problems(
    _ path: String, _ model: DataModel, _ migration: ModelMigration = ModelMigration()
  ) throws -> [String] {
    let before = try contents(path)
    var found: [String] = []
    do {
      try PredicateDatabase.migrate(path: path, to: model, by: migration)
    } catch let failure as MigrationFailure {
      found = failure.problems.map(\.description)
      #expect(!failure.problems.isEmpty)
    }
    #expect(try contents(path) == before, "a file that was not migrated is as it was")
    return found
  }

  @Test func everythingAtOnce() throws {
    try withShelf { path in
      let context = try ObjectContext(path: path, classes: Shelf.Second.classes, migration: Shelf.Second.migration)
      let films = try context.fetch(Shelf.Second.Film.self, sortedBy: "year")
      #expect(films.map(\.title) == ["Alien", "Laura", "Ran"])
      #expect(films.map(\.year) == [1950, 1951, 1952])
      #expect(films.map(\.rating) == [0.5, 5, 2.5])
      #expect(films.map(\.note) == [nil, nil, "long"])
      #expect(films.map(\.seen) == [false, false, false])
      #expect(films.map { $0.owners.map(\.name) } == [["Anna"], ["Ben"], []])
      #expect(films.map { $0.room?.label } == [nil, "cellar", "cellar"])
      let room = try #require(try context.fetch(Shelf.Second.Room.self).first)
      #expect(room.films.map(\.title) == ["Laura", "Ran"])
      // After the migration, objects can be changed, lists have an order, and a second migration finds nothing to do.
      films[0].owners.append(try #require(films[1].owners.first))
      room.films.swapAt(0, 1)
      room.films.append(films[0])
      try context.save()
      #expect(try !PredicateDatabase.migrate(path: path, to: context.database.model, by: Shelf.Second.migration))
      let again = try ObjectContext(path: path, classes: Shelf.Second.classes, migration: ModelMigration())
      #expect(try again.fetch(Shelf.Second.Room.self).first?.films.map(\.title) == ["Ran", "Laura", "Alien"])
      #expect(try again.fetch(Shelf.Second.Film.self, "ANY owners.name == 'Ben'").count == 2)
      #expect(try texts(path, "SELECT \"table\" FROM pragma_foreign_key_check").isEmpty)
      #expect(try texts(path, "PRAGMA integrity_check") == ["ok"])
      #expect(try texts(path, "SELECT name FROM sqlite_schema WHERE name LIKE '%former%'").isEmpty)
    }
  }

  /// Each former table is read once, however many relationships it keeps.
  @Test func readsEachTableOnce() throws {
    try withShelf { path in
      let reads = Mutex<[String]>([])
      var configuration = PredicateDatabase.defaultConfiguration
      configuration.prepareDatabase { connection in
        connection.trace { event in
          guard case .statement(let statement) = event, statement.sql.hasPrefix("SELECT") else { return }
          for table in ["Film", "Place", "Owner"] where statement.sql.contains("\"openpredicate_former_\(table)\"") {
            reads.withLock { $0.append(table) }
          }
        }
      }
      let model = try DataModel(classes: Shelf.Second.classes)
      try PredicateDatabase.migrate(
        path: path, to: model, by: Shelf.Second.migration, configuration: configuration)
      let found = reads.withLock { $0 }
      #expect(found.contains("Film") && Set(found).count == found.count, "\(found)")
    }
  }

  @Test func whatIsOpen() throws {
    try withShelf { path in
      let model = try DataModel(classes: Shelf.Second.classes)
      let found = try problems(path, model)
      #expect(
        found == [
          "Room: it is new, but “Place” no longer exists. If it was renamed, write renaming(entity: \"Place\", to: \"Room\"). If it was removed, write removing(\"Place\")",
          "Film.title: it is new, but “name” no longer exists. If it was renamed, write renaming(\"Film.name\", to: \"title\"). If it was removed, write removing(\"Film.name\")",
          "Film.owners: it is new, but “owner” no longer exists. If it was renamed, write renaming(\"Film.owner\", to: \"owners\"). If it was removed, write removing(\"Film.owner\")",
        ])
      let wrong = ModelMigration().renaming("Film.nam", to: "title").removing("Shelf").changing("Flim") { _ in }
      let unknown = try problems(path, model, wrong)
      #expect(unknown.contains("Shelf: the model in the file has no entity with this name"))
      #expect(unknown.contains("Flim: the new model has no entity with this name"))
      #expect(unknown.contains("Film.nam: the model in the file has no property with this name"))
    }
  }

  @Test func requiredWithoutDefault() throws {
    try withShelf { path in
      var model = try DataModel(classes: Shelf.First.classes)
      model = model.replacing("Film", "rating") {
        Attribute(name: $0.name, type: $0.type, isOptional: false, isTrusted: true)
      }
      #expect(
        try problems(path, model) == ["Film[2].rating: it has no value, and the model has no default value for it"])
      let migration = ModelMigration().changing("Film") { film in
        if film["rating"].isNull, case .integer(let year)? = film.former["year"] {
          film["rating"] = .integer(year - 1950)
        }
      }
      #expect(try PredicateDatabase.migrate(path: path, to: model, by: migration))
      let context = try ObjectContext(PredicateDatabase.open(path: path, isReadOnly: false, model: model))
      let films = try context.objects(EntityFetch("Film"))
      #expect(
        try films.map { try $0.value(of: "rating").debugDescription } == ["double(0.5)", "double(1.0)", "double(2.5)"])
    }
  }

  @Test func anotherType() throws {
    try withShelf { path in
      let model = try DataModel(classes: Shelf.First.classes).replacing("Film", "year") {
        Attribute(name: $0.name, type: .string, isTrusted: true)
      }
      #expect(
        try problems(path, model) == [
          "Film.year: its type was integer and is now string. To compute the new value, write changing(\"Film\") { … }"
        ])
      let migration = ModelMigration().changing("Film") { film in
        if case .integer(let year)? = film.former["year"] { film["year"] = .string("\(year)") }
      }
      #expect(try PredicateDatabase.migrate(path: path, to: model, by: migration))
      let database = try PredicateDatabase.open(path: path)
      #expect(
        try database.reader.read { try String.fetchAll($0, sql: "SELECT year FROM Film ORDER BY id") } == [
          "1950", "1951", "1952",
        ])
      // If a body sets a wrong value or throws, the file is unchanged.
      let back = try DataModel(classes: Shelf.First.classes)
      let wrong = ModelMigration().changing("Film") { $0["year"] = .boolean(true) }
      #expect(try problems(path, back, wrong).count == 3)
      struct Stop: Error {}
      let before = try contents(path)
      let stopping = ModelMigration().changing("Film") {
        if $0.key == 3 { throw Stop() } else { $0["year"] = .integer(1) }
      }
      #expect(throws: Stop.self) { try PredicateDatabase.migrate(path: path, to: back, by: stopping) }
      #expect(try contents(path) == before)
    }
  }

  /// A to-many relationship becomes to-one only if each object has at most one related object.
  @Test func backToOne() throws {
    try withShelf { path in
      let context = try ObjectContext(path: path, classes: Shelf.Second.classes, migration: Shelf.Second.migration)
      let back = ModelMigration().renaming("Film.title", to: "name").renaming("Film.owners", to: "owner")
        .renaming(entity: "Room", to: "Place").renaming("Film.room", to: "place").removing("Film.seen")
        .changing("Film") { film in
          if case .double(let year)? = film.former["year"] { film["year"] = .integer(Int64(year)) }
        }
      let model = try DataModel(classes: Shelf.First.classes)
      let alien = try #require(try context.fetch(Shelf.Second.Film.self, "title == 'Alien'").first)
      alien.owners = try context.fetch(Shelf.Second.Owner.self)
      try context.save()
      #expect(
        try problems(path, model, back) == [
          "Film[1].owner: it refers to several objects, but the new relationship can have only one"
        ])
      alien.owners = []
      try context.save()
      #expect(try PredicateDatabase.migrate(path: path, to: model, by: back))
      let first = try ObjectContext(path: path, classes: Shelf.First.classes)
      let films = try first.fetch(Shelf.First.Film.self)
      #expect(films.map { $0.owner?.name } == [nil, "Ben", nil])
      #expect(films.map { $0.place?.label } == [nil, "cellar", "cellar"])
      #expect(films.map(\.year) == [1950, 1951, 1952])
    }
  }

  /// Two migrations fail with a problem that names the cause: a new uniqueness that the rows violate, and the removal of an entity that other
  /// entities refer to.
  @Test func whatTheTablesRefuse() throws {
    try withShelf { path in
      let context = try ObjectContext(path: path, classes: Shelf.First.classes)
      for film in try context.fetch(Shelf.First.Film.self) { film.year = 1950 }
      try context.save()
      let first = try DataModel(classes: Shelf.First.classes)
      let unique = DataModel(
        entities: first.entities.map { entity in
          Entity(
            name: entity.name, attributes: entity.attributes, relationships: entity.relationships,
            uniqueness: entity.name == "Film" ? [["year"]] : [])
        })
      let found = try problems(path, unique)
      #expect(found == ["Film[2]: another row has the same year"])
    }
  }

  @Test func hierarchies() throws {
    let path = Shelf.path()
    defer { try? FileManager.default.removeItem(atPath: path) }
    func model(_ change: Bool) -> DataModel {
      let name = change ? "fullName" : "name"
      var managers = [Attribute(name: "budget", type: .double, isOptional: true, isTrusted: true)]
      if change { managers.append(Attribute(name: "rank", type: .integer, isTrusted: true, defaultValue: .integer(1))) }
      return DataModel(
        entities: [
          Entity(name: "Employee", attributes: [Attribute(name: name, type: .string, isTrusted: true)]),
          Entity(name: change ? "Boss" : "Manager", attributes: managers, parent: "Employee"),
          Entity(name: "Temp", attributes: [], parent: "Employee"),
        ].prefix(change ? 2 : 3).map { $0 })
    }
    let context = try ObjectContext(PredicateDatabase.make(path: path, model: model(false)))
    for (entity, name) in [("Employee", "Ann"), ("Manager", "Bob"), ("Temp", "Cid")] {
      try context.insert(entity: entity).set("name", to: .string(name))
    }
    try context.save()
    let migration = ModelMigration().renaming("Employee.name", to: "fullName").renaming(entity: "Manager", to: "Boss")
      .removing("Temp")
    #expect(try PredicateDatabase.migrate(path: path, to: model(true), by: migration))
    let after = try ObjectContext(PredicateDatabase.open(path: path, isReadOnly: false, model: model(true)))
    let employees = try after.objects(EntityFetch("Employee"))
    #expect(employees.map(\.id.description) == ["Employee[1]", "Boss[2]"])
    #expect(try employees[1].value(of: "fullName").equals(.string("Bob")))
    #expect(try employees[1].value(of: "rank").equals(.integer(1)))
    #expect(try after.insert(entity: "Boss").entity.name == "Boss")
  }

  /// Indexes and triggers of other programs are kept. If they cannot be kept, the file is not changed.
  @Test func whatOthersMade() throws {
    try withShelf { path in
      try DatabaseQueue(path: path).write { database in
        try database.execute(
          sql: """
            CREATE INDEX by_year ON Film (year);
            CREATE TABLE log (film INTEGER REFERENCES Film (id), what TEXT);
            INSERT INTO log VALUES (2, 'bought');
            CREATE TRIGGER logged AFTER INSERT ON Film BEGIN INSERT INTO log VALUES (new.id, 'new'); END;
            CREATE VIEW old_films AS SELECT id FROM Film WHERE year < 1951;
            """)
      }
      let context = try ObjectContext(path: path, classes: Shelf.Second.classes, migration: Shelf.Second.migration)
      try context.insert(Shelf.Second.Film.self).title = "Ikiru"
      try context.fetch(Shelf.Second.Film.self, "title == 'Ikiru'").first?.year = 1952.5
      try context.save()
      #expect(try texts(path, "SELECT name FROM sqlite_schema WHERE name = 'by_year'").count == 1)
      #expect(try texts(path, "SELECT what FROM log ORDER BY film") == ["bought", "new"])
      #expect(try texts(path, "SELECT CAST(id AS TEXT) FROM old_films") == ["1"])
      #expect(try texts(path, "SELECT \"table\" FROM pragma_foreign_key_check").isEmpty)
    }
    try withShelf { path in
      try DatabaseQueue(path: path).write { try $0.execute(sql: "CREATE INDEX by_shelf ON Film (shelf)") }
      let found = try problems(path, DataModel(classes: Shelf.Second.classes), Shelf.Second.migration)
      #expect(
        found.count == 1 && found[0].hasPrefix("Film: “by_shelf” is not part of the model"), "\(found)")
    }
    try withShelf { path in
      try DatabaseQueue(path: path).write { try $0.execute(sql: "ALTER TABLE Film ADD COLUMN colour TEXT") }
      let found = try problems(path, DataModel(classes: Shelf.Second.classes), Shelf.Second.migration)
      #expect(
        found == ["Film: the table differs from the model, because it was changed later or another program created it"])
    }
  }

  @Test func aFormerFileWithoutAMigrationHasAHint() throws {
    try withShelf { path in
      let issue = #expect(throws: DatabaseIssue.self) { try ObjectContext(path: path, classes: Shelf.Second.classes) }
      #expect(issue?.kind == .unusableSchema)
      #expect(
        issue?.hint == "if the file belongs to an earlier version of the classes, pass migration: ModelMigration()")
    }
  }

  @Test func filesWithoutAModel() throws {
    let path = Shelf.path()
    defer { try? FileManager.default.removeItem(atPath: path) }
    try DatabaseQueue(path: path).write { try $0.execute(sql: "CREATE TABLE Film (id INTEGER PRIMARY KEY)") }
    let error = #expect(throws: StoreIssue.self) {
      try PredicateDatabase.migrate(path: path, to: DataModel(classes: Shelf.First.classes))
    }
    #expect(error?.kind == .classMismatch)
    #expect(throws: DatabaseIssue.self) {
      try PredicateDatabase.migrate(path: path + "-none", to: DataModel(classes: Shelf.First.classes))
    }
  }

  /// If only rules change, the migration changes the model in the file, and no table.
  @Test func rulesAlone() throws {
    try withShelf { path in
      let model = try DataModel(classes: Shelf.First.classes).replacing("Film", "year") {
        Attribute(
          name: $0.name, type: $0.type, isTrusted: true, validations: [try QueryPredicate(format: "SELF > 1900")])
      }
      #expect(try PredicateDatabase.migrate(path: path, to: model))
      let context = try ObjectContext(PredicateDatabase.open(path: path, isReadOnly: false))
      let film = try #require(try context.objects(EntityFetch("Film")).first)
      try film.set("year", to: .integer(1800))
      #expect(throws: SaveFailure.self) { try context.save() }
    }
  }
}

extension DataModel {
  /// The model with another attribute in the place of one.
  fileprivate func replacing(
    _ entity: String, _ attribute: String, _ change: (Attribute) throws -> Attribute
  ) rethrows -> DataModel {
    DataModel(
      entities: try entities.map { old in
        guard old.name == entity else { return old }
        return Entity(
          name: old.name, attributes: try old.attributes.map { $0.name == attribute ? try change($0) : $0 },
          relationships: old.relationships, uniqueness: old.uniqueness)
      })
  }
}
