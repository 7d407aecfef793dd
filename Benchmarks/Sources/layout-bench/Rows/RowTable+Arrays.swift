import Foundation

// Arrays of values.
extension RowTable where Element == Club<Reflected> {
  mutating func addArraysOfNumbers() {
    add(.intArray, .any, "ANY marks > 90") { $0.marks.contains { $0 > 90 } }
    add(.intArray, .any, "ANY marks IN {20, 40}") { $0.marks.contains { [20, 40].contains($0) } }
    add(.intArray, .any, "ANY marks IN %@", Lists.numbers) { clubs in
      let wanted = Set(Lists.numbers)
      return clubs.countMatches { $0.marks.contains { wanted.contains($0) } }
    }
    add(.intArray, .all, "ALL marks > 10") { $0.marks.allSatisfy { $0 > 10 } }
    add(.intArray, .none, "NONE marks == 50") { !$0.marks.contains(50) }
    add(.intArray, .member, "50 IN marks") { $0.marks.contains(50) }
    add(.intArray, .member, "owner.age IN marks") { club in club.owner.map { club.marks.contains($0.age) } ?? false }
    add(.intArray, .count, "marks.@count > 3") { $0.marks.count > 3 }
    add(.intArray, .aggregate, "marks.@sum.self > 200") { $0.marks.reduce(0, +) > 200 }
    add(.intArray, .aggregate, "marks.@max.self > 90") { ($0.marks.max() ?? 0) > 90 }
    add(.intArray, .aggregate, "marks.@avg.self > 50") {
      !$0.marks.isEmpty && Double($0.marks.reduce(0, +)) / Double($0.marks.count) > 50
    }
    add(.intArray, .subquery, "SUBQUERY(marks, $m, $m > 10 AND $m < 50).@count > 1") {
      $0.marks.count { $0 > 10 && $0 < 50 } > 1
    }
    add(.intArray, .function, "sum:(marks) > 200") { $0.marks.reduce(0, +) > 200 }
    add(.intArray, .comparison, "marks[0] > 50") { club in club.marks.first.map { $0 > 50 } ?? false }
    add(.intArray, .arithmetic, "SUBQUERY(marks, $m, $m * 2 > 180).@count > 0") { $0.marks.contains { $0 * 2 > 180 } }

    add(.optionalIntArray, .nilTest, "spare == nil") { $0.spare == nil }
    add(.optionalIntArray, .any, "ANY spare > 90") { $0.spare?.contains { $0 > 90 } ?? false }
    add(.optionalIntArray, .count, "spare.@count > 2") { ($0.spare?.count ?? 0) > 2 }
    add(.optionalIntArray, .aggregate, "spare.@max.self > 90") { ($0.spare?.max() ?? 0) > 90 }

    add(.doubleArray, .any, "ANY prices > 90.5") { $0.prices.contains { $0 > 90.5 } }
    add(.doubleArray, .all, "ALL prices > 10.5") { $0.prices.allSatisfy { $0 > 10.5 } }
    add(.doubleArray, .count, "prices.@count > 3") { $0.prices.count > 3 }
    add(.doubleArray, .aggregate, "prices.@sum.self > 200") { $0.prices.reduce(0, +) > 200 }
    add(.doubleArray, .aggregate, "prices.@min.self < 10") { club in club.prices.min().map { $0 < 10 } ?? false }
    add(.doubleArray, .aggregate, "prices.@avg.self > 50") {
      !$0.prices.isEmpty && $0.prices.reduce(0, +) / Double($0.prices.count) > 50
    }
    add(.doubleArray, .subquery, "SUBQUERY(prices, $p, $p > 10 AND $p < 50).@count > 1") {
      $0.prices.count { $0 > 10 && $0 < 50 } > 1
    }
  }

