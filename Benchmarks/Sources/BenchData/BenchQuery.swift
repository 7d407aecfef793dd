/// One of the twelve queries that every engine is measured with.
public struct BenchQuery: Sendable {
  /// `Q1` to `Q12`.
  public let name: String
  /// The predicate's text.
  public let format: String
  /// How many of the first 1,000,000 records match.
  public let matches: Int

  init(_ name: String, _ format: String, _ matches: Int) {
    self.name = name
    self.format = format
    self.matches = matches
  }

  /// All of them, in their order.
  public static let all: [BenchQuery] = [
    BenchQuery("Q1", "year > 1990 AND rating >= 7.5", 86726),
    BenchQuery("Q2", #"title BEGINSWITH[c] "the ""#, 249_826),
    BenchQuery("Q3", #"title CONTAINS[cd] "cafe""#, 79201),
    BenchQuery("Q4", #"title LIKE[c] "*star*""#, 61494),
    BenchQuery("Q5", #"title MATCHES ".*[0-9]{2}.*""#, 990_099),
    BenchQuery("Q6", #"genre IN {"Drama","Comedy","Noir"}"#, 150_017),
    BenchQuery("Q7", "year BETWEEN {1980, 1989}", 93230),
    BenchQuery("Q8", #"borrower.name ENDSWITH "son""#, 100_058),
    BenchQuery("Q9", #"ANY tags == "classic""#, 153_329),
    BenchQuery("Q10", "tags.@count > 2", 400_291),
    BenchQuery("Q11", #"(year > 1990 AND rating >= 7.5) OR (genre == "Noir" AND NOT lent == YES)"#, 118_643),
    BenchQuery("Q12", #"SUBQUERY(tags, $t, $t BEGINSWITH "c").@count > 1"#, 155_044),
  ]

  /// The query of a name.
  public static func named(_ name: String) -> BenchQuery {
    guard let query = all.first(where: { $0.name == name }) else { fatalError("there is no query \(name)") }
    return query
  }
}
