import Foundation

// Sets and dictionaries.
extension RowTable where Element == Club<Reflected> {
  mutating func addSets() {
    add(.stringSet, .member, "'classic' IN tags") { $0.tags.contains("classic") }
    add(.stringSet, .member, "name IN tags") { $0.tags.contains($0.name) }
    add(.stringSet, .any, "ANY tags == 'classic'") { $0.tags.contains("classic") }
    add(.stringSet, .any, "ANY tags BEGINSWITH 'c'") { $0.tags.contains { $0.hasPrefix("c") } }
    add(.stringSet, .any, "ANY tags IN {'cult', 'indie'}") { $0.tags.contains("cult") || $0.tags.contains("indie") }
    add(.stringSet, .all, "ALL tags CONTAINS 'i'") { $0.tags.allSatisfy { $0.contains("i") } }
    add(.stringSet, .none, "NONE tags == 'cult'") { !$0.tags.contains("cult") }
    add(.stringSet, .count, "tags.@count > 2") { $0.tags.count > 2 }
    add(.stringSet, .subquery, "SUBQUERY(tags, $t, $t BEGINSWITH 'c' AND $t ENDSWITH 't').@count > 0") {
      $0.tags.contains { $0.hasPrefix("c") && $0.hasSuffix("t") }
    }

    add(.intSet, .member, "50 IN codes") { $0.codes.contains(50) }
    add(.intSet, .member, "owner.age IN codes") { club in club.owner.map { club.codes.contains($0.age) } ?? false }
    add(.intSet, .any, "ANY codes > 90") { $0.codes.contains { $0 > 90 } }
    add(.intSet, .all, "ALL codes > 10") { $0.codes.allSatisfy { $0 > 10 } }
    add(.intSet, .count, "codes.@count > 2") { $0.codes.count > 2 }
    add(.intSet, .aggregate, "codes.@max.self > 90") { ($0.codes.max() ?? 0) > 90 }
    add(.intSet, .aggregate, "codes.@sum.self > 100") { $0.codes.reduce(0, +) > 100 }
    add(.intSet, .subquery, "SUBQUERY(codes, $c, $c > 10 AND $c < 50).@count > 1") {
      $0.codes.count { $0 > 10 && $0 < 50 } > 1
    }
  }

  mutating func addDictionaries() {
    add(.intDictionary, .comparison, "counts.red > 50") { ($0.counts["red"] ?? 0) > 50 }
    add(.intDictionary, .comparison, "counts['red'] == 50") { $0.counts["red"] == 50 }
    add(.intDictionary, .twoProperties, "counts.red > counts.blue") {
      guard let red = $0.counts["red"], let blue = $0.counts["blue"] else { return false }
      return red > blue
    }
    add(.intDictionary, .nilTest, "counts.blue == nil") { $0.counts["blue"] == nil }
    add(.intDictionary, .in2, "counts.red IN {20, 40}") { club in
      club.counts["red"].map { [20, 40].contains($0) } ?? false
    }
    add(.intDictionary, .between, "counts.red BETWEEN {20, 40}") { club in
      club.counts["red"].map { (20...40).contains($0) } ?? false
    }
    add(.intDictionary, .arithmetic, "counts.red * 2 > 100") { club in
      club.counts["red"].map { $0 * 2 > 100 } ?? false
    }
    add(.intDictionary, .count, "counts.@count > 2") { $0.counts.count > 2 }

    add(.stringDictionary, .comparison, "labels.color == 'Raven'") { $0.labels["color"] == "Raven" }
    add(.stringDictionary, .nilTest, "labels.size != nil") { $0.labels["size"] != nil }
    add(.stringDictionary, .in20, "labels.color IN %@", Lists.words) { clubs in
      let wanted = Set(Lists.words)
      return clubs.countMatches { club in club.labels["color"].map { wanted.contains($0) } ?? false }
    }
    add(.stringDictionary, .text, "labels.color BEGINSWITH 'S'") { $0.labels["color"]?.hasPrefix("S") ?? false }
    add(.stringDictionary, .caseless, "labels.color CONTAINS[c] 'AR'") {
      $0.labels["color"]?.lowercased().contains("ar") ?? false
    }
    add(.stringDictionary, .function, "length:(labels.color) > 5") { ($0.labels["color"]?.utf16.count ?? 0) > 5 }
  }

  /// The rows about a struct of what holds other values.
  static func clubs() -> RowTable {
    var table = RowTable()
    table.addStructs()
    table.addOptionalStructs()
    table.addReferences()
    table.addOptionalReferences()
    table.addArraysOfNumbers()
    table.addArraysOfStrings()
    table.addArraysOfStructs()
    table.addArraysOfInstances()
    table.addSets()
    table.addDictionaries()
    return table
  }
}
