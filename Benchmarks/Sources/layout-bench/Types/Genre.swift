import OpenPredicate

/// An enum with strings as raw values.
enum Genre: String, CaseIterable, QueryArgumentConvertible {
  case drama, comedy, noir, action, adventure, animation, biography, crime, documentary, family, fantasy, history,
    horror,
    music, mystery, romance, thriller, western, war, silent, musical, sport, short, news
}
