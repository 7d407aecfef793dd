import Foundation

// Numbers and booleans.
extension RowTable where Element == Film<Reflected> {
  mutating func addNumbers() {
    add(.int, .comparison, "year > 1990") { $0.year > 1990 }
    add(.int, .comparison, "year == 1990") { $0.year == 1990 }
    add(.int, .twoProperties, "year > published") { $0.year > $0.published }
    add(.int, .in2, "year IN {1942, 1990}") { [1942, 1990].contains($0.year) }
    add(.int, .in20, "year IN %@", Lists.years) { films in
      let wanted = Set(Lists.years)
      return films.countMatches { wanted.contains($0.year) }
    }
    add(.int, .between, "year BETWEEN {1980, 1989}") { (1980...1989).contains($0.year) }

    add(.smallInteger, .comparison, "copies > 1500") { $0.copies > 1500 }
    add(.smallInteger, .comparison, "weight != 1500") { $0.weight != 1500 }
    add(.smallInteger, .twoProperties, "copies > weight") { Int($0.copies) > Int($0.weight) }
    add(.smallInteger, .in2, "copies IN {100, 1900}") { [100, 1900].contains($0.copies) }
    add(.smallInteger, .in20, "copies IN %@", Lists.copies) { films in
      let wanted = Set(Lists.copies)
      return films.countMatches { wanted.contains($0.copies) }
    }
    add(.smallInteger, .between, "weight BETWEEN {1000, 2000}") { (1000...2000).contains($0.weight) }

    add(.byte, .comparison, "stars >= 4") { $0.stars >= 4 }
    add(.byte, .twoProperties, "stars < discs") { film in film.discs.map { film.stars < $0 } ?? false }
    add(.byte, .in2, "stars IN {1, 5}") { [1, 5].contains($0.stars) }
    add(.byte, .in2, "stars IN {1, 3, 5}") { [1, 3, 5].contains($0.stars) }
    add(.byte, .in20, "stars IN %@", Lists.bytes) { films in
      let wanted = Set(Lists.bytes)
      return films.countMatches { wanted.contains($0.stars) }
    }
    add(.byte, .between, "stars BETWEEN {2, 3}") { (2...3).contains($0.stars) }

    add(.wide, .comparison, "hits > 1000000000") { $0.hits > 1_000_000_000 }
    add(.wide, .twoProperties, "hits > year") { $0.hits > $0.year }
    add(.wide, .in2, "hits IN {1000, 100000}") { [1000, 100_000].contains($0.hits) }
    add(.wide, .in20, "hits IN %@", Lists.hits) { films in
      let wanted = Set(Lists.hits)
      return films.countMatches { wanted.contains($0.hits) }
    }
    add(.wide, .between, "hits BETWEEN {1000000, 1000000000}") { (1_000_000...1_000_000_000).contains($0.hits) }

    add(.double, .comparison, "rating >= 7.5") { $0.rating >= 7.5 }
    add(.double, .twoProperties, "rating > height") { $0.rating > $0.height }
    add(.double, .in2, "rating IN {2.5, 7.5}") { [2.5, 7.5].contains($0.rating) }
    add(.double, .in20, "rating IN %@", Lists.ratings) { films in
      let wanted = Set(Lists.ratings)
      return films.countMatches { wanted.contains($0.rating) }
    }
    add(.double, .between, "rating BETWEEN {2.5, 7.5}") { (2.5...7.5).contains($0.rating) }

    add(.float, .comparison, "ratio > 2.5") { $0.ratio > 2.5 }
    add(.float, .twoProperties, "ratio > rating") { Double($0.ratio) > $0.rating }
    add(.float, .in2, "ratio IN {0.5, 2.5}") { [0.5, 2.5].contains($0.ratio) }
    add(.float, .in20, "ratio IN %@", Lists.ratios) { films in
      let wanted = Set(Lists.ratios)
      return films.countMatches { wanted.contains($0.ratio) }
    }
    add(.float, .between, "ratio BETWEEN {0.5, 2.5}") { (0.5...2.5).contains($0.ratio) }

    add(.bool, .comparison, "lent == YES") { $0.lent }
    add(.bool, .twoProperties, "lent == checked") { $0.lent == $0.checked }
    add(.bool, .comparison, "NOT lent == YES AND year > 1990") { !$0.lent && $0.year > 1990 }
  }

  mutating func addOptionalNumbers() {
    add(.optionalInt, .comparison, "pages > 400") { film in film.pages.map { $0 > 400 } ?? false }
    add(.optionalInt, .twoProperties, "pages < year") { film in film.pages.map { $0 < film.year } ?? false }
    add(.optionalInt, .nilTest, "pages == nil") { $0.pages == nil }
    add(.optionalInt, .in2, "pages IN {100, 400}") { film in film.pages.map { [100, 400].contains($0) } ?? false }
    add(.optionalInt, .in20, "pages IN %@", Lists.numbers) { films in
      let wanted = Set(Lists.numbers)
      return films.countMatches { film in film.pages.map { wanted.contains($0) } ?? false }
    }
    add(.optionalInt, .between, "pages BETWEEN {100, 400}") { film in
      film.pages.map { (100...400).contains($0) } ?? false
    }

    add(.optionalByte, .comparison, "discs >= 4") { film in film.discs.map { $0 >= 4 } ?? false }
    add(.optionalByte, .nilTest, "discs != nil") { $0.discs != nil }
    add(.optionalByte, .in2, "discs IN {1, 5}") { film in film.discs.map { [1, 5].contains($0) } ?? false }
    add(.optionalByte, .in20, "discs IN %@", Lists.bytes) { films in
      let wanted = Set(Lists.bytes)
      return films.countMatches { film in film.discs.map { wanted.contains($0) } ?? false }
    }
    add(.optionalByte, .between, "discs BETWEEN {2, 3}") { film in
      film.discs.map { (2...3).contains($0) } ?? false
    }

    add(.optionalDouble, .comparison, "score >= 7.5") { film in film.score.map { $0 >= 7.5 } ?? false }
    add(.optionalDouble, .twoProperties, "score > rating") { film in film.score.map { $0 > film.rating } ?? false }
    add(.optionalDouble, .nilTest, "score == nil") { $0.score == nil }
    add(.optionalDouble, .in2, "score IN {2.5, 7.5}") { film in
      film.score.map { [2.5, 7.5].contains($0) } ?? false
    }
    add(.optionalDouble, .in20, "score IN %@", Lists.ratings) { films in
      let wanted = Set(Lists.ratings)
      return films.countMatches { film in film.score.map { wanted.contains($0) } ?? false }
    }
    add(.optionalDouble, .between, "score BETWEEN {2.5, 7.5}") { film in
      film.score.map { (2.5...7.5).contains($0) } ?? false
    }

    add(.optionalBool, .comparison, "checked == YES") { $0.checked == true }
    add(.optionalBool, .nilTest, "checked == nil") { $0.checked == nil }
  }
}
