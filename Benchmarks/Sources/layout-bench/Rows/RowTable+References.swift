import Foundation

// References to instances of classes.
extension RowTable where Element == Club<Reflected> {
  mutating func addReferences() {
    add(.reference, .comparison, "parent.size > 5000") { $0.parent.size > 5000 }
    add(.reference, .comparison, "parent.name == 'star Raven 7'") { $0.parent.name == "star Raven 7" }
    add(.reference, .twoProperties, "parent.size > home.zip") { $0.parent.size > $0.home.zip }
    add(.reference, .twoProperties, "parent == next") { $0.parent === $0.next }
    add(.reference, .nilTest, "parent.comment == nil") { $0.parent.comment == nil }
    add(.reference, .in2, "parent.size IN {1000, 5005}") { [1000, 5005].contains($0.parent.size) }
    add(.reference, .in20, "parent.size IN %@", Lists.zips) { clubs in
      let wanted = Set(Lists.zips)
      return clubs.countMatches { wanted.contains($0.parent.size) }
    }
    add(.reference, .between, "parent.size BETWEEN {1000, 2000}") { (1000...2000).contains($0.parent.size) }
    add(.reference, .text, "parent.name BEGINSWITH 'The '") { $0.parent.name.hasPrefix("The ") }
    add(.reference, .caseless, "parent.name CONTAINS[c] 'RAVEN'") { $0.parent.name.lowercased().contains("raven") }
    add(.reference, .arithmetic, "parent.size * 2 > 10000") { $0.parent.size * 2 > 10000 }
    add(.reference, .function, "length:(parent.name) > 20") { $0.parent.name.utf16.count > 20 }
    add(.reference, .count, "parent.children.@count > 19") { $0.parent.children.count > 19 }
    add(.reference, .any, "ANY parent.children.size > 9990") { $0.parent.children.contains { $0.size > 9990 } }
    add(.reference, .all, "ALL parent.children.size > 500") { $0.parent.children.allSatisfy { $0.size > 500 } }
    add(.reference, .aggregate, "parent.children.@max.size > 9900") {
      ($0.parent.children.map { $0.size }.max() ?? 0) > 9900
    }
    add(.reference, .subquery, "SUBQUERY(parent.children, $c, $c.size > 9000 AND $c.comment == nil).@count > 1") {
      $0.parent.children.count { $0.size > 9000 && $0.comment == nil } > 1
    }
  }

  mutating func addOptionalReferences() {
    add(.optionalReference, .nilTest, "next == nil") { $0.next == nil }
    add(.optionalReference, .nilTest, "next.comment == nil") { $0.next?.comment == nil }
    add(.optionalReference, .comparison, "next.size > 5000") { club in club.next.map { $0.size > 5000 } ?? false }
    add(.optionalReference, .comparison, "next.name == 'star Raven 7'") { $0.next?.name == "star Raven 7" }
    add(.optionalReference, .twoProperties, "next.size > home.zip") { club in
      club.next.map { $0.size > club.home.zip } ?? false
    }
    add(.optionalReference, .in20, "next.size IN %@", Lists.zips) { clubs in
      let wanted = Set(Lists.zips)
      return clubs.countMatches { club in club.next.map { wanted.contains($0.size) } ?? false }
    }
    add(.optionalReference, .between, "next.size BETWEEN {1000, 2000}") { club in
      club.next.map { (1000...2000).contains($0.size) } ?? false
    }
    add(.optionalReference, .text, "next.name ENDSWITH '7'") { $0.next?.name.hasSuffix("7") ?? false }
    add(.optionalReference, .arithmetic, "next.size * 2 > 10000") { club in
      club.next.map { $0.size * 2 > 10000 } ?? false
    }
    add(.optionalReference, .count, "next.children.@count > 19") { club in
      club.next.map { $0.children.count > 19 } ?? false
    }

    add(.chain, .nilTest, "parent.parent == nil") { $0.parent.parent == nil }
    add(.chain, .comparison, "parent.parent.size > 5000") { club in
      club.parent.parent.map { $0.size > 5000 } ?? false
    }
    add(.chain, .comparison, "next.next.size > 5000") { club in club.next?.next.map { $0.size > 5000 } ?? false }
    add(.chain, .twoProperties, "parent.parent.size > parent.size") { club in
      club.parent.parent.map { $0.size > club.parent.size } ?? false
    }
    add(.chain, .in20, "parent.next.size IN %@", Lists.zips) { clubs in
      let wanted = Set(Lists.zips)
      return clubs.countMatches { club in club.parent.next.map { wanted.contains($0.size) } ?? false }
    }
    add(.chain, .between, "parent.next.size BETWEEN {1000, 2000}") { club in
      club.parent.next.map { (1000...2000).contains($0.size) } ?? false
    }
    add(.chain, .text, "parent.next.name BEGINSWITH 'The '") { $0.parent.next?.name.hasPrefix("The ") ?? false }
    add(.chain, .arithmetic, "parent.next.size + parent.size > 10000") { club in
      club.parent.next.map { $0.size + club.parent.size > 10000 } ?? false
    }
  }
}
