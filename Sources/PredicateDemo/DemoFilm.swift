/// A film of the demo, before it is a row.
struct DemoFilm {
  /// The title, as the film bears it.
  let title: String
  /// The year it came out.
  let year: Int
  /// From 0 to 10.
  let rating: Double?
  /// One of ``genres``.
  let genre: String
  /// A few words.
  let summary: String?
  /// Ids of tags, ascending.
  let tags: [Int]

  /// How genres are spelled.
  static let genres = [
    "Action", "Adventure", "Animation", "Comedy", "Crime", "Documentary", "Drama", "Fantasy", "Horror", "Musical",
    "Mystery", "Noir", "Romance", "SciFi", "Thriller", "War", "Western",
  ]
}
