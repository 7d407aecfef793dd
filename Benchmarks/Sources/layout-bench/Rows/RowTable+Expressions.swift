import Foundation

// Arithmetic, functions, TERNARY.
extension RowTable where Element == Film<Reflected> {
  mutating func addExpressions() {
    add(.int, .arithmetic, "year * 2 + 1 > 3990 AND (year - 1900) / 10 == 9") {
      $0.year * 2 + 1 > 3990 && ($0.year - 1900) / 10 == 9
    }
    add(.int, .arithmetic, "year / 200 > rating") { Double($0.year / 200) > $0.rating }
    add(.smallInteger, .twoProperties, "copies > rating") { Double($0.copies) > $0.rating }
    add(.int, .arithmetic, "year - published > 10") { $0.year - $0.published > 10 }
    add(.smallInteger, .arithmetic, "copies * weight > 1000000") { Int($0.copies) * Int($0.weight) > 1_000_000 }
    add(.byte, .arithmetic, "stars + 1 == 5") { Int($0.stars) + 1 == 5 }
    add(.smallInteger, .arithmetic, "copies & 4 == 4") { $0.copies & 4 == 4 }
    add(.int, .arithmetic, "year ** 2 > 3960100") { pow(Double($0.year), 2) > 3_960_100 }
    add(.wide, .arithmetic, "hits / 2 > 500000000") { $0.hits / 2 > 500_000_000 }
    add(.double, .arithmetic, "rating * 2 - height > 5") { $0.rating * 2 - $0.height > 5 }
    add(.float, .arithmetic, "ratio * 2 > rating") { Double($0.ratio) * 2 > $0.rating }
    add(.decimal, .arithmetic, "price * 2 > 100") { films in
      let limit: Decimal = 100
      return films.countMatches { $0.price * 2 > limit }
    }
    add(.optionalInt, .arithmetic, "pages * 2 + 1 > 1000") { film in film.pages.map { $0 * 2 + 1 > 1000 } ?? false }
    add(.optionalDouble, .arithmetic, "score / 2 > rating") { film in
      film.score.map { $0 / 2 > film.rating } ?? false
    }

    add(.int, .function, "abs:(year - 1970) < 10") { abs($0.year - 1970) < 10 }
    add(.int, .function, "modulus:by:(year, 4) == 0") { $0.year % 4 == 0 }
    add(.double, .function, "floor:(rating) == 7") { $0.rating.rounded(.down) == 7 }
    add(.double, .function, "sqrt:(rating) > 2.5") { $0.rating.squareRoot() > 2.5 }
    add(.optionalInt, .function, "abs:(pages - 500) < 100") { film in film.pages.map { abs($0 - 500) < 100 } ?? false }
    add(.string, .function, "length:(title) > 20") { $0.title.utf16.count > 20 }
    add(.string, .function, "title.length > 20") { $0.title.utf16.count > 20 }
    add(.string, .function, "uppercase:(author) == 'EMMA'") { $0.author.uppercased() == "EMMA" }
    add(.string, .function, "lowercase:(title) CONTAINS 'raven'") { $0.title.lowercased().contains("raven") }
    add(.optionalString, .function, "length:(subtitle) > 20") { ($0.subtitle?.utf16.count ?? 0) > 20 }
    add(.optionalString, .function, "uppercase:(subtitle) BEGINSWITH 'THE'") {
      $0.subtitle?.uppercased().hasPrefix("THE") ?? false
    }
    add(.stringEnum, .function, "length:(genre) > 6") { $0.genre.rawValue.utf16.count > 6 }
    add(.date, .function, "bought < now()") { films in
      let now = Date()
      return films.countMatches { $0.bought < now }
    }
    add(.date, .function, "shown < FUNCTION(bought, 'dateByAddingTimeInterval:', 864000)") {
      $0.shown < $0.bought.addingTimeInterval(864000)
    }

    add(.int, .ternary, "TERNARY(lent == YES, year, published) > 1990") {
      ($0.lent ? $0.year : $0.published) > 1990
    }
    add(.optionalInt, .ternary, "TERNARY(pages == nil, year, pages) > 500") { ($0.pages ?? $0.year) > 500 }
    add(.double, .ternary, "TERNARY(rating > 5, rating, height) > 6") {
      ($0.rating > 5 ? $0.rating : $0.height) > 6
    }
    add(.string, .ternary, "TERNARY(lent == YES, title, author) BEGINSWITH 'E'") {
      ($0.lent ? $0.title : $0.author).hasPrefix("E")
    }
    add(.date, .ternary, "TERNARY(lent == YES, bought, shown) > %@", Samples.date(2000)) { films in
      let limit = Samples.date(2000)
      return films.countMatches { ($0.lent ? $0.bought : $0.shown) > limit }
    }
    add(.stringEnum, .ternary, "TERNARY(lent == YES, genre, 'noir') == 'noir'") {
      ($0.lent ? $0.genre : .noir) == .noir
    }
  }

  /// The rows about a struct of single values.
  static func films() -> RowTable {
    var table = RowTable()
    table.addNumbers()
    table.addOptionalNumbers()
    table.addFoundationValues()
    table.addOptionalFoundationValues()
    table.addTexts()
    table.addOptionalTexts()
    table.addEnums()
    table.addExpressions()
    table.addSingles()
    return table
  }

  /// The least elements, and conditions on one element at a time.
  private mutating func addSingles() {
    addLeast(.int, "year") { $0.year < $1.year }
    addLeast(.double, "rating") { $0.rating < $1.rating }
    addLeast(.int, "copies + weight") { Int32($0.copies) + $0.weight < Int32($1.copies) + $1.weight }
    addLeast(.string, "author") { $0.author < $1.author }
    addLeast(.date, "bought") { $0.bought < $1.bought }
    addMatches(.int, "year > 1990 AND rating >= 7.5") { $0.year > 1990 && $0.rating >= 7.5 }
    addMatches(.int, "year * 2 + 1 > 3990") { $0.year * 2 + 1 > 3990 }
    addMatches(.string, "author BEGINSWITH 'E'") { $0.author.hasPrefix("E") }
  }
}
