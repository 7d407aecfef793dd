/// A predicate about films, and the statements that a specialist might write for it.
struct Query {
  /// `Q1` to `Q12`, then those that an index answers.
  let name: String
  let format: String
  /// Statements that find the same films in these tables; the fastest one of each form is raced. Some mean something else on other
  /// data: LIKE and NOCASE know the case of ASCII letters alone, LIKE stops at a NUL, and a PRAGMA changes what it means.
  let specialists: [Specialist]

  init(_ name: String, _ format: String, _ specialists: Specialist...) {
    self.name = name
    self.format = format
    self.specialists = specialists
  }

  /// One way to ask: the films, and where it is shorter without them, their keys and their number.
  struct Specialist {
    private let films: String
    private let ids: String?
    private let number: String?

    /// What stands behind `SELECT … FROM Movie m`; statements of their own for the keys and the number.
    init(_ films: String, ids: String? = nil, count: String? = nil) {
      self.films = films
      self.ids = ids
      number = count
    }

    /// The films' keys, in any order.
    var idStatement: String { ids ?? "SELECT m.id FROM Movie m \(films)" }

    var countStatement: String { number ?? "SELECT count(*) FROM Movie m \(films)" }

    /// The films in the order of their keys.
    var rowStatement: String {
      "SELECT m.id, m.title, m.year, m.rating, m.genre, m.movieDescription, m.lent, m.lentOn, m.lentToFriend_id "
        + "FROM Movie m \(films) ORDER BY m.id"
    }
  }
}

