/// The words that the records of the benchmarks are made of.
public enum Vocabulary {
  /// Words of titles.
  public static let words = """
    star wars cafe night Dark River moon Shadow city House dead Road king Queen blood Fire ice Storm last First lost Found \
    secret Garden wild Heart iron Silver gold Dust rain Snow summer Winter ghost Train ship Island mountain Desert ocean Sky \
    wolf Fox raven Lion stranger Friend brother Sister mother Father doctor Soldier thief Detective clown Angel devil Dream \
    return Escape Starlight Midnight
    """.split(separator: " ").map(String.init)
  /// Genres of films.
  public static let genres = """
    Drama Comedy Noir Action Adventure Animation Biography Crime Documentary Family Fantasy History Horror Music Musical \
    Mystery Romance SciFi Thriller Western
    """.split(separator: " ").map(String.init)
  /// Tags of films.
  public static let tags = """
    classic cult cinema color award indie remake sequel silent restored foreign short
    """.split(separator: " ").map(String.init)
  /// First names of people.
  public static let names = """
    Alice Bob Carol Dan Emma Frank Grace Henry Iris Jack Karl Lena Mark Nina Olaf Paula Quinn Rosa Sam Tina Ulf Vera Will \
    Xena Yves Zoe Adam Bella Carl Dora Erik Fiona Gus Hanna Ivan Julia Kurt Lars Maria Nils
    """.split(separator: " ").map(String.init)
}
