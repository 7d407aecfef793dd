// Enums with raw values.
extension RowTable where Element == Film<Reflected> {
  mutating func addEnums() {
    add(.stringEnum, .comparison, "genre == 'noir'") { $0.genre == .noir }
    add(.stringEnum, .twoProperties, "genre == subgenre") { $0.genre == $0.subgenre }
    add(.stringEnum, .in2, "genre IN {'noir', 'drama'}") { [.noir, .drama].contains($0.genre) }
    add(.stringEnum, .in20, "genre IN %@", Lists.genres) { films in
      let wanted = Set(Lists.genres)
      return films.countMatches { wanted.contains($0.genre) }
    }
    add(.stringEnum, .text, "genre BEGINSWITH 'm'") { $0.genre.rawValue.hasPrefix("m") }
    add(.stringEnum, .caseless, "genre CONTAINS[c] 'ART'") { $0.genre.rawValue.lowercased().contains("art") }

    add(.optionalStringEnum, .comparison, "subgenre == 'noir'") { $0.subgenre == .noir }
    add(.optionalStringEnum, .nilTest, "subgenre == nil") { $0.subgenre == nil }
    add(.optionalStringEnum, .in2, "subgenre IN {'noir', 'drama'}") { film in
      film.subgenre.map { [.noir, .drama].contains($0) } ?? false
    }
    add(.optionalStringEnum, .in20, "subgenre IN %@", Lists.genres) { films in
      let wanted = Set(Lists.genres)
      return films.countMatches { film in film.subgenre.map { wanted.contains($0) } ?? false }
    }
    add(.optionalStringEnum, .text, "subgenre ENDSWITH 'y'") { $0.subgenre?.rawValue.hasSuffix("y") ?? false }

    add(.intEnum, .comparison, "grade >= 2") { $0.grade.rawValue >= 2 }
    add(.intEnum, .twoProperties, "grade == level") { $0.grade == $0.level }
    add(.intEnum, .in2, "grade IN {1, 3}") { [.novice, .expert].contains($0.grade) }
    add(.intEnum, .between, "grade BETWEEN {1, 3}") { (1...3).contains($0.grade.rawValue) }

    add(.optionalIntEnum, .comparison, "level >= 2") { film in film.level.map { $0.rawValue >= 2 } ?? false }
    add(.optionalIntEnum, .nilTest, "level != nil") { $0.level != nil }
    add(.optionalIntEnum, .in2, "level IN {1, 3}") { film in
      film.level.map { [.novice, .expert].contains($0) } ?? false
    }
    add(.optionalIntEnum, .between, "level BETWEEN {1, 3}") { film in
      film.level.map { (1...3).contains($0.rawValue) } ?? false
    }

    add(.byteEnum, .comparison, "shelf == 30") { $0.shelf == .middle }
    add(.byteEnum, .twoProperties, "shelf == oldShelf") { $0.shelf == $0.oldShelf }
    add(.byteEnum, .in2, "shelf IN {20, 40}") { [.upper, .lower].contains($0.shelf) }
    add(.byteEnum, .between, "shelf BETWEEN {20, 40}") { (20...40).contains($0.shelf.rawValue) }

    add(.optionalByteEnum, .comparison, "oldShelf > 20") { film in film.oldShelf.map { $0.rawValue > 20 } ?? false }
    add(.optionalByteEnum, .nilTest, "oldShelf == nil") { $0.oldShelf == nil }
    add(.optionalByteEnum, .in2, "oldShelf IN {20, 40}") { film in
      film.oldShelf.map { [.upper, .lower].contains($0) } ?? false
    }
  }
}
