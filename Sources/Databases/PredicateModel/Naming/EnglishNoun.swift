/// Singular and plural of English nouns, by rules and a list of exceptions. Other words, and words whose singular equals the plural, stay unchanged.
/// The case of the first letter is kept.
public enum EnglishNoun {
  /// The singular: `track` for `tracks`, `category` for `categories`, `person` for `people`. `status` stays.
  public static func singular(of word: String) -> String {
    guard let folded = folded(word) else { return word }
    if unchanging.contains(folded) { return word }
    if let pair = irregular.first(where: { folded.hasSuffix($0.many) && $0.fits(folded, $0.many) }) {
      return word.dropLast(pair.many.count) + cased(pair.one, like: word.suffix(pair.many.count))
    }
    for ending in ["ss", "us", "is"] where folded.hasSuffix(ending) { return word }
    if folded.hasSuffix("ies"), folded.count > 4 { return word.dropLast(3) + "y" }
    for ending in ["sses", "xes", "ches", "shes", "zzes"] where folded.hasSuffix(ending) {
      return String(word.dropLast(2))
    }
    return folded.hasSuffix("s") && folded.count > 3 ? String(word.dropLast()) : word
  }

  /// The plural: `tracks` for `track`, `categories` for `category`, `people` for `person`. Plurals and `series` stay unchanged.
  public static func plural(of word: String) -> String {
    guard let folded = folded(word) else { return word }
    if unchanging.contains(folded) { return word }
    if let pair = irregular.first(where: { folded.hasSuffix($0.one) && $0.fits(folded, $0.one) }) {
      return word.dropLast(pair.one.count) + cased(pair.many, like: word.suffix(pair.one.count))
    }
    if !singular(of: word).utf8.elementsEqual(word.utf8) { return word }
    if folded.hasSuffix("y"), let before = folded.dropLast().last, !"aeiou".contains(before) {
      return word.dropLast() + "ies"
    }
    // `basis`, `dialysis`. The reverse is no rule, because `bases` and `phases` are also plurals of other words.
    if folded.hasSuffix("sis"), folded != "chassis" { return word.dropLast(2) + "es" }
    for ending in ["s", "x", "z", "ch", "sh"] where folded.hasSuffix(ending) { return word + "es" }
    return word + "s"
  }

  /// The word in lower case; nil if it does not end in an ASCII letter, or is not ASCII.
  private static func folded(_ word: String) -> String? {
    guard word.utf8.allSatisfy({ $0 < 0x80 }), word.last?.isLetter == true else { return nil }
    return word.lowercased()
  }

  private static func cased(_ ending: String, like old: Substring) -> String {
    old.first?.isUppercase == true ? ending.prefix(1).uppercased() + ending.dropFirst() : ending
  }

  // MARK: Exceptions

  private struct Pair: Sendable {
    let one: String
    let many: String
    /// Whether the exception also applies if a longer word ends with the noun: `salesperson` for person. False for nouns such as man, because of `human`.
    let isEnding: Bool

    func fits(_ word: String, _ form: String) -> Bool { isEnding || word.count == form.count }
  }

  private static let irregular: [Pair] =
    [
      ("person", "people"), ("child", "children"), ("woman", "women"), ("mouse", "mice"), ("vertex", "vertices"),
      ("matrix", "matrices"), ("index", "indices"), ("index", "indexes"), ("analysis", "analyses"),
      ("gnosis", "gnoses"), ("synopsis", "synopses"), ("oasis", "oases"),
      ("crisis", "crises"), ("thesis", "theses"), ("hypothesis", "hypotheses"), ("leaf", "leaves"),
      ("shelf", "shelves"), ("knife", "knives"), ("wife", "wives"), ("wolf", "wolves"), ("thief", "thieves"),
      ("status", "statuses"), ("alias", "aliases"), ("virus", "viruses"), ("bonus", "bonuses"),
      ("campus", "campuses"), ("canvas", "canvases"), ("atlas", "atlases"), ("movie", "movies"),
      ("cookie", "cookies"), ("calorie", "calories"), ("cache", "caches"), ("hero", "heroes"),
      ("potato", "potatoes"), ("tomato", "tomatoes"), ("menu", "menus"), ("quiz", "quizzes"),
    ].map { Pair(one: $0, many: $1, isEnding: true) }
    + [
      ("man", "men"), ("foot", "feet"), ("tooth", "teeth"), ("goose", "geese"), ("life", "lives"), ("half", "halves"),
      ("tie", "ties"), ("bus", "buses"), ("gas", "gases"), ("lens", "lenses"), ("bias", "biases"), ("echo", "echoes"),
      ("axis", "axes"), ("zombie", "zombies"),
    ].map { Pair(one: $0, many: $1, isEnding: false) }

  private static let unchanging: Set<String> = [
    "series", "species", "news", "media", "data", "metadata", "criteria", "information", "equipment", "staff",
    "feedback", "analytics", "mathematics", "physics", "economics", "politics", "logistics", "chaos", "cosmos", "sheep",
    "fish", "gps", "sms", "dns", "css", "tls", "aws", "rss", "https", "ios", "pos", "always", "perhaps", "this", "does",
    "has", "was", "as", "is", "us", "yes",
  ]
}