  mutating func addArraysOfStrings() {
    add(.stringArray, .any, "ANY names == 'Emma'") { $0.names.contains("Emma") }
    add(.stringArray, .any, "ANY names BEGINSWITH 'E'") { $0.names.contains { $0.hasPrefix("E") } }
    add(.stringArray, .any, "ANY names BEGINSWITH[c] 'e'") { $0.names.contains { $0.lowercased().hasPrefix("e") } }
    add(.stringArray, .any, "ANY names LIKE 'E??a*'") {
      $0.names.contains { $0.hasPrefix("E") && $0.dropFirst(3).hasPrefix("a") }
    }
    add(.stringArray, .any, "ANY names IN %@", Lists.names) { clubs in
      let wanted = Set(Lists.names)
      return clubs.countMatches { $0.names.contains { wanted.contains($0) } }
    }
    add(.stringArray, .all, "ALL names CONTAINS 'a'") { $0.names.allSatisfy { $0.contains("a") } }
    add(.stringArray, .none, "NONE names ENDSWITH 'son'") { !$0.names.contains { $0.hasSuffix("son") } }
    add(.stringArray, .member, "'Emma' IN names") { $0.names.contains("Emma") }
    add(.stringArray, .member, "name IN names") { $0.names.contains($0.name) }
    add(.stringArray, .member, "names CONTAINS 'Emma'") { $0.names.contains("Emma") }
    add(.stringArray, .count, "names.@count > 2") { $0.names.count > 2 }
    add(.stringArray, .aggregate, "names.@max.self > 'Z'") { ($0.names.max() ?? "") > "Z" }
    add(.stringArray, .subquery, "SUBQUERY(names, $n, $n BEGINSWITH 'E' AND $n ENDSWITH 'son').@count > 0") {
      $0.names.contains { $0.hasPrefix("E") && $0.hasSuffix("son") }
    }
    add(.stringArray, .function, "ANY names.length > 6") { $0.names.contains { $0.utf16.count > 6 } }
    add(.stringArray, .comparison, "names[0] == 'Emma'") { $0.names.first == "Emma" }
  }

  mutating func addArraysOfStructs() {
    add(.structArray, .any, "ANY loans.days > 50") { $0.loans.contains { $0.days > 50 } }
    add(.structArray, .any, "ANY loans.borrower BEGINSWITH 'E'") { $0.loans.contains { $0.borrower.hasPrefix("E") } }
    add(.structArray, .any, "ANY loans.borrower IN %@", Lists.names) { clubs in
      let wanted = Set(Lists.names)
      return clubs.countMatches { $0.loans.contains { wanted.contains($0.borrower) } }
    }
    add(.structArray, .twoProperties, "ANY loans.days > owner.age") { club in
      club.owner.map { owner in club.loans.contains { $0.days > owner.age } } ?? false
    }
    add(.structArray, .all, "ALL loans.days < 40") { $0.loans.allSatisfy { $0.days < 40 } }
    add(.structArray, .none, "NONE loans.days == 30") { !$0.loans.contains { $0.days == 30 } }
    add(.structArray, .nilTest, "ANY loans.returned == nil") { $0.loans.contains { $0.returned == nil } }
    add(.structArray, .member, "year - 1900 IN loans.days") { club in
      club.loans.contains { $0.days == club.year - 1900 }
    }
    add(.structArray, .member, "year IN loans.days") { club in club.loans.contains { $0.days == club.year } }
    add(.structArray, .any, "ANY loans.borrower IN names") { club in
      club.loans.contains { club.names.contains($0.borrower) }
    }
    add(.structArray, .any, "ANY loans.borrower IN tags") { club in
      club.loans.contains { club.tags.contains($0.borrower) }
    }
    add(.structArray, .count, "loans.@count > 2") { $0.loans.count > 2 }
    add(.structArray, .aggregate, "loans.@sum.days > 100") { $0.loans.reduce(0) { $0 + $1.days } > 100 }
    add(.structArray, .aggregate, "loans.@max.days > 50") { ($0.loans.map { $0.days }.max() ?? 0) > 50 }
    add(.structArray, .aggregate, "loans.@avg.fee > 50") {
      !$0.loans.isEmpty && $0.loans.reduce(0) { $0 + $1.fee } / Double($0.loans.count) > 50
    }
    add(.structArray, .aggregate, "loans.@avg.days > 30") {
      !$0.loans.isEmpty && Double($0.loans.reduce(0) { $0 + $1.days }) / Double($0.loans.count) > 30
    }
    addMatches(.structArray, "SUBQUERY(loans, $l, $l.returned == nil AND $l.days > 30).@count > 0") {
      $0.loans.contains { $0.returned == nil && $0.days > 30 }
    }
    addMatches(.structArray, "SUBQUERY(loans, $l, $l.returned == nil AND $l.days > 30).@count > 1") {
      $0.loans.count { $0.returned == nil && $0.days > 30 } > 1
    }
    addMatches(.structArray, "ANY loans.days > owner.age") { club in
      club.owner.map { owner in club.loans.contains { $0.days > owner.age } } ?? false
    }
    addMatches(.structArray, "ANY loans.days > 50") { $0.loans.contains { $0.days > 50 } }
    add(.structArray, .comparison, "loans[0].days > 40") { club in club.loans.first.map { $0.days > 40 } ?? false }
    add(.structArray, .subquery, "SUBQUERY(loans, $l, $l.returned == nil AND $l.days > 30).@count > 0") {
      $0.loans.contains { $0.returned == nil && $0.days > 30 }
    }
    add(.structArray, .subquery, "SUBQUERY(loans, $l, $l.days > 30 AND $l.borrower ENDSWITH 'son').@count > 1") {
      $0.loans.count { $0.days > 30 && $0.borrower.hasSuffix("son") } > 1
    }
    add(.structArray, .arithmetic, "SUBQUERY(loans, $l, $l.days * 2 > 100).@count > 0") {
      $0.loans.contains { $0.days * 2 > 100 }
    }
  }

