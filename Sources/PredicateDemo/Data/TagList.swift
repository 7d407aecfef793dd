/// The tags of the demo database, in the order of their ids. No film has the last.
enum TagList {
  /// The names; ``FilmList`` refers to them.
  static let names = [
    "classic", "cult", "comfort", "cannes", "city", "Café", "book", "true story", "space", "war", "silent", "family",
    "road trip", "rainy day", "unwatched",
  ]
}
