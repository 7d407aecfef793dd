import PredicateTestSupport

/// Names of tables and columns: ordinary ones, keywords of SQL and of predicates, and whatever else SQLite takes between quotes.
struct RandomNames {
  private static let ordinaryTables = [
    "person", "orders", "Order Details", "tag", "node", "item", "movies", "category", "AlbumTrack", "note", "box",
  ]
  private static let ordinaryColumns = [
    "name", "title", "year", "amount", "price", "flag", "created_at", "UnitPrice", "note", "code", "label", "v", "n",
  ]
  private static let keywords = [
    "true", "false", "null", "select", "order", "group", "where", "from", "limit", "offset", "having", "by", "index",
    "table", "values", "is", "not", "case", "union", "default", "exists", "cast", "between", "current_date",
  ]
  private static let predicateWords = [
    "SELF", "ANY", "ALL", "nil", "AND", "BETWEEN", "Count", "Where", "count", "size", "first", "last", "SUBQUERY",
    "TRUEPREDICATE", "in", "like", "matches", "sort", "distinct", "show", "self", "FUNCTION",
  ]
  private static let strange = [
    "a b", "a\"b", "a'b", "a[b]", "a.b", "a`b", "ünïcode", "名前", "e\u{301}", "é", "É", "😀", " ", "", "_", "1st",
    "rowid", "_rowid_", "oid", "id", "Ä", "ä", "a;b", "a--b", "a/*b", "%@", "$x", "@count", "#x", "a\\b", "K",
    "\u{212A}",
    "sqlite", "t0", "k", "a\nb", "%K", "[a]", "?1", ":a", "ſ", "ID",
  ]

  private var taken: Set<[UInt8]> = []
  /// The features of the returned names.
  private(set) var features: Set<DatabaseFeature> = []

  /// A name for a table that is not taken.
  mutating func table(_ random: inout SplitMix64) -> String { take(Self.ordinaryTables, &random) }

  /// A name for a column that is not taken.
  mutating func column(_ random: inout SplitMix64) -> String { take(Self.ordinaryColumns, &random) }

  /// The desired name if it is free, otherwise another name.
  mutating func take(_ wish: String, _ random: inout SplitMix64) -> String {
    insert(wish) ? wish : column(&random)
  }

  private mutating func take(_ ordinary: [String], _ random: inout SplitMix64) -> String {
    let style = Int.random(in: 0..<10, using: &random)
    let pool: [String]
    let feature: DatabaseFeature?
    switch style {
    case 0: (pool, feature) = (Self.keywords, .keywordOfSQL)
    case 1: (pool, feature) = (Self.predicateWords, .keywordOfPredicates)
    case 2, 3: (pool, feature) = (Self.strange, .strangeName)
    default: (pool, feature) = (ordinary, nil)
    }
    for _ in 0..<4 {
      let name = random.pick(pool)
      guard insert(name) else { continue }
      if let feature { features.insert(feature) }
      if ["true", "false"].contains(name) { features.insert(.nameOfTruth) }
      if name.isEmpty { features.insert(.emptyName) }
      if ["Count", "Where"].contains(name) { features.insert(.nameOfClause) }
      noteCase(of: name)
      return name
    }
    var number = 2
    while true {
      let name = "\(random.pick(ordinary))\(number)"
      if insert(name) { return name }
      number += 1
    }
  }

  /// Adds a name unless it is taken. Names that differ only in the case of ASCII letters are the same for SQLite.
  private mutating func insert(_ name: String) -> Bool {
    taken.insert(name.utf8.map { (65...90).contains($0) ? $0 + 32 : $0 }).inserted
  }

  private mutating func noteCase(of name: String) {
    for pair in [("é", "É"), ("Ä", "ä"), ("K", "\u{212A}")] {
      let keys = [pair.0, pair.1].map { $0.utf8.map { (65...90).contains($0) ? $0 + 32 : $0 } }
      if keys.allSatisfy({ taken.contains($0) }) { features.insert(.namesThatDifferInCase) }
    }
  }
}
