/// The friends of the demo database. Names begin with different letters, and differ in case, marks and script.
enum FriendList {
  /// One friend per line: name, e-mail, birthday as `YYYY-MM-DD`. An empty field between two bars is nil.
  static let text = #"""
    Anna Castelli|anna@example.com|1989-03-14
    adam de Vries|adam.devries@example.org|1978-11-02
    Åsa Lindqvist||1995-06-21
    Bruno Okafor|bruno@example.net|
    Chloé Martin|chloe.martin@example.fr|2000-02-29
    Dmitri Wolkow|dmitri@example.com|1969-12-31
    Esra Yıldız|ESRA@EXAMPLE.COM|1992-08-05
    George Johnson||
    春香 Tanaka|haruka@example.jp|1984-01-01
    Maeve O'Brien|maeve.obrien@example.ie|1999-10-17
    Quentin "Q" Harris|q@example.com|1958-04-09
    Zoë van Dijk|zoe@example.nl|2001-09-11
    """#

  /// Pairs of friends by their positions in the list, from 1. Each pair is stored in both directions.
  static let friendships = [
    (1, 2), (1, 3), (1, 5), (1, 12), (2, 4), (2, 10), (3, 12), (4, 8), (5, 9), (5, 12), (6, 7), (7, 10), (9, 12),
  ]

  /// The position of the friend who never borrows anything.
  static let neverBorrows = 11
}

/// The tags of the demo database, in the order of their ids. No film has the last tag.
enum TagList {
  /// The names; ``FilmList`` refers to them.
  static let names = [
    "classic", "cult", "comfort", "cannes", "city", "Café", "book", "true story", "space", "war", "silent", "family",
    "road trip", "rainy day", "unwatched",
  ]
}

/// The note on a loan; nil most of the time.
enum NoteList {
  /// The notes, chosen at random. One is empty, which is not nil.
  static let texts = [
    "for the weekend", "came back without its case", "said it was \"too long\"", "wants to see it again",
    "don't forget the second disc", "🍿 film night", "", "lent through Anna", "watched it twice", "fell asleep",
    "à rendre avant Noël", "has a scratch at 01:12:00", "in the box C:\\films", "100% worth it", "two\nlines",
  ]
}

/// The words for titles, names and descriptions of made-up rows.
enum WordLists {
  static let adjectives = [
    "Silent", "Golden", "Broken", "Hidden", "Last", "First", "Burning", "Frozen", "Crimson", "Electric", "Forgotten",
    "Endless", "Secret", "Wild", "Lonely", "Distant", "Sleeping", "Midnight", "Paper", "Hollow", "Naïve", "Bitter",
    "Lost",
    "Second", "Impossible", "Quiet", "Blue", "Scarlet", "Borrowed", "Invisible",
  ]
  static let nouns = [
    "River", "Garden", "Stranger", "Harbour", "Mirror", "Orchard", "Station", "Winter", "Summer", "Letter", "Island",
    "Café", "Star", "Night", "Road", "Shadow", "Clock", "Bridge", "Dancer", "Fortune", "Voyage", "Témoin", "House",
    "Heist",
    "Planet", "Machine", "Señor", "Promise", "Echo", "Kingdom", "Thief", "Sonata", "Lighthouse", "Umbrella", "桜",
    "Звезда",
  ]
  static let places = [
    "Lisbon", "Kyoto", "Málaga", "Zürich", "Marrakesh", "the North", "the Moon", "Trieste", "Montréal", "Odesa",
    "Bergen",
    "the Valley", "Nowhere", "Valparaíso", "Kraków", "Saturn",
  ]
  static let firstNames = [
    "Anna", "Ben", "Carla", "David", "Élise", "Farid", "Greta", "Hugo", "Ines", "Jonas", "Keiko", "Lars", "Mira",
    "Noah",
    "Olga", "Pavel", "Rosa", "Samir", "Tomás", "Ulla", "Viktor", "Wanda", "Yusuf", "Zoë", "Åke", "alex",
  ]
  static let familyNames = [
    "Anderson", "Becker", "Costa", "Dubois", "Eriksson", "Fischer", "García", "Haddad", "Ivanova", "Johnson",
    "Kowalski",
    "Lopes", "Müller", "Novák", "O'Neill", "Petrov", "Rossi", "Sato", "Thompson", "Wilson",
  ]
}
