extension DataModel {
  /// The movie-lending app of the shell: films, friends who borrow films, tags, and all loans.
  ///
  /// A film is lent if it has a loan that is not returned. `lentOn` and `lentToFriend` repeat the values of that loan.
  public static let movies = DataModel(entities: [movie, friend, tag, loan])

  private static let movie = Entity(
    name: "Movie",
    attributes: [
      Attribute(name: "title", type: .string, isTrusted: true),
      Attribute(name: "year", type: .integer, isTrusted: true),
      Attribute(name: "rating", type: .double, isOptional: true, isTrusted: true),
      Attribute(name: "genre", type: .string, isTrusted: true),
      Attribute(name: "movieDescription", type: .string, isOptional: true, isTrusted: true),
      Attribute(name: "lent", type: .boolean, isTrusted: true, defaultValue: .boolean(false)),
      Attribute(name: "lentOn", type: .date, isOptional: true, isTrusted: true),
    ],
    relationships: [
      Relationship(
        name: "lentToFriend", destination: "Friend", inverse: "lentMovies", cardinality: .toOne,
        storage: .foreignKey("lentToFriend_id"), isTrusted: true),
      Relationship(
        name: "tags", destination: "Tag", inverse: "movies", cardinality: .toMany,
        storage: .joinTable("Movie_tags", from: "movie_id", to: "tag_id"), isTrusted: true),
      Relationship(
        name: "loans", destination: "Loan", inverse: "movie", cardinality: .toMany, deleteRule: .cascade,
        storage: .foreignKeyOfDestination("movie_id"), isTrusted: true),
    ])

  private static let friend = Entity(
    name: "Friend",
    attributes: [
      Attribute(name: "friendName", type: .string, isTrusted: true),
      Attribute(name: "email", type: .string, isOptional: true, isTrusted: true),
      Attribute(name: "birthday", type: .date, isOptional: true, isTrusted: true),
    ],
    relationships: [
      Relationship(
        name: "lentMovies", destination: "Movie", inverse: "lentToFriend", cardinality: .toMany, deleteRule: .deny,
        storage: .foreignKeyOfDestination("lentToFriend_id"), isTrusted: true),
      Relationship(
        name: "loans", destination: "Loan", inverse: "friend", cardinality: .toMany, deleteRule: .cascade,
        storage: .foreignKeyOfDestination("friend_id"), isTrusted: true),
      Relationship(
        name: "friends", destination: "Friend", inverse: "friends", cardinality: .toMany,
        storage: .joinTable("Friend_friends", from: "friend_id", to: "other_id"), isTrusted: true),
    ])

  private static let tag = Entity(
    name: "Tag",
    attributes: [Attribute(name: "name", type: .string, isTrusted: true)],
    relationships: [
      Relationship(
        name: "movies", destination: "Movie", inverse: "tags", cardinality: .toMany,
        storage: .joinTable("Movie_tags", from: "tag_id", to: "movie_id"), isTrusted: true)
    ])

  private static let loan = Entity(
    name: "Loan",
    attributes: [
      Attribute(name: "lentOn", type: .date, isTrusted: true),
      Attribute(name: "returnedOn", type: .date, isOptional: true, isTrusted: true),
      Attribute(name: "note", type: .string, isOptional: true, isTrusted: true),
    ],
    relationships: [
      Relationship(
        name: "movie", destination: "Movie", inverse: "loans", cardinality: .toOne, isOptional: false,
        storage: .foreignKey("movie_id"), isTrusted: true),
      Relationship(
        name: "friend", destination: "Friend", inverse: "loans", cardinality: .toOne, isOptional: false,
        storage: .foreignKey("friend_id"), isTrusted: true),
    ])
}
