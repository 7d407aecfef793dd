/// The rewrites that make a statement faster and keep its meaning.
///
/// Each rewrite can be switched separately. Without any, a statement follows its condition literally: EXISTS for each range, a join for each to-one
/// step, a registered function for each string test.
package struct SQLRewrites: OptionSet, Sendable, Hashable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  /// `EXISTS (SELECT 1 FROM loan WHERE film_id = t0.id AND …)` → `t0.id IN (SELECT film_id FROM loan WHERE …)`.
  package static let semiJoins = SQLRewrites(rawValue: 1 << 0)
  /// If few rows meet another condition, or if there is a limit, each row is tested separately: ``semiJoins`` and ``targets`` are not applied.
  package static let fewRows = SQLRewrites(rawValue: 1 << 1)
  /// `(SELECT COUNT(*) …) >= 2` → `t0.id IN (SELECT film_id … GROUP BY film_id HAVING COUNT(*) >= 2)`.
  package static let countGroups = SQLRewrites(rawValue: 1 << 2)
  /// In ``countGroups``, a condition on the objects of a join table is evaluated once per object, not once per pair.
  package static let pairTargets = SQLRewrites(rawValue: 1 << 3)
  /// A path of four or more to-many steps is a nested set of keys for each step, not a join.
  package static let chains = SQLRewrites(rawValue: 1 << 4)
  /// `friend.name == "Hugo"` → `t0.friend_id IN (SELECT id FROM friend WHERE name = ?)`.
  package static let targets = SQLRewrites(rawValue: 1 << 5)
  /// `SELECT t0.id FROM film t0 WHERE t0.id IN (SELECT film_id …)` → `SELECT film_id …`.
  package static let keysAlone = SQLRewrites(rawValue: 1 << 6)
  /// Two to-one objects are compared without the index of the inner object, if an index finds the row that the inner path starts from.
  package static let startFirst = SQLRewrites(rawValue: 1 << 7)
  /// An EXISTS gets additional conditions: the outer values that its elements must equal are not NULL.
  package static let neededValues = SQLRewrites(rawValue: 1 << 8)
  /// Comparisons that cannot fail are repeated before a CASE that keeps the later conditions in order.
  package static let earlyTests = SQLRewrites(rawValue: 1 << 9)
  /// The cheapest conditions of a conjunction or disjunction come first.
  package static let costOrder = SQLRewrites(rawValue: 1 << 10)

  /// `SELECT … FROM film t0 LEFT JOIN friend t1 … ORDER BY t0.year LIMIT 5` → `SELECT … FROM (SELECT … FROM film t0 … LIMIT 5) t0 LEFT JOIN …`.
  package static let lateJoins = SQLRewrites(rawValue: 1 << 11)

  /// A rewrite of one database, by its number in that database.
  package init(ofDatabase number: Int) { self.init(rawValue: 1 << (32 + number)) }

  /// Every rewrite of this target, with its name.
  package static let neutral: [(name: String, rewrite: SQLRewrites)] = [
    ("semiJoins", .semiJoins), ("fewRows", .fewRows), ("countGroups", .countGroups), ("pairTargets", .pairTargets),
    ("chains", .chains), ("targets", .targets), ("keysAlone", .keysAlone), ("startFirst", .startFirst),
    ("neededValues", .neededValues), ("earlyTests", .earlyTests), ("costOrder", .costOrder),
    ("lateJoins", .lateJoins),
  ]
}
