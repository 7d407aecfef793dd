import Foundation

// Instances of a class as elements.
extension RowTable where Element == Entry<Reflected> {
  /// The rows about instances of a class.
  static func entries() -> RowTable {
    var table = RowTable()
    table.addValues()
    table.addRelated()
    return table
  }

  private mutating func addValues() {
    add(.classElement, .comparison, "year > 1990 AND rating >= 7.5") { $0.year > 1990 && $0.rating >= 7.5 }
    add(.classElement, .comparison, "title == 'star Raven 7'") { $0.title == "star Raven 7" }
    add(.classElement, .comparison, "bought > %@", Samples.date(2000)) { entries in
      let limit = Samples.date(2000)
      return entries.countMatches { $0.bought > limit }
    }
    add(.classElement, .comparison, "level >= 2") { entry in entry.level.map { $0.rawValue >= 2 } ?? false }
    add(.classElement, .comparison, "price > 12.5") { entries in
      let limit: Decimal = 12.5
      return entries.countMatches { $0.price > limit }
    }
    add(.classElement, .twoProperties, "year > published") { $0.year > $0.published }
    add(.classElement, .nilTest, "link != nil") { $0.link != nil }
    add(.classElement, .nilTest, "pages == nil") { $0.pages == nil }
    add(.classElement, .in2, "genre IN {'noir', 'drama'}") { [.noir, .drama].contains($0.genre) }
    add(.classElement, .in2, "stars IN {1, 3, 5}") { [1, 3, 5].contains($0.stars) }
    add(.classElement, .in20, "year IN %@", Lists.years) { entries in
      let wanted = Set(Lists.years)
      return entries.countMatches { wanted.contains($0.year) }
    }
    add(.classElement, .between, "year BETWEEN {1980, 1989}") { (1980...1989).contains($0.year) }
    add(.classElement, .text, "title BEGINSWITH 'The '") { $0.title.hasPrefix("The ") }
    add(.classElement, .caseless, "title CONTAINS[c] 'raven'") { $0.title.lowercased().contains("raven") }
    add(.classElement, .arithmetic, "year * 2 + 1 > 3990 AND (year - 1900) / 10 == 9") {
      $0.year * 2 + 1 > 3990 && ($0.year - 1900) / 10 == 9
    }
    add(.classElement, .function, "length:(title) > 20") { $0.title.utf16.count > 20 }
    add(.classElement, .ternary, "TERNARY(lent == YES, year, published) > 1990") {
      ($0.lent ? $0.year : $0.published) > 1990
    }
  }

  private mutating func addRelated() {
    add(.classElement, .comparison, "home.zip > 50000") { $0.home.zip > 50000 }
    add(.classElement, .nilTest, "owner == nil") { $0.owner == nil }
    add(.classElement, .comparison, "owner.age > 40") { entry in entry.owner.map { $0.age > 40 } ?? false }
    add(.classElement, .nilTest, "next == nil") { $0.next == nil }
    add(.classElement, .comparison, "parent.size > 5000") { $0.parent.size > 5000 }
    add(.classElement, .comparison, "parent.parent.size > 5000") { entry in
      entry.parent.parent.map { $0.size > 5000 } ?? false
    }
    add(.classElement, .count, "parent.children.@count > 19") { $0.parent.children.count > 19 }
    add(.classElement, .any, "ANY parent.children.size > 9990") { $0.parent.children.contains { $0.size > 9990 } }
    add(.classElement, .any, "ANY loans.days > 50") { $0.loans.contains { $0.days > 50 } }
    add(.classElement, .all, "ALL marks > 10") { $0.marks.allSatisfy { $0 > 10 } }
    add(.classElement, .count, "names.@count > 2") { $0.names.count > 2 }
    add(.classElement, .member, "'Emma' IN names") { $0.names.contains("Emma") }
    add(.classElement, .aggregate, "loans.@sum.days > 100") { $0.loans.reduce(0) { $0 + $1.days } > 100 }
    add(.classElement, .subquery, "SUBQUERY(loans, $l, $l.returned == nil AND $l.days > 30).@count > 0") {
      $0.loans.contains { $0.returned == nil && $0.days > 30 }
    }
  }
}
