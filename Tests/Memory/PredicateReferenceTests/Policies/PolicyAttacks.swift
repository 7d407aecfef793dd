/// The texts that attackers might try to learn more than a policy shows.
enum PolicyAttacks {
  /// Paths to a hidden property of `PolicyUser`. `•` is replaced by its name.
  static let ofUsers = [
    "author.• BEGINSWITH 'd'", "author.• == nil", "author.• != nil", "SELF.author.• == 'd000'",
    "author.self.• == 'd000'", "author.SELF.• == 'd000'", "(author).• == 'd000'", "author.\"•\" == 'd000'",
    "author.#• == 'd000'", "coauthor.• == nil", "ANY reviewers.• BEGINSWITH 'd'", "ALL reviewers.• BEGINSWITH 'd'",
    "NONE reviewers.• BEGINSWITH 'd'", "SOME reviewers.• BEGINSWITH 'd'", "'d000' IN reviewers.•",
    "reviewers.• CONTAINS 'd000'", "reviewers.•.@count == 2", "reviewers.@max.• == 'd000'",
    "reviewers.@min.• == 'd000'", "reviewers.@distinctUnionOfObjects.•.@count == 2",
    "reviewers.@unionOfObjects.•.@count == 2", "reviewers.@sum.• > 0", "reviewers.@avg.• > 0",
    "SUBQUERY(reviewers, $u, $u.• BEGINSWITH 'd').@count > 0",
    "SUBQUERY(reviewers, $u, SUBQUERY($u.posts, $p, $p.author.• == 'd000').@count > 0).@count > 0",
    "SUBQUERY(reviewers, $u, $u == author AND author.• == 'd000').@count > 0",
    "SUBQUERY(reviewers, $u, YES == YES).• == {'d000'}", "SUBQUERY(author.posts, $p, $p.author.• == 'd000').@count > 0",
    "SUBQUERY(reviewers, $u, $u.name == author.•).@count > 0",
    "SUBQUERY(reviewers, $u, ANY $u.posts.author.• BEGINSWITH 'd').@count > 0", "length(author.•) == 4",
    "uppercase(author.•) == 'D000'",
    "FUNCTION(author.•, 'length') == 4", "CAST(author.•, 'NSNumber') == 1", "CAST(author.•, 'NSString') == 'd000'",
    "TERNARY(author.• == 'd000', 1, 0) == 1", "author.• IN {'d000', 'x'}", "author.• BETWEEN {'a', 'z'}",
    "author.• LIKE 'd*'", "author.• MATCHES 'd.*'", "author.• CONTAINS[cd] 'E'", "author.• ENDSWITH 'f'",
    "author.• + 'x' == 'd000x'", "reviewers[0].• == 'd000'", "reviewers[FIRST].• == 'd000'",
    "reviewers[LAST].• == 'd000'", "reviewers[author.•].name == 'Ada'", "title == author.•", "title < author.•",
    "ANY author.posts.author.• BEGINSWITH 'd'", "author.•.length == 8", "author.•.foo == 1",
    "distinct(reviewers.•).@count == 2", "median(reviewers.•) == 1",
    "(reviewers.• INTERSECT {'d000'}).@count == 1", "NOT author.• == 'd000'",
    "year == 1990 OR author.• == 'd000'", "author.• == $value", "author.• ==[l] 'd000'",
    "FUNCTION(author, 'self').• == 'd000'", "{author}[0].• == 'd000'", "SELF[0].• == 'd000'",
  ]

  /// Expressions that involve hidden values but do not contain a hidden name.
  static let others = [
    // Names from the runtime, or names that no table lists.
    "author.token BEGINSWITH 'd'", "author.class == 'x'", "author.description CONTAINS 'd'",
    "FUNCTION(author, 'valueForKey:', 'passwordHash') == 'd000'", "valueForKeyPath('author.passwordHash') == 'd000'",
    "FUNCTION(SELF, 'description') CONTAINS 'd'", "draftNote BEGINSWITH 'd'", "SELF.draftNote == 'plain'",
    // Structs whose equality reads hidden properties.
    "site == office", "site != office", "site IN {office}", "{site} == {office}", "ANY reviewers.posts.site == office",
    "site.doorCode == '0000'", "({site} UNION {office}).@count == 1", "SELF == SELF", "SELF IN author.posts",
    "author.posts.@distinctUnionOfObjects.site.@count == 1", "distinct(author.posts.site).@count == 1",
    "TERNARY(year > 1995, site, office) == office",
    // Objects as texts, numbers, dictionaries.
    "CAST(author, 'NSString') CONTAINS 'd'", "CAST(site, 'NSString') CONTAINS 'd'", "CAST(SELF, 'NSDictionary') == nil",
    "CAST(site, 'NSDictionary').doorCode == '0000'", "CAST(reviewers, 'NSArray')[0].passwordHash == 'd000'",
    "CAST(author, 'NSManagedObjectID') == author", "author + 1 == 2", "max(reviewers) == author",
    // Values of types without a table, and types that are known only when a predicate runs.
    "vault.secret BEGINSWITH 'd'", "vault == nil", "vault != vault", "payload.secret BEGINSWITH 'd'",
    "payload == vault",
    "payload.passwordHash BEGINSWITH 'd'", "payload.token != nil", "users.owner.passwordHash BEGINSWITH 'd'",
    "users.owner.token BEGINSWITH 'd'", "users.@count == 1", "CAST(payload, 'NSString') CONTAINS 'd'",
    // Variables, arguments, and names that are passed in other ways.
    "author.$key == 'd000'", "$policy == nil", "author.%K == 'd000'", "%@ == 1", "$user.name == 'Ada'",
    // Classes, selectors, other engines.
    "CAST('NSFileManager', 'Class') == nil", "SELF isKindOfClass: author", "FETCH(title, author, NO) == 1",
    "ANYKEY == 1", "random() == author.passwordHash", "loadFile('x') == 1", "PolicyUser.@count == 2",
    "PolicyUser.@max.passwordHash == 'd000'",
  ]

