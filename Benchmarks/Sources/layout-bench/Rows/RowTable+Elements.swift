import Foundation

// Numbers as elements.
extension RowTable where Element == Int {
  static func integers() -> RowTable {
    var table = RowTable()
    table.add(.intElement, .comparison, "SELF > 1000") { $0 > 1000 }
    table.add(.intElement, .comparison, "SELF > 100 AND SELF < 1000") { $0 > 100 && $0 < 1000 }
    table.add(.intElement, .in2, "SELF IN {100, 1000}") { [100, 1000].contains($0) }
    table.add(.intElement, .in20, "SELF IN %@", Lists.numbers) { numbers in
      let wanted = Set(Lists.numbers)
      return numbers.countMatches { wanted.contains($0) }
    }
    table.add(.intElement, .between, "SELF BETWEEN {100, 1000}") { (100...1000).contains($0) }
    table.add(.intElement, .arithmetic, "SELF * 2 + 1 > 1000") { $0 * 2 + 1 > 1000 }
    table.add(.intElement, .function, "abs:(SELF - 1000) < 100") { abs($0 - 1000) < 100 }
    table.add(.intElement, .ternary, "TERNARY(SELF > 1000, SELF - 1000, SELF) > 500") {
      ($0 > 1000 ? $0 - 1000 : $0) > 500
    }
    return table
  }
}

// Strings as elements.
extension RowTable where Element == String {
  static func strings() -> RowTable {
    var table = RowTable()
    table.add(.stringElement, .comparison, "SELF == 'star Raven 7'") { $0 == "star Raven 7" }
    table.add(.stringElement, .comparison, "SELF > 'north'") { $0 > "north" }
    table.add(.stringElement, .in2, "SELF IN {'star Raven 7', 'Fox Sky 20'}") {
      ["star Raven 7", "Fox Sky 20"].contains($0)
    }
    table.add(.stringElement, .in20, "SELF IN %@", Lists.titles) { strings in
      let wanted = Set(Lists.titles)
      return strings.countMatches { wanted.contains($0) }
    }
    table.add(.stringElement, .text, "SELF BEGINSWITH 'The '") { $0.hasPrefix("The ") }
    table.add(.stringElement, .text, "SELF CONTAINS 'Raven'") { $0.contains("Raven") }
    table.add(.stringElement, .caseless, "SELF BEGINSWITH[c] 'the '") { $0.lowercased().hasPrefix("the ") }
    table.add(.stringElement, .markless, "SELF CONTAINS[cd] 'cafe'") {
      $0.range(of: "cafe", options: [.caseInsensitive, .diacriticInsensitive]) != nil
    }
    table.add(.stringElement, .like, "SELF LIKE '*Raven 1?'") { $0.dropLast().hasSuffix("Raven 1") }
    table.add(.stringElement, .function, "length:(SELF) > 20") { $0.utf16.count > 20 }
    table.add(.stringElement, .function, "uppercase:(SELF) BEGINSWITH 'THE'") { $0.uppercased().hasPrefix("THE") }
    return table
  }
}
