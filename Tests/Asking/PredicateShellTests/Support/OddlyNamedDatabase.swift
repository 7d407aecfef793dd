import GRDB
import PredicateSQLite

/// Tables whose names are keywords of statements or are not words, and columns with infinite numbers.
enum OddlyNamedDatabase {
  static func open() throws -> PredicateDatabase {
    let queue = try DatabaseQueue()
    try queue.write { database in
      try database.execute(
        sql: """
          CREATE TABLE "Plain" (id INTEGER PRIMARY KEY, y INTEGER);
          INSERT INTO "Plain" VALUES (1, 1);
          CREATE TABLE "Count" (id INTEGER PRIMARY KEY, "where" TEXT, n REAL);
          INSERT INTO "Count" VALUES (1, 'a', 9e999), (2, 'b', -9e999), (3, NULL, NULL), (4, 'inf', 2);
          CREATE TABLE "Where" (id INTEGER PRIMARY KEY, y INTEGER);
          INSERT INTO "Where" VALUES (1, 2), (2, 3);
          CREATE TABLE "Group" (id INTEGER PRIMARY KEY, y INTEGER);
          CREATE TABLE "Limit" (id INTEGER PRIMARY KEY, "sort" INTEGER);
          INSERT INTO "Limit" VALUES (1, 1);
          """)
    }
    return try PredicateDatabase(queue)
  }
}