  /// Misspelled hidden names. An issue could suggest the right name.
  static let nearMisses = [
    "author.passwordHas == 'x'", "author.passwordhash == 'x'", "author.password == 'x'", "author.tokn == 'x'",
    "draftNot == 'x'", "draftnote == 'x'", "site.doorcode == 'x'", "site.dorCode == 'x'", "SELF.draftNoe == 'x'",
    "ANY reviewers.pasword == 'x'", "SUBQUERY(reviewers, $u, $u.passwordHahs == 'x').@count > 0",
    "reviewers.@max.passwordHsh == 'x'",
  ]

  /// Allowed texts whose work might depend on hidden values.
  static let timed = [
    "author == coauthor", "ANY reviewers == author", "site.city == 'Wien'", "author.name LIKE '*a*'",
    "ANY reviewers.posts.title MATCHES 'I.*'", "SUBQUERY(reviewers, $u, $u.name BEGINSWITH 'A').@count > 0",
    "TERNARY(year > 1995, author.name, title) CONTAINS 'd'", "reviewers.posts.@count > 1", "body CONTAINS[cd] 'Y'",
    "author.posts.site.city.@count == 1",
  ]

  /// Sort keys that attackers might try. `•` is replaced by a hidden property of `PolicyUser`.
  static let sortKeys = [
    "author.•", "SELF.author.•", "reviewers.@max.•", "reviewers[0].•", "length(author.•)", "author.•.length",
    "SUBQUERY(reviewers, $u, $u.• BEGINSWITH 'd').@count", "TERNARY(author.• == 'd000', 1, 2)", "reviewers.•.@count",
    "uppercase(author.•)", "CAST(author.•, 'NSString')", "FUNCTION(author.•, 'length')", "author.posts.@max.author.•",
  ]

  /// Expressions that would need very much time or memory.
  static let floods: [String] = {
    let wide = String(repeating: "a", count: 40)
    var replaced = "'\(wide)'"
    for _ in 0..<20 { replaced = "replace(\(replaced), 'a', '\(wide)')" }
    var joined = "title"
    for _ in 0..<40 { joined = "TERNARY(score <= \(joined == "title" ? "score" : joined), score, year)" }
    var doubled = "$x30 != ''"
    for level in (1...30).reversed() {
      doubled = "SUBQUERY({$x\(level - 1) + $x\(level - 1)}, $x\(level), \(doubled)).@count > 0"
    }
    doubled = "SUBQUERY(tags, $x0, \(doubled)).@count > 0"
    var nested = "$u0.name == 'x'"
    for level in (0..<12).reversed() {
      let start = level == 0 ? "reviewers" : "$u\(level - 1).posts.reviewers"
      nested = "SUBQUERY(\(start), $u\(level), \(nested.replacing("$u0", with: "$u\(level)"))).@count > 0"
    }
    let assigned = (1...40).map { "($v\($0) := \($0 == 1 ? "title + title" : "$v\($0 - 1) + $v\($0 - 1)")) != ''" }
    return [
      "body MATCHES '(x+x+)+(?=y)y.z'", "body MATCHES '(x*)*\\\\1z'", "body MATCHES '((((x+)+)+)+)+(?!y)z'",
      "title MATCHES '(.{1,1000}){1,1000}(?=z)'", "body LIKE '\(String(repeating: "*x", count: 900))*z'",
      "body LIKE '\(String(repeating: "?*", count: 900))z'", "ANY reviewers.posts.body LIKE '*x*x*x*x*x*x*z'",
      "\(replaced) == ''", "length(\(replaced)) > 0", "\(joined) == 1", doubled, nested,
      assigned.joined(separator: " OR "), "title IN {\(Array(repeating: "'x'", count: 900).joined(separator: ", "))}",
      Array(repeating: "title == 'x'", count: 600).joined(separator: " OR "),
      String(repeating: "(", count: 200) + "title == 'x'" + String(repeating: ")", count: 200),
      String(repeating: "NOT ", count: 300) + "title == 'x'", "title == '\(String(repeating: "x", count: 5_000))'",
      "ANY reviewers.posts.reviewers.posts.reviewers.posts.reviewers.posts.reviewers.name == 'x'",
      "2 ** 9999999 ** 9999999 > 1", "CAST('\(String(repeating: "9", count: 3_000))', 'NSDecimalNumber') > 1",
      "body CONTAINS[cd] '\(String(repeating: "x", count: 3_000))y'",
    ]
  }()
}
