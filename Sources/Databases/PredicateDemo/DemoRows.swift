import PredicateModel

/// The values of a film, before they are written.
struct DemoFilm {
  /// The title, as the film bears it.
  let title: String
  let year: Int
  /// From 0 to 10.
  let rating: Double?
  /// One of ``genres``.
  let genre: String
  /// A few words.
  let summary: String?
  /// Ids of tags, ascending.
  let tags: [Int]

  static let genres = [
    "Action", "Adventure", "Animation", "Comedy", "Crime", "Documentary", "Drama", "Fantasy", "Horror", "Musical",
    "Mystery", "Noir", "Romance", "SciFi", "Thriller", "War", "Western",
  ]
}

/// The values of a friend, before they are written.
struct DemoFriend {
  let name: String
  /// An address; nil if the friend has none.
  let email: String?
  /// Midnight UTC, in seconds since 2001.
  let birthday: Double?
}

extension FriendList {
  /// All friends in the order of their ids.
  ///
  /// - Throws: ``DemoDataIssue``.
  static func friends(in text: String = FriendList.text) throws(DemoDataIssue) -> [DemoFriend] {
    var friends: [DemoFriend] = []
    for row in try DemoText.rows(of: text, fields: 3) {
      var birthday: Double?
      if let text = row.optionalText(2) {
        guard case .date(let seconds) = AttributeStorage.iso8601Text.value(of: .text(text), as: .date) else {
          throw .field(line: row.line, name: "birthday", text: text)
        }
        birthday = seconds
      }
      friends.append(
        DemoFriend(name: try row.text(0, "name"), email: row.optionalText(1), birthday: birthday))
    }
    return friends
  }
}

/// The values of a loan, before they are written.
struct DemoLoan {
  let movie: Int
  let friend: Int
  /// Seconds since 2001.
  let lentOn: Double
  /// Seconds since 2001; nil while the film is lent.
  let returnedOn: Double?
  let note: String?
}
