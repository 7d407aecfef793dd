import PredicateModel
import PredicateSyntax

/// Names that are each used once. If two names look the same (`é` in one scalar and in two), the second gets a number: a statement could not
/// distinguish them.
package struct NamePool {
  /// Swift's strings are equal when they look alike.
  private var taken: Set<String> = []

  package init() {}

  /// Takes the first of the wishes that is free, or the last followed by a number. Empty wishes are skipped; if all are empty the names are
  /// `unnamed`, `unnamed2` ….
  package mutating func take(_ wishes: String...) -> String {
    let wishes = wishes.filter { !$0.isEmpty }
    for wish in wishes where takeAsItIs(wish) { return wish }
    let base = wishes.last ?? "unnamed"
    if wishes.isEmpty, takeAsItIs(base) { return base }
    var number = 2
    while true {
      let name = "\(base)\(number)"
      if takeAsItIs(name) { return name }
      number += 1
    }
  }

  /// Takes a name if it is free. `self` never is: in predicates it is the object.
  package mutating func takeAsItIs(_ name: String) -> Bool {
    !name.isSameSQLName(as: "self") && taken.insert(name).inserted
  }
}

/// The names of relationships, by those of foreign keys and tables.
struct LinkNames {
  /// The name of a foreign key's column without its ending: `album_id`, `AlbumId`, `albumID` and `fk_album` are `album`. The ending may also be the
  /// name of the referenced column (`country_code` of `code`). Nil if the rest is empty.
  static func stem(ofColumn column: String, referencing referenced: String?) -> NameWords? {
    let words = NameWords(column)
    var stem = words
    let endings = ["id", "key", "fk"].map { NameWords($0) } + [referenced.map { NameWords($0) }].compactMap(\.self)
    if let shorter = endings.lazy.compactMap({ words.droppingLast($0) }).first {
      stem = shorter
    } else if let shorter = ["fk", "id"].lazy.compactMap({ words.droppingFirst($0) }).first {
      stem = shorter
    }
    return stem.isEmpty ? nil : stem
  }

  /// Whether a foreign key's column has no ending, so that its plain name is the relationship's.
  static func isBare(column: String, referencing referenced: String?) -> Bool {
    stem(ofColumn: column, referencing: referenced)?.words.count == NameWords(column).words.count
  }

  /// The inverse of a foreign key.
  ///
  /// - Parameters:
  ///   - source: The table that holds the key.
  ///   - stem: The name of the key, if it has one.
  ///   - isLoop: Whether it refers to its own table.
  ///   - isAlone: Whether it is the only key from its table to the other.
  ///   - isToOne: Whether at most one row has a key.
  static func inverse(
    source: NameWords, stem: NameWords?, destination: NameWords, isLoop: Bool, isAlone: Bool, isToOne: Bool
  ) -> (wish: String, qualified: String) {
    let plain = isToOne ? NameWords(source.entity).member : source.plural
    guard let stem else { return (plain, NameWords("related").followed(by: source).plural) }
    let one = NameWords(isToOne ? source.entity : source.plural)
    // Orders by their `billing_address_id` are an address's billing orders.
    let role = stem.droppingLast(NameWords(destination.entity)).flatMap { $0.isEmpty ? nil : $0 } ?? stem
    let isVerb = ["by", "to", "from", "in", "at", "of", "for", "with", "via", "on"].contains(stem.lastWord)
    let qualified = (isVerb ? one.followed(by: stem) : role.followed(by: one)).member
    if isLoop, let known = loop(stem, isToOne: isToOne) { return (known, qualified) }
    if isLoop {
      return (
        (isVerb ? one.followed(by: stem) : one.followed(by: NameWords("by")).followed(by: stem)).member, qualified
      )
    }
    return isAlone ? (plain, qualified) : (qualified, qualified)
  }

  /// Pairs of names that everybody uses for trees.
  private static func loop(_ stem: NameWords, isToOne: Bool) -> String? {
    let pairs: [(String, one: String, many: String)] = [
      ("parent", "child", "children"), ("manager", "report", "reports"), ("boss", "report", "reports"),
      ("supervisor", "report", "reports"), ("reportsTo", "report", "reports"), ("mentor", "mentee", "mentees"),
      ("replyTo", "reply", "replies"), ("inReplyTo", "reply", "replies"), ("previous", "next", "nextOnes"),
      ("next", "previous", "previousOnes"), ("leader", "follower", "followers"), ("original", "copy", "copies"),
      ("mother", "childOfMother", "childrenOfMother"), ("father", "childOfFather", "childrenOfFather"),
    ]
    let spelled = [stem.member, NameWords(stem.words.last ?? "").member]
    for spelling in spelled {
      guard let pair = pairs.first(where: { $0.0.isSameSQLName(as: spelling) }) else { continue }
      return isToOne ? pair.one : pair.many
    }
    return nil
  }
}
