import PredicateModel
import PredicateSyntax

/// Gives out names, each of them once. If two names look the same (`é` as one scalar and as two), the second gets a number, because people could not
/// distinguish them in a statement.
package struct NamePool {
  /// The names that are taken. Swift compares strings so that names which look the same are equal.
  private var taken: Set<String> = []

  package init() {}

  /// Takes the first free name of `wishes`. If none is free, takes the last one with a number. Empty wishes are skipped. If all are empty, the names
  /// are `unnamed`, `unnamed2` ….
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

  /// Takes a name if it is free. `self` is never free, because it means the object in predicates.
  package mutating func takeAsItIs(_ name: String) -> Bool {
    !name.isSameSQLName(as: "self") && taken.insert(name).inserted
  }
}

/// Makes the names of relationships from the names of foreign keys and tables.
struct LinkNames {
  /// The name of a foreign key's column without its ending: `album_id`, `AlbumId`, `albumID` and `fk_album` all give `album`. The ending may also be
  /// the name of the referenced column (`country_code` refers to `code`). Nil if nothing remains.
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

  /// Whether a foreign key's column has no ending, so that the relationship gets its plain name.
  static func isBare(column: String, referencing referenced: String?) -> Bool {
    stem(ofColumn: column, referencing: referenced)?.words.count == NameWords(column).words.count
  }

  /// The name of the inverse of a foreign key.
  ///
  /// - Parameters:
  ///   - source: The table with the foreign key.
  ///   - stem: The name of the foreign key without its ending; nil if nothing remains.
  ///   - isLoop: Whether the foreign key refers to its own table.
  ///   - isAlone: Whether the source has no other foreign key to the destination.
  ///   - isToOne: Whether at most one row refers to each key.
  static func inverse(
    source: NameWords, stem: NameWords?, destination: NameWords, isLoop: Bool, isAlone: Bool, isToOne: Bool
  ) -> (wish: String, qualified: String) {
    let plain = isToOne ? NameWords(source.entity).member : source.plural
    guard let stem else { return (plain, NameWords("related").followed(by: source).plural) }
    let one = NameWords(isToOne ? source.entity : source.plural)
    // The inverse of `billing_address_id` in orders is `billingOrders` of an address.
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

  /// The usual pairs of names for trees, such as parent and children.
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
