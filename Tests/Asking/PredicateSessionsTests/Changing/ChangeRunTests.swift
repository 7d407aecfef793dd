import GRDB
import PredicateSessions
import PredicateSQLite
import PredicateStatements
import PredicateValues
import Testing

/// Statements change data in an object context. The tests compare the changed rows and the sentences of the preview.
@Suite("Statements that change data")
struct ChangeRunTests {
  // MARK: Changing

  @Test func anObjectIsInsertedAndSaved() throws {
    let demo = try ChangedDemo()
    let statement =
      #"insert Movie title = "Alien 9", year = 1979 + 1, genre = "Horror", tags = {Tag[2], Tag[3]}, lentOn = "2024-05-01""#
    #expect(try demo.change(statement) == ["Inserts 1 movie: Alien 9."])
    #expect(demo.history.areUnsaved)
    #expect(demo.history.unsavedText == "1 object and 2 links")
    #expect(demo.history.temporaryKeys.count == 1)
    #expect(try demo.rows(#"title == "Alien 9" show year, lent, tags.@count, lentOn.month"#) == ["1980,NO,2,5"])
    try demo.history.save()
    #expect(!demo.history.areUnsaved)
    #expect(try demo.rows(#"title == "Alien 9" show id, year"#) == ["201,1980"])
  }

