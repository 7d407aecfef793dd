/// The films of the demo database: title, year, rating, genre, tags, description.
enum FilmList {
  /// All films in the order of their ids.
  ///
  /// - Throws: ``DemoDataIssue``.
  static func films() throws(DemoDataIssue) -> [DemoFilm] {
    try films(in: [before1960, from1960To1989, since1990].joined(separator: "\n"))
  }

  /// The films of a list.
  ///
  /// - Throws: ``DemoDataIssue``.
  static func films(in text: String) throws(DemoDataIssue) -> [DemoFilm] {
    var films: [DemoFilm] = []
    for row in try DemoText.rows(of: text, fields: 6) {
      let genre = try row.text(3, "genre")
      guard DemoFilm.genres.contains(genre) else { throw .genre(line: row.line, text: genre) }
      films.append(
        DemoFilm(
          title: try row.text(0, "title"), year: try row.integer(1, "year"),
          rating: try row.optionalDouble(2, "rating"),
          genre: genre, summary: row.optionalText(5), tags: try tags(of: row)))
    }
    return films
  }

  private static func tags(of row: DemoText.Row) throws(DemoDataIssue) -> [Int] {
    var tags: [Int] = []
    for name in row.fields[4].split(separator: ",").map(String.init) {
      guard let index = TagList.names.firstIndex(of: name), !tags.contains(index + 1) else {
        throw .tag(line: row.line, text: name)
      }
      tags.append(index + 1)
    }
    return tags.sorted()
  }
}
