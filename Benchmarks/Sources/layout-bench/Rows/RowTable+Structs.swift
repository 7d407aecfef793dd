import Foundation

// Structs and optional structs.
extension RowTable where Element == Club<Reflected> {
  mutating func addStructs() {
    add(.nested, .comparison, "home.zip > 50000") { $0.home.zip > 50000 }
    add(.nested, .comparison, "home.city == 'Raven'") { $0.home.city == "Raven" }
    add(.nested, .comparison, "home.spot.east > 180") { $0.home.spot.east > 180 }
    add(.nested, .twoProperties, "home.zip > year") { $0.home.zip > $0.year }
    add(.nested, .twoProperties, "home.spot.east > home.spot.north") { $0.home.spot.east > $0.home.spot.north }
    add(.nested, .nilTest, "home.floor == nil") { $0.home.floor == nil }
    add(.nested, .nilTest, "home.note != nil") { $0.home.note != nil }
    add(.nested, .in2, "home.zip IN {1000, 50500}") { [1000, 50500].contains($0.home.zip) }
    add(.nested, .in20, "home.city IN %@", Lists.words) { clubs in
      let wanted = Set(Lists.words)
      return clubs.countMatches { wanted.contains($0.home.city) }
    }
    add(.nested, .between, "home.zip BETWEEN {10000, 20000}") { (10000...20000).contains($0.home.zip) }
    add(.nested, .text, "home.city BEGINSWITH 'S'") { $0.home.city.hasPrefix("S") }
    add(.nested, .caseless, "home.city CONTAINS[c] 'AR'") { $0.home.city.lowercased().contains("ar") }
    add(.nested, .arithmetic, "home.zip * 2 > 50000") { $0.home.zip * 2 > 50000 }
    add(.nested, .function, "length:(home.city) > 5") { $0.home.city.utf16.count > 5 }
    add(.nested, .ternary, "TERNARY(year > 1990, home.zip, year) > 1980") {
      ($0.year > 1990 ? $0.home.zip : $0.year) > 1980
    }
  }

  mutating func addOptionalStructs() {
    add(.optionalNested, .nilTest, "owner == nil") { $0.owner == nil }
    add(.optionalNested, .nilTest, "owner != nil") { $0.owner != nil }
    add(.optionalNested, .nilTest, "owner.email == nil") { $0.owner?.email == nil }
    add(.optionalNested, .comparison, "owner.age > 40") { club in club.owner.map { $0.age > 40 } ?? false }
    add(.optionalNested, .comparison, "owner.name == 'Emma'") { $0.owner?.name == "Emma" }
    add(.optionalNested, .comparison, "owner.home.zip > 50000") { club in
      club.owner.map { $0.home.zip > 50000 } ?? false
    }
    add(.optionalNested, .twoProperties, "owner.home.zip > home.zip") { club in
      club.owner.map { $0.home.zip > club.home.zip } ?? false
    }
    add(.optionalNested, .in2, "owner.age IN {30, 40}") { club in
      club.owner.map { [30, 40].contains($0.age) } ?? false
    }
    add(.optionalNested, .in20, "owner.name IN %@", Lists.names) { clubs in
      let wanted = Set(Lists.names)
      return clubs.countMatches { club in club.owner.map { wanted.contains($0.name) } ?? false }
    }
    add(.optionalNested, .between, "owner.age BETWEEN {30, 40}") { club in
      club.owner.map { (30...40).contains($0.age) } ?? false
    }
    add(.optionalNested, .text, "owner.name ENDSWITH 'son'") { $0.owner?.name.hasSuffix("son") ?? false }
    add(.optionalNested, .caseless, "owner.name BEGINSWITH[c] 'e'") {
      $0.owner?.name.lowercased().hasPrefix("e") ?? false
    }
    add(.optionalNested, .arithmetic, "owner.age * 2 > 80") { club in club.owner.map { $0.age * 2 > 80 } ?? false }
    add(.optionalNested, .function, "length:(owner.name) > 5") { ($0.owner?.name.utf16.count ?? 0) > 5 }
    add(.optionalNested, .ternary, "TERNARY(owner == nil, year, owner.age) > 40") {
      ($0.owner?.age ?? $0.year) > 40
    }
  }
}
