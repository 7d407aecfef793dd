/// The tables of the demo database. STRICT proves the types, so that predicates can use indexes without type tests. Dates are REAL seconds since
/// 2001.
enum DemoSchema {
  /// The tables. A table precedes the tables that refer to it.
  static let tables = """
    CREATE TABLE Friend (
      id INTEGER PRIMARY KEY,
      friendName TEXT NOT NULL,
      email TEXT,
      birthday REAL
    ) STRICT;
    CREATE TABLE Friend_friends (
      friend_id INTEGER NOT NULL REFERENCES Friend (id) ON DELETE CASCADE,
      other_id INTEGER NOT NULL REFERENCES Friend (id) ON DELETE CASCADE,
      PRIMARY KEY (friend_id, other_id)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE Tag (
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL
    ) STRICT;
    CREATE TABLE Movie (
      id INTEGER PRIMARY KEY,
      title TEXT NOT NULL,
      year INTEGER NOT NULL,
      rating REAL,
      genre TEXT NOT NULL,
      movieDescription TEXT,
      lent INTEGER NOT NULL CHECK (lent IN (0, 1)),
      lentOn REAL,
      lentToFriend_id INTEGER REFERENCES Friend (id) ON DELETE RESTRICT
    ) STRICT;
    CREATE TABLE Movie_tags (
      movie_id INTEGER NOT NULL REFERENCES Movie (id) ON DELETE CASCADE,
      tag_id INTEGER NOT NULL REFERENCES Tag (id) ON DELETE CASCADE,
      PRIMARY KEY (movie_id, tag_id)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE Loan (
      id INTEGER PRIMARY KEY,
      lentOn REAL NOT NULL,
      returnedOn REAL,
      note TEXT,
      movie_id INTEGER NOT NULL REFERENCES Movie (id) ON DELETE CASCADE,
      friend_id INTEGER NOT NULL REFERENCES Friend (id) ON DELETE CASCADE
    ) STRICT;
    """

  /// The indexes, which are created after the rows: foreign keys, and the attributes that people look up most.
  static let indexes = [
    "CREATE INDEX Movie_title ON Movie (title)",
    "CREATE INDEX Movie_year ON Movie (year)",
    "CREATE INDEX Movie_genre ON Movie (genre)",
    "CREATE INDEX Movie_lentToFriend ON Movie (lentToFriend_id)",
    "CREATE INDEX Movie_tags_tag ON Movie_tags (tag_id, movie_id)",
    "CREATE INDEX Loan_movie ON Loan (movie_id)",
    "CREATE INDEX Loan_friend ON Loan (friend_id)",
    "CREATE INDEX Friend_friends_other ON Friend_friends (other_id, friend_id)",
  ]
}