  /// The preview names an object by the title that it had before the statement.
  @Test func titlesAreThoseBeforeTheStatement() throws {
    let demo = try ChangedDemo()
    #expect(
      try demo.change("update Movie set title = 'Other' where id == 3") == [
        "Updates title of 1 movie: Das Cabinet des Dr. Caligari."
      ])
    #expect(try demo.change("delete Tag where id < 5").first == "Deletes 4 tags: classic, cult, comfort and 1 more.")
  }

  /// The table declares no foreign key, so deleting a parent leaves the children unchanged. The preview counts the children whose key then refers to nothing.
  @Test func keysThatNameNothingAreCounted() throws {
    let queue = try DatabaseQueue()
    try queue.write {
      try $0.execute(
        sql: """
          CREATE TABLE folder (id INTEGER PRIMARY KEY, title TEXT, parent INTEGER);
          CREATE INDEX folders ON folder (parent);
          INSERT INTO folder VALUES (1, 'Root', NULL), (2, 'Left', 1), (3, 'Right', 1), (4, 'Leaf', 2);
          """)
    }
    let folders = try ChangedDemo(PredicateDatabase(queue))
    #expect(
      try folders.change("delete Folder where id IN {1, 2}") == [
        "Deletes 2 folders: Root, Left.", "Leaves 2 folders whose parent refers to an object that does not exist.",
      ])
  }

  /// The table of pairs repeats the key, and ON UPDATE CASCADE changes it there. The preview counts the changed pairs.
  @Test func pairsOfARenamedKeyAreNamed() throws {
    let queue = try DatabaseQueue()
    try queue.write {
      try $0.execute(
        sql: """
          CREATE TABLE label (name TEXT PRIMARY KEY, weight INTEGER);
          CREATE TABLE page (id INTEGER PRIMARY KEY, title TEXT);
          CREATE TABLE page_label (page_id INTEGER NOT NULL REFERENCES page (id),
            label_name TEXT NOT NULL REFERENCES label (name) ON UPDATE CASCADE, PRIMARY KEY (page_id, label_name));
          INSERT INTO label VALUES ('home', 1), ('work', 2);
          INSERT INTO page VALUES (1, 'A'), (2, 'B'), (3, 'C');
          INSERT INTO page_label VALUES (1, 'home'), (2, 'home'), (3, 'work');
          """)
    }
    let labels = try ChangedDemo(PredicateDatabase(queue))
    #expect(
      try labels.change("update Label set name = \"house\" where name == \"home\"") == [
        "Updates name of 1 label.", "Changes the keys of 2 pairs in Label.pages as well.",
      ])
    #expect(try labels.change("update Label set weight = 3 where name == \"work\"").count == 1)
    try labels.history.save()
    #expect(try labels.rows("Page where ANY labels.name == \"house\" show title") == ["A", "B"])
  }

  @Test func anObjectHasOneOwner() throws {
    let demo = try ChangedDemo()
    let refused = try demo.refusal("update Friend set lentMovies = (Movie where id < 4)")
    #expect(refused.code == "shared-object")
    #expect(refused.words == "(Movie where id < 4)")
    #expect(!demo.history.areUnsaved)
    try demo.change("update Friend set lentMovies = (Movie where id < 4) where id == 1")
    #expect(try demo.rows("Friend where id == 1 show lentMovies.@count") == ["3"])
  }

  @Test func objectsAreUpdatedFromWhatTheyWere() throws {
    let demo = try ChangedDemo()
    let before = try demo.rows("id < 4 show year")
    #expect(try demo.change("update Movie set year = year + 1, rating = year where id < 4").count == 1)
    #expect(try demo.rows("id < 4 show year - 1") == before)
    #expect(try demo.rows("id < 4 show rating") == before.map { "\($0).0" })
  }

  @Test func bothEndsOfARelationshipChange() throws {
    let demo = try ChangedDemo()
    let count = "Friend where friendName == 'Anna Castelli' show lentMovies.@count"
    let before = try #require(try demo.rows(count).first.flatMap { Int($0) })
    try demo.change("update Movie set lentToFriend = (Friend where friendName == 'Anna Castelli') where id == 1")
    #expect(try demo.rows(count) == ["\(before + 1)"])
    try demo.change("update Movie set lentToFriend = nil where id == 1")
    #expect(try demo.rows(count) == ["\(before)"])
    #expect(!demo.history.areUnsaved)
  }

  @Test(
    "Sets of objects",
    arguments: [
      ("{Tag[1], Tag[2], Tag[1]}", "1 2"), ("{}", ""), ("nil", ""), ("Tag[5]", "5"),
      ("{Tag[1]} UNION {Tag[3], Tag[1]}", "1 3"), ("{Tag[1], Tag[2]} MINUS {Tag[1]}", "2"),
      ("{Tag[1], Tag[2]} INTERSECT {Tag[2], Tag[3]}", "2"), ("(Tag where id IN {4, 6})", "4 6"),
      ("{Tag[1]} UNION (Tag where id IN {4, 6})", "1 4 6"), ("{Tag[1]} MINUS (Tag where id < 0)", "1"),
      ("(Tag where id < 5) MINUS {Tag[2]} MINUS (Tag where id == 4)", "1 3"),
      ("(Tag where id < 5) INTERSECT {Tag[2], Tag[9]} UNION {Tag[7]}", "2 7"),
    ])
  func sets(_ value: String, _ keys: String) throws {
    let demo = try ChangedDemo()
    try demo.change("update Movie set tags = \(value) where id == 1")
    #expect(try demo.rows("Tag where ANY movies.id == 1 show id").joined(separator: " ") == keys)
    try demo.change("update Movie set tags = tags UNION {Tag[9]} where id == 1")
    #expect(try demo.rows("Tag where ANY movies.id == 1 show id").last == "9")
    try demo.change(
      "update Movie set tags = tags UNION (Tag where id == 10) MINUS (Tag where id < 10), year = 1 where id == 1")
    #expect(try demo.rows("Tag where ANY movies.id == 1 show id") == ["10"])
    #expect(
      try demo.refusal("update Movie set tags = title UNION (Tag where id == 10) where id == 1").code == "change-type")
  }

  /// `Friend[3]` must mean the same object in the condition and in the value.
  @Test func anEntityWithAKeyIsOneObject() throws {
    let demo = try ChangedDemo()
    let second = try demo.rows("Movie where lentToFriend.id == 2")
    #expect(!second.isEmpty)
    try demo.change("update Movie set lentToFriend = Friend[2] where lentToFriend == Friend[2]")
    #expect(try demo.rows("Movie where lentToFriend == Friend[2]") == second)
    #expect(!demo.history.areUnsaved)
    let loans = try demo.rows("Loan where friend.id == 4").count
    #expect(try demo.change("delete Loan where friend == Friend[4]").first?.contains(" \(loans) ") == true)
  }

  @Test func variablesHaveValues() throws {
    let demo = try ChangedDemo()
    let variables: QueryVariables = ["who": "Anna Castelli", "year": 1900]
    try demo.change(
      "update Movie set year = $year, lentToFriend = (Friend where friendName == $who) where id == 1",
      variables: variables)
    #expect(try demo.rows("id == 1 show year, lentToFriend.friendName") == ["1900,Anna Castelli"])
    let refused = try demo.refusal(
      "update Movie set lentToFriend = (Friend where friendName == $who)", variables: ["who": "Nobody"])
    #expect(refused.code == "no-object" && refused.hint == "$who is \"Nobody\"", "\(refused)")
  }

  // MARK: Previews

  @Test func deleteRulesAreSaid() throws {
    let demo = try ChangedDemo()
    #expect(
      try demo.change("delete Movie where id == 1") == [
        "Deletes 1 movie: Le Voyage dans la Lune.", "Deletes 6 loans as well, by the rule cascade.",
        "Removes it from movies of 3 tags, by the rule nullify.",
      ])
    #expect(try demo.rows("Loan where movie.id == 1").isEmpty)
    #expect(try demo.change("delete Movie where id == 1") == ["No movies: nothing changes."])
    // A statement that changes nothing is a step as well.
    #expect(demo.history.undo() == "delete Movie where id == 1")
    #expect(demo.history.undo() == "delete Movie where id == 1")
    #expect(try demo.rows("Loan where movie.id == 1 show id").count == 6)
    #expect(
      try demo.change("delete Tag where name == 'family'").last
        == "Removes it from tags of 23 movies, by the rule nullify.")
  }

  /// The rule nullify clears a to-one relationship, and removes the object from a to-many relationship.
  @Test func whatIsNullifiedIsSaid() throws {
    let queue = try DatabaseQueue(configuration: PredicateDatabase.defaultConfiguration)
    try queue.write { database in
      try database.execute(
        sql: """
          CREATE TABLE shelf (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
          CREATE TABLE book (id INTEGER PRIMARY KEY, title TEXT, shelf_id INTEGER REFERENCES shelf(id) ON DELETE SET NULL);
          INSERT INTO shelf VALUES (1, 'Left'), (2, 'Right');
          INSERT INTO book VALUES (1, 'A', 1), (2, 'B', 1), (3, 'C', 2);
          """)
    }
    let books = try ChangedDemo(try PredicateDatabase(name: "books", queue: queue))
    #expect(
      try books.change("delete Shelf where id == 1") == [
        "Deletes 1 shelf: Left.", "Clears shelf of 2 books, by the rule nullify.",
      ])
    try books.history.save()
    #expect(try books.rows("Book where shelf == nil show title") == ["A", "B"])
    #expect(books.history.undo() != nil)
    #expect(try books.rows("Book where shelf.name == 'Left' show title") == ["A", "B"])
  }

  @Test func previewsCount() throws {
    let demo = try ChangedDemo()
    var counts: [Int] = []
    var existing: [Bool] = []
    for text in ["update Movie set year = 2000 where id <= 3", "insert Tag name = 'x'", "delete Movie where id == 1"] {
      let didChange = try ChangeRun(try demo.statements(text), variables: [:]).run(on: demo.history) { preview in
        counts.append(preview.objectCount)
        existing.append(preview.changesExisting)
        return false
      }
      #expect(!didChange && !demo.history.areUnsaved)
    }
    // The deletion counts one film, its 6 loans and its 3 tags: 10 rows.
    #expect(counts == [3, 1, 10])
    #expect(existing == [true, false, true])
  }

  @Test func whatIsDeniedHasARemedy() throws {
    let demo = try ChangedDemo()
    do {
      try demo.change("delete Friend where id < 3")
      Issue.record("nothing was thrown")
    } catch let failure as StatementFailure {
      #expect(failure.issues.map(\.code).allSatisfy { $0 == "delete-denied" })
      #expect(
        failure.issues.first?.message.hasPrefix(
          "Friend[1] “Anna Castelli”: the object cannot be deleted, because its relationship lentMovies still contains Movie[24] and 8 more objects"
        )
          == true)
      #expect(
        failure.issues.first?.hint == "first run: update Movie set lentToFriend = nil where lentToFriend.id == 1")
    }
    #expect(!demo.history.areUnsaved)
    try demo.change("update Movie set lentToFriend = nil where lentToFriend.id == 1")
    #expect(try demo.change("delete Friend where id == 1").first == "Deletes 1 friend: Anna Castelli.")
  }

  /// The hint deletes objects that require the object, and sets optional references to nil, whatever the key of the table.
  @Test(arguments: [
    ("order_id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL", "first run: delete Order where customer.id == 1"),
    (
      "order_id INTEGER PRIMARY KEY, customer_id INTEGER",
      "first run: update Order set customer = nil where customer.id == 1"
    ),
    ("a INTEGER, b INTEGER, customer_id INTEGER", "first run: update Order set customer = nil where customer.id == 1"),
  ])
  func remediesThatCanBeTyped(_ columns: String, _ hint: String) throws {
    let queue = try DatabaseQueue(configuration: PredicateDatabase.defaultConfiguration)
    let key = columns.hasPrefix("a ") ? ", PRIMARY KEY (a, b)" : ""
    try queue.write { database in
      try database.execute(
        sql: """
          CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT);
          CREATE TABLE orders (\(columns) REFERENCES customers (id)\(key));
          INSERT INTO customers VALUES (1, 'Anna');
          INSERT INTO orders (customer_id) VALUES (1);
          """)
    }
    let refused = try ChangedDemo(try PredicateDatabase(name: "shop", queue: queue)).refusal("delete Customer")
    #expect(refused.code == "delete-denied")
    #expect(refused.hint == hint)
  }

  // MARK: Refusals

  @Test(
    "A mistake has a code, a place and a remedy",
    arguments: [
      ("update Movie set yaer = 3", "unknown-key", "yaer", "the nearest name is “year”"),
      ("update Movie set year = \"x\" where id == 1", "change-type", "\"x\"", "the syntax is: year = NUMBER"),
      ("update Movie set lent = 1 where id == 1", "change-type", "1", "for example, write lent = YES"),
      (
        "update Movie set year = YES where id == 1", "change-type", "YES",
        "write year = 1 for the number. To read 0 and 1 as NO and YES, write .type Movie.year boolean"
      ),
      (
        "update Movie set lentOn = \"2024-13-01\" where id == 1", "change-type", "\"2024-13-01\"",
        "for example, write lentOn = \"2024-05-01\""
      ),
      ("update Movie set year = Friend[3]", "change-type", "Friend[3]", "the syntax is: year = NUMBER"),
      (
        "update Movie set year = (Friend where email == nil)", "change-type", "(Friend where email == nil)",
        "the syntax is: year = VALUE"
      ),
      ("update Movie set lentToFriend = 3", "change-type", "3", "the syntax is: lentToFriend = Friend[3]"),
      (
        "update Movie set lentToFriend = \"Anna\"", "change-type", "\"Anna\"",
        "the syntax is: lentToFriend = (Friend where friendName == \"Anna\")"
      ),
      ("update Movie set tags = {3}", "change-type", "3", "the syntax is: tags = {Tag[3]}"),
      (
        "update Movie set lentToFriend = Tag[1] where id == 1", "change-type", "Tag[1]",
        "the syntax is: lentToFriend = Friend[3]"
      ),
      (
        "update Movie set lentToFriend = year where id == 1", "change-type", "year",
        "the syntax is: lentToFriend = Friend[3]"
      ),
      ("update Movie set lentToFriend = Friend[99]", "no-object", "Friend[99]", ""),
      (
        "insert Movie lentToFriend = Friend[\"x\"]", "object-key", "\"x\"", "the syntax is: Friend[3]"
      ),
      (
        "insert Movie lentToFriend = {Friend[1], Friend[2]}", "many-objects", "{Friend[1], Friend[2]}",
        "write ENTITY[KEY] for one object, or (ENTITY where PREDICATE sort by VALUE limit 1) for the first of several objects"
      ),
      ("insert Movie title = year", "parameter-value", "year", "a text must be in quotes"),
      (
        "update Movie set id = 3 where id == 1", "change-key", "id",
        "leave out the key, because a new object gets its key when it is saved"
      ),
      ("update Movie set year = $nobody", "unbound-variable", "$nobody", ""),
      (
        "update Movie set lentToFriend = (Friend where emial == nil)", "unknown-key", "emial",
        "the nearest name is “email”"
      ),
      ("delete Movie where yaer == 3", "unknown-key", "yaer", "the nearest name is “year”"),
    ])
  func mistakes(_ statement: String, _ code: String, _ words: String, _ hint: String) throws {
    let demo = try ChangedDemo()
    let found = try demo.refusal(statement)
    #expect(found.code == code, "\(found)")
    #expect(found.words == words, "\(found)")
    if !hint.isEmpty { #expect(found.hint == hint) }
    #expect(!demo.history.areUnsaved)
  }

  /// Rows of a view cannot be changed. The issue is at the view's name, and lists the entities that can be changed.
  @Test(arguments: ["update W set b = 3", "delete W", "insert W a = 'z'"])
  func rowsOfAView(_ statement: String) throws {
    let queue = try DatabaseQueue(configuration: PredicateDatabase.defaultConfiguration)
    try queue.write { database in
      try database.execute(
        sql: "CREATE TABLE t (a TEXT PRIMARY KEY, b INTEGER) WITHOUT ROWID; CREATE VIEW w AS SELECT * FROM t")
    }
    let found = try ChangedDemo(try PredicateDatabase(name: "t", queue: queue)).refusal(statement)
    #expect(found.code == "change-refused" && found.words == statement.prefix { $0 != " " }, "\(found)")
    #expect(found.hint == "change the values in T")
  }

  /// A column of a primary key may lack NOT NULL. Nil in it would name no row, so the hint deletes the objects.
  @Test func remediesForColumnsOfAKey() throws {
    let queue = try DatabaseQueue(configuration: PredicateDatabase.defaultConfiguration)
    try queue.write {
      try $0.execute(
        sql: """
          CREATE TABLE invoice (id INTEGER PRIMARY KEY);
          CREATE TABLE line (invoice_id INTEGER REFERENCES invoice (id), n INT, PRIMARY KEY (invoice_id, n));
          CREATE TABLE receipt (invoice_id INTEGER PRIMARY KEY REFERENCES invoice (id));
          INSERT INTO invoice VALUES (1), (2); INSERT INTO line VALUES (1, 1); INSERT INTO receipt VALUES (2);
          """)
    }
    let invoices = try ChangedDemo(try PredicateDatabase(name: "invoices", queue: queue))
    #expect(try invoices.refusal("delete Invoice[1]").hint == "first run: delete Line where invoice.id == 1")
    #expect(try invoices.refusal("delete Invoice[2]").hint == "first run: delete Receipt where invoice.id == 2")
    try invoices.change("delete Receipt where invoice.id == 2; delete Invoice[2]")
    try invoices.history.save()
  }

  /// The hint names the statement that must run first, also for tables without an integer key.
  @Test func deniedByATableWithoutAnIntegerKey() throws {
    let queue = try DatabaseQueue(configuration: PredicateDatabase.defaultConfiguration)
    try queue.write {
      try $0.execute(
        sql: """
          CREATE TABLE film (id INTEGER PRIMARY KEY, title TEXT);
          CREATE TABLE part (film_id INTEGER NOT NULL REFERENCES film (id), role TEXT, PRIMARY KEY (film_id, role)) WITHOUT ROWID;
          INSERT INTO film VALUES (1, 'Alien');
          INSERT INTO part VALUES (1, 'Ripley');
          """)
    }
    let films = try ChangedDemo(try PredicateDatabase(name: "films", queue: queue))
    let refused = try films.refusal("delete Film where id == 1")
    #expect(
      refused.code == "delete-denied" && refused.hint == "first run: delete Part where film.id == 1", "\(refused)")
    try films.change("delete Part where film.id == 1; delete Film where id == 1")
    try films.history.save()
    #expect(try films.rows("Film").isEmpty)
  }

  @Test func computedColumnsAreRefused() throws {
    let queue = try DatabaseQueue(configuration: PredicateDatabase.defaultConfiguration)
    try queue.write {
      try $0.execute(
        sql: """
          CREATE TABLE item (id INTEGER PRIMARY KEY, price INTEGER DEFAULT 3, total INTEGER AS (price * 2), "on" DATE DEFAULT '2024-05-01')
          """)
    }
    let items = try ChangedDemo(try PredicateDatabase(name: "items", queue: queue))
    let refused = try items.refusal("insert Item total = 5")
    #expect(refused.code == "change-refused")
    #expect(refused.hint.hasSuffix("because the table computes it"))
    try items.change("insert Item; insert Item price = 4")
    #expect(try items.rows("Item show price, total") == ["3,", "4,"])
    try items.history.save()
    #expect(try items.rows("Item show price, total") == ["3,6", "4,8"])
  }

  @Test func divisionsByZeroAreNoValues() throws {
    let demo = try ChangedDemo()
    let refused = try demo.refusal("update Movie set rating = 1 / (year - year) where id == 1")
    #expect(refused.code == "division-by-zero")
    #expect(refused.words == "1 / (year - year)")
    #expect(try demo.refusal("insert Movie title = 'a', rating = 1 / 0").code == "division-by-zero")
    #expect(try demo.refusal("update Movie set year = modulus(year, 0) where id == 1").code == "division-by-zero")
    #expect(!demo.history.areUnsaved)
    try demo.change("update Movie set rating = TERNARY(year == 0, nil, 10 / year) where id == 1")
    try demo.change("update Movie set rating = rating / 2 where id == 1")
  }

  @Test(
    "Numbers that do not fit",
    arguments: [
      ("year * 9223372036854775807", "must not be greater than the greatest integer, 9223372036854775807"),
      (
        "99999999999999999999",
        "99999999999999999999 must not be greater than the greatest integer, 9223372036854775807"
      ),
      ("1979.5", "1979.5 is not a whole number"),
    ])
  func numbersThatDoNotFit(_ value: String, _ ending: String) throws {
    let demo = try ChangedDemo()
    do {
      try demo.change("update Movie set year = \(value) where id == 1")
      Issue.record("\(value) fits")
    } catch let issue as PredicateIssue {
      #expect(issue.message.hasSuffix(ending), "\(issue.message)")
    }
  }

  // MARK: Stopping

  /// A cancelled run changes nothing.
  @Test func aRunCanBeStopped() throws {
    let demo = try ChangedDemo()
    var checks = 0
    var run = ChangeRun(try demo.statements("update Movie set year = 2000"), variables: [:])
    run.checkCancellation = {
      checks += 1
      if checks == 250 { throw CancellationError() }
    }
    #expect(throws: CancellationError.self) { try run.run(on: demo.history) { _ in true } }
    #expect(checks == 250)
    #expect(!demo.history.areUnsaved)
    #expect(try demo.rows("year == 2000 show id").count < 200)
  }
}
