/// The queries that every engine is measured with.
enum Queries {
  static let all: [(name: String, format: String)] = [
    ("Q1", #"year > 1990 AND rating >= 7.5"#),
    ("Q2", #"title BEGINSWITH[c] "the ""#),
    ("Q3", #"title CONTAINS[cd] "cafe""#),
    ("Q4", #"title LIKE[c] "*star*""#),
    ("Q5", #"title MATCHES ".*[0-9]{2}.*""#),
    ("Q6", #"genre IN {"Drama","Comedy","Noir"}"#),
    ("Q7", #"year BETWEEN {1980, 1989}"#),
    ("Q8", #"borrower.name ENDSWITH "son""#),
    ("Q9", #"ANY tags == "classic""#),
    ("Q10", #"tags.@count > 2"#),
    ("Q11", #"(year > 1990 AND rating >= 7.5) OR (genre == "Noir" AND NOT lent == YES)"#),
    ("Q12", #"SUBQUERY(tags, $t, $t BEGINSWITH "c").@count > 1"#),
  ]

  /// A flat OR of comparisons, of about so many bytes.
  static func chain(bytes: Int) -> String {
    var text = "year == 1900"
    var year = 1901
    while text.utf8.count < bytes {
      text += " OR year == \(year)"
      year = year == 2100 ? 1900 : year + 1
    }
    return text
  }
}
