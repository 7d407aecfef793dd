import OpenPredicate

extension RowTable where Element == Film {
  mutating func addAll() {
    add(.optionals, "note == nil") { $0.note == nil }
    add(.optionals, "owner != nil") { $0.owner != nil }
    add(.optionals, "rating > 3") { film in film.rating.map { $0 > 3 } ?? false }
    add(.toOne, "owner.name == 'Ada'") { $0.owner?.name == "Ada" }
    add(.toOne, "address.city == 'Oslo'") { $0.address.city == "Oslo" }
    add(.toOne, "parent.parent.id == 7") { $0.parent?.parent?.id == 7 }
    add(.toMany, "ANY tags == 'classic'") { $0.tags.contains("classic") }
    add(.toMany, "ANY loans.returned == nil") { $0.loans.contains { $0.returned == nil } }
    add(.toMany, "tags.@count > 2") { $0.tags.count > 2 }
    add(.toMany, "SUBQUERY(loans, $l, $l.days > 30 AND $l.returned == nil).@count > 0") {
      $0.loans.contains { $0.days > 30 && $0.returned == nil }
    }
    add(.toMany, "loans.@sum.days > 60") { $0.loans.reduce(0) { $0 + $1.days } > 60 }
    addSingle("ANY tags == 'classic'") { $0.tags.contains("classic") }
  }
}
