import Foundation

/// A movie of the fixture as a struct.
struct MovieCopy {
  let title: String
  let year: Int32
  let rating: Double?
  let genre: String
  let movieDescription: String?
  let lent: Bool
  let lentOn: Date?
  let lentToFriend: Friend?
  let tags: [Tag]
  let loans: [Loan]

  init(_ movie: Movie) {
    title = movie.title
    year = Int32(movie.year)
    rating = movie.rating
    genre = movie.genre
    movieDescription = movie.movieDescription
    lent = movie.lent
    lentOn = movie.lentOn
    lentToFriend = movie.lentToFriend
    tags = movie.tags
    loans = movie.loans
  }
}
