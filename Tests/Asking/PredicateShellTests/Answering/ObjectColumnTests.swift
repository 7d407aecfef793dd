import Foundation
import GRDB
import PredicateSQLite
import Testing

@testable import PredicateShell

/// A column with a to-one relationship shows the object's title, or its key in brackets. The tests cover each kind of key.
@Suite("Objects in a column")
struct ObjectColumnTests {
  private static func database() throws -> PredicateDatabase {
    let queue = try DatabaseQueue()
    try queue.write { database in
      try database.execute(
        sql: """
          CREATE TABLE uuid_user(id UUID PRIMARY KEY NOT NULL, age INTEGER);
          CREATE TABLE text_user(code TEXT PRIMARY KEY NOT NULL, age INTEGER) WITHOUT ROWID;
          CREATE TABLE int_user(id INTEGER PRIMARY KEY, age INTEGER);
          CREATE TABLE pair_user(a INTEGER NOT NULL, b TEXT NOT NULL, age INTEGER, PRIMARY KEY(a, b)) WITHOUT ROWID;
          CREATE TABLE named_user(code TEXT PRIMARY KEY NOT NULL, name TEXT) WITHOUT ROWID;
          CREATE TABLE post(
            id INTEGER PRIMARY KEY, u UUID REFERENCES uuid_user(id), t TEXT REFERENCES text_user(code),
            i INTEGER REFERENCES int_user(id), pa INTEGER, pb TEXT, n TEXT REFERENCES named_user(code),
            FOREIGN KEY(pa, pb) REFERENCES pair_user(a, b));
          CREATE TABLE line(a INTEGER REFERENCES int_user(id), b TEXT, PRIMARY KEY(a, b)) WITHOUT ROWID;
          CREATE TABLE pet(code TEXT PRIMARY KEY, name TEXT, owner TEXT REFERENCES named_user(code)) WITHOUT ROWID;
          INSERT INTO uuid_user VALUES('0000000C-9F2C-9CD0-4674-EDEA40000000', 1), ('00000019-3E59-39A0-8CE9-DBD480000000', 2);
          INSERT INTO text_user VALUES('c1', 1), ('c"2', 2);
          INSERT INTO int_user VALUES(1, 1), (2, 2);
          INSERT INTO pair_user VALUES(1, 'x', 1), (1, 'y', 2);
          INSERT INTO named_user VALUES('n1', 'Ann'), ('n2', NULL);
          INSERT INTO line VALUES(1, 'a'), (1, 'b');
          INSERT INTO pet VALUES('p1', 'Rex', 'n1'), ('p2', NULL, 'n1');
          INSERT INTO post VALUES
            (1, '0000000C-9F2C-9CD0-4674-EDEA40000000', 'c1', 1, 1, 'x', 'n1'),
            (2, '00000019-3E59-39A0-8CE9-DBD480000000', 'c"2', 2, 1, 'y', 'n2'), (3, NULL, NULL, NULL, NULL, NULL, NULL);
          """)
    }
    return try PredicateDatabase(queue)
  }

  @Test(arguments: [
    (
      "u", [#"UuidUser["0000000C-9F2C-9CD0-4674-EDEA40000000"]"#, #"UuidUser["00000019-3E59-39A0-8CE9-DBD480000000"]"#]
    ),
    ("t", [#"TextUser["c1"]"#, #"TextUser["c\"2"]"#]), ("i", ["IntUser[1]", "IntUser[2]"]),
    ("pairUser", [#"PairUser[1, "x"]"#, #"PairUser[1, "y"]"#]), ("n", ["Ann", #"NamedUser["n2"]"#]),
  ])
  func areToldApart(relationship: String, expected: [String]) throws {
    let shell = try TestedShell(try Self.database())
    shell.session.mode = .table
    let lines = shell.lines("Post show \(relationship) sort by id").dropFirst(2).dropLast()
    #expect(lines.map { $0.trimmingCharacters(in: .whitespaces) } == expected + ["nil"])
    // The text of an object can be used as the object in a condition.
    for (place, text) in expected.enumerated() where text.hasSuffix("]") {
      #expect(shell.rows("Post where \(relationship) == \(text) show id") == ["\(place + 1)"])
    }
  }

  /// Columns show collections of objects, and groups are made by objects, for each kind of key.
  @Test(arguments: [
    ("TextUser show code, posts sort by code", ["c\"2   {Post[2]}", "c1    {Post[1]}"]),
    ("IntUser show id, lines sort by id", [" 1  {Line[1, \"a\"], Line[1, \"b\"]}", " 2  {}"]),
    ("NamedUser show code, pets sort by code", ["n1    {Rex, Pet[\"p2\"]}", "n2    {}"]),
    ("Post group by t", ["nil                   1", "TextUser[\"c1\"]        1", "TextUser[\"c\\\"2\"]      1"]),
    (
      "Post group by n show n, count() as c sort by n.code",
      ["nil              1", "Ann              1", "NamedUser[\"n2\"]  1"]
    ),
  ])
  func ofCollectionsAndGroups(statement: String, expected: [String]) throws {
    let shell = try TestedShell(try Self.database())
    shell.session.mode = .table
    #expect(shell.lines(statement).dropFirst(2).dropLast() == expected[...])
    #expect(
      shell.lines(".verify \(statement)").first?.hasPrefix("The answers from SQL and from memory are equal") == true)
  }

  @Test func programsGetTheKey() throws {
    let shell = try TestedShell(try Self.database())
    #expect(shell.rows("Post show t, i, pairUser, n sort by id limit 1") == [#"c1,1,"[1,""x""]",n1"#])
    shell.session.mode = .ndjson
    #expect(
      shell.lines("Post show t, i, pairUser, n sort by id limit 1") == [
        #"{"t":"c1","i":1,"pairUser":[1,"x"],"n":"n1"}"#
      ])
  }
}