extension Query {
  static let all: [Query] = [
    Query(
      "Q1", #"year > 1990 AND rating >= 7.5"#,
      Specialist("WHERE year > 1990 AND rating >= 7.5"),
      Specialist("WHERE +year > 1990 AND rating >= 7.5"),
      Specialist("WHERE rating >= 7.5 AND +year > 1990")),
    Query(
      "Q2", #"title BEGINSWITH[c] "the ""#,
      Specialist("WHERE predicate_beginsWith(title, 'the ', 1)"),
      Specialist("WHERE title LIKE 'the %'"),
      Specialist("WHERE +title LIKE 'the %'"),
      Specialist("WHERE title COLLATE NOCASE >= 'the ' AND title COLLATE NOCASE < 'the!'"),
      Specialist(
        """
        WHERE (title >= 'THE ' AND title < 'THE!') OR (title >= 'THe ' AND title < 'THe!')
        OR (title >= 'ThE ' AND title < 'ThE!') OR (title >= 'The ' AND title < 'The!')
        OR (title >= 'tHE ' AND title < 'tHE!') OR (title >= 'tHe ' AND title < 'tHe!')
        OR (title >= 'thE ' AND title < 'thE!') OR (title >= 'the ' AND title < 'the!')
        """)),
    Query(
      "Q3", #"title CONTAINS[cd] "cafe""#,
      Specialist("WHERE predicate_contains(title, 'cafe', 3)"),
      Specialist("WHERE predicate_like(title, '*cafe*', 3)"),
      Specialist("WHERE title LIKE '%cafe%' OR title LIKE '%café%'")),
    Query(
      "Q4", #"title LIKE[c] "*star*""#,
      Specialist("WHERE predicate_like(title, '*star*', 1)"),
      Specialist("WHERE predicate_contains(title, 'star', 1)"),
      Specialist("WHERE title LIKE '%star%'"),
      Specialist("WHERE +title LIKE '%star%'"),
      // The long s and the ligature of s and t are the only other ways to write it.
      Specialist("WHERE title LIKE '%star%' OR title LIKE '%ſtar%' OR title LIKE '%ﬅar%' OR title LIKE '%ﬆar%'")),
    Query(
      "Q5", #"title MATCHES ".*[0-9]{2}.*""#,
      Specialist("WHERE predicate_matches(title, '.*[0-9]{2}.*', 0)"),
      // What the dot does not match is looked for only where the digits are.
      Specialist("WHERE title GLOB '*[0-9][0-9]*' AND predicate_matches(title, '.*[0-9]{2}.*', 0)")),
    Query(
      "Q6", #"genre IN {"Drama", "Comedy", "Noir"}"#,
      Specialist("WHERE genre IN ('Drama', 'Comedy', 'Noir')"),
      Specialist("WHERE +genre IN ('Drama', 'Comedy', 'Noir')")),
    Query(
      "Q7", #"year BETWEEN {1980, 1989}"#,
      Specialist("WHERE year BETWEEN 1980 AND 1989"),
      Specialist("WHERE +year BETWEEN 1980 AND 1989")),
    Query(
      "Q8", #"lentToFriend.friendName ENDSWITH "son""#,
      Specialist("WHERE lentToFriend_id IN (SELECT id FROM Friend WHERE predicate_endsWith(friendName, 'son', 0))"),
      Specialist("WHERE lentToFriend_id IN (SELECT id FROM Friend WHERE substr(friendName, -3) = 'son')"),
      Specialist("WHERE +lentToFriend_id IN (SELECT id FROM Friend WHERE substr(friendName, -3) = 'son')"),
      Specialist("JOIN Friend f ON f.id = m.lentToFriend_id WHERE substr(f.friendName, -3) = 'son'"),
      Specialist(
        "WHERE lentToFriend_id IN (SELECT id FROM Friend WHERE substr(friendName, -3) = 'son')",
        ids: """
          SELECT m.id FROM Friend f CROSS JOIN Movie m ON m.lentToFriend_id = f.id WHERE substr(friendName, -3) = 'son'
          """,
        count: """
          SELECT count(*) FROM Friend f CROSS JOIN Movie m ON m.lentToFriend_id = f.id
          WHERE substr(friendName, -3) = 'son'
          """)),
    Query(
      "Q9", #"ANY tags.name == "classic""#,
      Specialist("WHERE m.id IN (SELECT movie_id FROM Movie_tags JOIN Tag t ON t.id = tag_id WHERE name = 'classic')"),
      Specialist(
        "WHERE m.id IN (SELECT movie_id FROM Movie_tags WHERE tag_id IN (SELECT id FROM Tag WHERE name = 'classic'))",
        ids: "SELECT DISTINCT movie_id FROM Movie_tags WHERE tag_id IN (SELECT id FROM Tag WHERE name = 'classic')",
        count: """
          SELECT count(DISTINCT movie_id) FROM Movie_tags WHERE tag_id IN (SELECT id FROM Tag WHERE name = 'classic')
          """)),
    Query(
      "Q10", #"tags.@count > 2"#,
      Specialist("WHERE m.id IN (SELECT movie_id FROM Movie_tags GROUP BY movie_id HAVING count(*) > 2)"),
      Specialist("WHERE (SELECT count(*) FROM Movie_tags WHERE movie_id = m.id) > 2"),
      Specialist(
        "JOIN (SELECT movie_id FROM Movie_tags GROUP BY movie_id HAVING count(*) > 2) c ON c.movie_id = m.id",
        ids: "SELECT movie_id FROM Movie_tags GROUP BY movie_id HAVING count(*) > 2",
        count: "SELECT count(*) FROM (SELECT 1 FROM Movie_tags GROUP BY movie_id HAVING count(*) > 2)")),
    Query(
      "Q11", #"(year > 1990 AND rating >= 7.5) OR (genre == "Noir" AND NOT lent == YES)"#,
      Specialist("WHERE (year > 1990 AND rating >= 7.5) OR (genre = 'Noir' AND lent = 0)"),
      Specialist("WHERE (+year > 1990 AND rating >= 7.5) OR (+genre = 'Noir' AND lent = 0)"),
      Specialist("WHERE (rating >= 7.5 AND +year > 1990) OR (lent = 0 AND +genre = 'Noir')")),
    Query(
      "Q12", #"SUBQUERY(tags, $t, $t.name BEGINSWITH "c").@count > 1"#,
      Specialist(
        """
        WHERE m.id IN (SELECT movie_id FROM Movie_tags JOIN Tag t ON t.id = tag_id WHERE name >= 'c' AND name < 'd'
        GROUP BY movie_id HAVING count(*) > 1)
        """,
        ids: """
          SELECT movie_id FROM Movie_tags CROSS JOIN Tag t ON t.id = tag_id WHERE name >= 'c' AND name < 'd'
          GROUP BY movie_id HAVING count(*) > 1
          """,
        count: """
          SELECT count(*) FROM (SELECT 1 FROM Movie_tags CROSS JOIN Tag t ON t.id = tag_id
          WHERE name >= 'c' AND name < 'd' GROUP BY movie_id HAVING count(*) > 1)
          """),
      Specialist(
        """
        WHERE m.id IN (SELECT movie_id FROM Movie_tags
        WHERE tag_id IN (SELECT id FROM Tag WHERE name >= 'c' AND name < 'd') GROUP BY movie_id HAVING count(*) > 1)
        """,
        ids: """
          SELECT movie_id FROM Movie_tags WHERE +tag_id IN (SELECT id FROM Tag WHERE name >= 'c' AND name < 'd')
          GROUP BY movie_id HAVING count(*) > 1
          """,
        count: """
          SELECT count(*) FROM (SELECT 1 FROM Movie_tags
          WHERE +tag_id IN (SELECT id FROM Tag WHERE name >= 'c' AND name < 'd') GROUP BY movie_id HAVING count(*) > 1)
          """),
      Specialist(
        """
        WHERE m.id IN (SELECT movie_id FROM Movie_tags
        WHERE tag_id IN (SELECT id FROM Tag WHERE name >= 'c' AND name < 'd') GROUP BY movie_id HAVING count(*) > 1)
        """,
        ids: """
          SELECT movie_id FROM Movie_tags WHERE tag_id IN (SELECT id FROM Tag WHERE name >= 'c' AND name < 'd')
          GROUP BY movie_id HAVING count(*) > 1
          """,
        count: """
          SELECT count(*) FROM (SELECT 1 FROM Movie_tags
          WHERE tag_id IN (SELECT id FROM Tag WHERE name >= 'c' AND name < 'd') GROUP BY movie_id HAVING count(*) > 1)
          """)),
    Query("I1", #"year == 1994"#, Specialist("WHERE year = 1994")),
    Query(
      "I2", #"title BEGINSWITH "The B""#,
      Specialist("WHERE title >= 'The B' AND title < 'The C'"), Specialist("WHERE title GLOB 'The B*'")),
    Query(
      "I3", #"ANY loans.friend.friendName == "Hugo Anderson""#,
      Specialist(
        """
        WHERE m.id IN (SELECT movie_id FROM Loan
        WHERE friend_id IN (SELECT id FROM Friend WHERE friendName = 'Hugo Anderson'))
        """,
        ids: """
          SELECT DISTINCT movie_id FROM Loan WHERE friend_id IN (SELECT id FROM Friend WHERE friendName = 'Hugo Anderson')
          """,
        count: """
          SELECT count(DISTINCT movie_id) FROM Loan
          WHERE friend_id IN (SELECT id FROM Friend WHERE friendName = 'Hugo Anderson')
          """),
      Specialist(
        """
        WHERE m.id IN (SELECT movie_id FROM Friend f CROSS JOIN Loan l ON l.friend_id = f.id
        WHERE friendName = 'Hugo Anderson')
        """,
        ids: """
          SELECT movie_id FROM Loan WHERE friend_id IN (SELECT id FROM Friend WHERE friendName = 'Hugo Anderson')
          GROUP BY movie_id
          """,
        count: """
          SELECT count(*) FROM (SELECT 1 FROM Loan
          WHERE friend_id IN (SELECT id FROM Friend WHERE friendName = 'Hugo Anderson') GROUP BY movie_id)
          """)),
  ]
}
