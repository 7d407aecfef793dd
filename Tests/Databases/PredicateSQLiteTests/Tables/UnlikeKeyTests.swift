import GRDB
import PredicateModel
import PredicateSQLite
import PredicateValues
import Testing

/// Keys that SQLite joins although their values differ: by another collation, or as text and number.
@Suite struct UnlikeKeyTests {
  private static let schema = """
    CREATE TABLE country (code TEXT COLLATE NOCASE PRIMARY KEY, name TEXT);
    INSERT INTO country VALUES ('de', 'Germany'), ('FR', 'France'), ('It', 'Italy');
    CREATE TABLE city (id INTEGER PRIMARY KEY, country_code TEXT REFERENCES country (code), name TEXT);
    INSERT INTO city VALUES (1, 'DE', 'Bonn'), (2, 'de', 'Ulm'), (3, 'fr', 'Nice'), (4, 'xx', 'Nowhere'), (5, NULL, 'Sea'),
      (6, 'De', 'Trier');
    CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT);
    INSERT INTO person VALUES (1, 'Ann'), (2, 'Bob'), (3, 'Cy');
    CREATE TABLE letter (id INTEGER PRIMARY KEY, person_id TEXT REFERENCES person (id), city_id REFERENCES city (id));
    INSERT INTO letter VALUES (1, '1', '3'), (2, '2', 2), (3, 'two', 2.0), (4, '9', x'31'), (5, NULL, NULL), (6, '1', 77);
    CREATE TABLE place (name TEXT PRIMARY KEY COLLATE RTRIM) WITHOUT ROWID;
    INSERT INTO place VALUES ('a '), ('b');
    CREATE TABLE visit (id INTEGER PRIMARY KEY, place TEXT COLLATE NOCASE REFERENCES place (name));
    INSERT INTO visit VALUES (1, 'a'), (2, 'A'), (3, 'b   '), (4, 'c');
    CREATE TABLE person_city (person TEXT REFERENCES person (id), city TEXT REFERENCES city (id), PRIMARY KEY (person, city));
    INSERT INTO person_city VALUES ('1', '1'), ('1', '2'), ('2', '5'), ('x', '1'), ('3', '99');
    CREATE TABLE mark (code TEXT PRIMARY KEY, name TEXT);
    INSERT INTO mark VALUES ('A', 'one'), ('a', 'two'), ('d', 'three');
    CREATE TABLE sign (id INTEGER PRIMARY KEY, code TEXT COLLATE NOCASE REFERENCES mark (code));
    INSERT INTO sign VALUES (1, 'A'), (2, 'a'), (3, 'A'), (4, 'd'), (5, 'a'), (6, 'D');
    CREATE TABLE mark_person (mark TEXT COLLATE NOCASE REFERENCES mark (code), person INTEGER REFERENCES person (id),
      PRIMARY KEY (mark COLLATE BINARY, person));
    INSERT INTO mark_person VALUES ('A', 1), ('A', 2), ('a', 1), ('a', 3), ('d', 1), ('D', 2);
    """

  /// Keys whose affinity differs from that of their foreign keys. A foreign key constraint converts the value to the key's affinity, but a comparison
  /// may convert the key to the value's affinity.
  private static let numberSchema = """
    CREATE TABLE code (name TEXT PRIMARY KEY, label TEXT);
    INSERT INTO code VALUES ('01', 'oh one'), ('1', 'one'), ('1.0', 'one point'), ('x', 'ex'), ('2.5', 'half');
    CREATE TABLE usage (id INTEGER PRIMARY KEY, code INTEGER REFERENCES code (name));
    CREATE INDEX usage_by_code ON usage (code);
    INSERT INTO usage VALUES (1, 1), (2, '01'), (3, 'x'), (4, 2), (5, NULL), (6, x'31'), (7, 2.5);
    CREATE TABLE loose (name PRIMARY KEY, label TEXT);
    INSERT INTO loose VALUES ('1', 'text'), (1, 'whole'), (x'31', 'bytes'), (2.0, 'real');
    CREATE TABLE hint (id INTEGER PRIMARY KEY, loose INTEGER REFERENCES loose (name), word TEXT REFERENCES loose (name));
    INSERT INTO hint VALUES (1, 1, '1'), (2, '1', 2), (3, 2, NULL), (4, x'31', x'31'), (5, 7, '7');
    CREATE TABLE usage_code (usage TEXT REFERENCES usage (id), code NUMERIC REFERENCES code (name), PRIMARY KEY (usage, code));
    INSERT INTO usage_code VALUES ('1', 1), ('01', 'x'), ('2', 1), ('2', 9), ('3', 'x'), ('3', 2.5), ('03', '01');
    """