  mutating func addArraysOfInstances() {
    add(.classArray, .comparison, "friends[LAST].age > 40") { club in club.friends.last.map { $0.age > 40 } ?? false }
    add(.classArray, .any, "ANY friends.age > 70") { $0.friends.contains { $0.age > 70 } }
    add(.classArray, .any, "ANY friends.name BEGINSWITH 'E'") { $0.friends.contains { $0.name.hasPrefix("E") } }
    add(.classArray, .any, "ANY friends.name IN %@", Lists.names) { clubs in
      let wanted = Set(Lists.names)
      return clubs.countMatches { $0.friends.contains { wanted.contains($0.name) } }
    }
    add(.classArray, .twoProperties, "ANY friends.age < owner.age") { club in
      club.owner.map { owner in club.friends.contains { $0.age < owner.age } } ?? false
    }
    add(.classArray, .all, "ALL friends.age < 60") { $0.friends.allSatisfy { $0.age < 60 } }
    add(.classArray, .none, "NONE friends.age == 30") { !$0.friends.contains { $0.age == 30 } }
    add(.classArray, .member, "owner.age IN friends.age") { club in
      club.owner.map { owner in club.friends.contains { $0.age == owner.age } } ?? false
    }
    add(.classArray, .member, "year IN friends.age") { club in club.friends.contains { $0.age == club.year } }
    add(.classArray, .any, "ANY friends.name IN names") { club in
      club.friends.contains { club.names.contains($0.name) }
    }
    add(.classArray, .any, "ANY friends.name IN tags") { club in
      club.friends.contains { club.tags.contains($0.name) }
    }
    add(.classArray, .aggregate, "friends.@avg.age > 40") {
      !$0.friends.isEmpty && Double($0.friends.reduce(0) { $0 + $1.age }) / Double($0.friends.count) > 40
    }
    add(.classArray, .count, "friends.@count > 2") { $0.friends.count > 2 }
    add(.classArray, .aggregate, "friends.@sum.age > 100") { $0.friends.reduce(0) { $0 + $1.age } > 100 }
    add(.classArray, .aggregate, "friends.@max.rank > 90") { ($0.friends.map { $0.rank }.max() ?? 0) > 90 }
    add(.classArray, .subquery, "SUBQUERY(friends, $f, $f.age > 40 AND $f.name ENDSWITH 'son').@count > 0") {
      $0.friends.contains { $0.age > 40 && $0.name.hasSuffix("son") }
    }
  }
}
