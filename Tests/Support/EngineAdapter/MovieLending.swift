import Foundation
import PredicateDocuments

/// The rows of the fixture `movies` as instances of Swift classes, and the movies as structs too.
///
/// The classes have tables. If in-place reads are on, the tables have `.storedFields`, so that the suite reads fields in place.
struct MovieLending {
  private(set) var movies = Rows<Movie>()
  private(set) var friends = Rows<Friend>()
  private(set) var tags = Rows<Tag>()
  private(set) var loans = Rows<Loan>()

  /// Instances with the integer keys of their rows, in the order of the file.
  struct Rows<Element> {
    fileprivate(set) var ids: [Int64] = []
    fileprivate(set) var elements: [Element] = []

    fileprivate subscript(id: Int64?) -> Element? { ids.firstIndex { $0 == id }.map { elements[$0] } }
  }

  /// Reads `Grammar/fixtures/movies.json`. Throws if it cannot be read.
  init(file: String) throws {
    guard
      case .object(let fixture) = try JSONReader.value(of: Array(Data(contentsOf: URL(fileURLWithPath: file)))),
      case .object(let entities)? = fixture["entities"]
    else { throw CocoaError(.fileReadCorruptFile) }
    let rows = { (name: String) in FixtureRow.rows(of: entities[name]) }
    for row in rows("Friend") { friends.append(Friend(row), row) }
    for row in rows("Tag") { tags.append(Tag(name: row.text("name") ?? ""), row) }
    for row in rows("Movie") { movies.append(Movie(row), row) }
    for row in rows("Loan") { loans.append(Loan(row), row) }
    for (row, friend) in zip(rows("Friend"), friends.elements) {
      friend.friends = row.ids("friends").compactMap { friends[$0] }
    }
    for (row, movie) in zip(rows("Movie"), movies.elements) {
      movie.lentToFriend = friends[row.id("lentToFriend")]
      movie.lentToFriend?.lentMovies.append(movie)
      movie.tags = row.ids("tags").compactMap { tags[$0] }
      for tag in movie.tags { tag.movies.append(movie) }
    }
    for (row, loan) in zip(rows("Loan"), loans.elements) {
      loan.movie = movies[row.id("movie")]
      loan.movie?.loans.append(loan)
      loan.friend = friends[row.id("friend")]
      loan.friend?.loans.append(loan)
    }
  }
}

extension MovieLending.Rows {
  fileprivate mutating func append(_ element: Element, _ row: FixtureRow) {
    ids.append(row.id("id") ?? 0)
    elements.append(element)
  }
}