  @Test(arguments: [
    ("Usage", "code.label == 'one'", [1, 2] as [Int64]), ("Usage", "code.label == 'oh one'", []),
    ("Usage", "code == nil", [4, 5, 6]), ("Usage", "code.label CONTAINS 'ex'", [3]),
    ("Usage", "code.usages.@count == 2", [1, 2]), ("Usage", "ANY code.usages.id == 2", [1, 2]),
    ("Code", "ANY usages.id == 1", [2]), ("Code", "usages.@count == 0", [1, 3]), ("Code", "usages.@count >= 2", [2]),
    ("Code", "usages.@count == 1", [4, 5]), ("Code", "label CONTAINS 'o' AND ANY usages.id > 0", [2]),
    ("Code", "name == '1' AND ANY usages.id > 0", [2]), ("Code", "name == '01' AND ANY usages.id > 0", []),
    ("Hint", "loose.label == 'whole'", [1, 2]), ("Hint", "loose == nil", [5]), ("Hint", "loose.label == 'bytes'", [4]),
    ("Hint", "loose.label == 'real'", [3]), ("Hint", "word.label == 'text'", [1]),
    ("Loose", "ANY looseHints.id > 0", [2, 3, 4]), ("Loose", "looseHints.@count == 2", [2]),
    ("Loose", "label == 'text' AND looseHints.@count == 0", [1]),
    ("Usage", "codes.@count == 2", [1]), ("Usage", "codes.@count == 3", [3]),
    ("Usage", "ANY codes.label == 'ex'", [1, 3]),
    ("Usage", "ANY codes.usages.id == 1", [1, 2, 3]),
    ("Code", "usageCodeUsages.@count == 2", [4]), ("Code", "usageCodeUsages.@count == 3", [2]),
    ("Code", "ANY usageCodeUsages.id == 3", [2, 4, 5]), ("Code", "ANY usageCodeUsages.code.label == 'one'", [2, 4]),
  ])
  func givesValuesTheKeysAffinity(entity: String, format: String, expected: [Int64]) throws {
    let database = try Self.database(Self.numberSchema)
    #expect(try ColumnStorageTests.ids(format, entity, in: database) == expected, "\(format)")
    _ = try ColumnStorageTests.ids("NOT (\(format))", entity, in: database)
  }

  /// SQLite 3.40 changes a grouped value when it looks it up in an index of another affinity.
  @Test(arguments: [
    ("Code", "usages.@count", [0, 2, 0, 1, 1] as [Int64]), ("Code", "usageCodeUsages.@count", [0, 3, 0, 2, 1]),
    ("Loose", "looseHints.@count", [0, 2, 1, 1]), ("Loose", "wordHints.@count", [1, 0, 1, 0]),
  ])
  func groupsByWhatRefersToAKey(entity: String, key: String, expected: [Int64]) throws {
    let subject = try ScriptDatabase.subject(
      "PRAGMA foreign_keys = OFF;" + Self.numberSchema + "CREATE INDEX hint_by_loose ON hint (loose);")
    let key = FetchedColumn(try QueryExpression(format: QueryFormat(raw: key)))
    let size = FetchedColumn(try QueryExpression(format: "@count"), as: "size")
    #expect(try subject.rows(EntityFetch(entity, columns: [key])) == expected.map { "\([QueryValue.integer($0)])" })
    let groups = Dictionary(expected.map { ($0, 1 as Int64) }, uniquingKeysWith: +).sorted { $0.key < $1.key }
    #expect(
      try subject.rows(EntityFetch(entity, columns: [key, size], groupBy: [key]))
        == groups.map { "\([QueryValue.integer($0.key), .integer($0.value)])" })
  }

  private static func database(_ schema: String) throws -> PredicateDatabase {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    let queue = try DatabaseQueue(configuration: configuration)
    try queue.write { try $0.execute(sql: schema) }
    return try PredicateDatabase(queue)
  }

  @Test(arguments: [
    ("City", "countryCode == 'DE'", [1] as [Int64]), ("City", "country.name == 'Germany'", [1, 2, 6]),
    ("City", "country == nil", [4, 5]), ("City", "country.cities.@count == 3", [1, 2, 6]),
    ("City", "ANY country.cities.name == 'Ulm'", [1, 2, 6]), ("City", "country.cities.@count > 1", [1, 2, 6]),
    ("Country", "ANY cities.name == 'Bonn'", [1]), ("Country", "cities.@count == 0", [3]),
    ("Country", "cities.@count >= 2", [1]), ("Country", "cities.@count == 1", [2]),
    ("Country", "cities.@count < 2", [2, 3]),
    ("Country", "SUBQUERY(cities, $c, $c.name CONTAINS 'i').@count == 1", [1, 2]),
    ("Letter", "person.name == 'Ann'", [1, 6]), ("Letter", "person == nil", [3, 4, 5]),
    ("Letter", "city.country.name == 'Germany'", [2, 3]), ("Letter", "city == nil", [4, 5, 6]),
    ("Person", "letters.@count == 2", [1]), ("Person", "ANY letters.city.name == 'Ulm'", [2]),
    ("Person", "letters.@count == 0", [3]), ("Person", "cities.@count == 2", [1]),
    ("Person", "ANY cities.name == 'Sea'", [2]),
    ("City", "people.@count == 1", [1, 2, 5]), ("City", "letters.@count > 1", [2]),
    ("City", "(people)[LAST].name == 'Ann'", [1, 2]), ("City", "ANY people.letters.id == 1", [1, 2]),
    ("Mark", "signs.@count == 2", [1, 2]), ("Mark", "name CONTAINS 'o' AND signs.@count == 1", []),
    ("Mark", "people.@count == 2", [1, 2]), ("Mark", "people.@count == 1", [3]), ("Mark", "signs.@count >= 2", [1, 2]),
    ("Visit", "place.name == 'a '", [1]), ("Visit", "place == nil", [2, 4]),
  ])
  func joinsAsSQLiteDoes(entity: String, format: String, expected: [Int64]) throws {
    let database = try Self.database(Self.schema)
    #expect(try ColumnStorageTests.ids(format, entity, in: database) == expected, "\(format)")
    _ = try ColumnStorageTests.ids("NOT (\(format))", entity, in: database)
  }
}
