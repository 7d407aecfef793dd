/// What titles, names and descriptions are made of at scale.
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
