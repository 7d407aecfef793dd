import OpenPredicate
import Testing

@testable import PredicateEngine
@testable import PredicateReference

/// Properties of objects at constant indexes of an array: `loans[0].days`.
@Suite struct IndexedObjectsTests {
  private struct Friend {
    var name: String
    var age: Int?
    var length: Int
  }

  private final class Copy: Sendable {
    let number: Int
    let owner: Person?

    init(_ number: Int, _ owner: Person?) { (self.number, self.owner) = (number, owner) }
  }

  private struct Person {
    var name: String
    var best: Friend?
    var tags: [String]
  }

  private struct Loan {
    var days: Int
    var fee: Double?
    var friend: Friend
    var person: Person?
  }

  private struct Film {
    var loans: [Loan]
    var copies: [Copy]
    var spare: [Loan]?
    var maybe: [Loan?]
  }

  private let films = (0..<80).map { film in
    let friend = Friend(name: "F\(film % 3)", age: film % 4 == 0 ? nil : film, length: film % 5)
    let person = Person(
      name: "P\(film % 2)", best: film % 3 == 0 ? nil : friend, tags: (0..<film % 3).map { "t\($0)" })
    let loans = (0..<film % 4).map { loan in
      Loan(
        days: film * loan, fee: loan == 1 ? nil : Double(film), friend: friend,
        person: film % 5 == 0 ? nil : person)
    }
    return Film(
      loans: loans, copies: (0..<film % 3).map { Copy($0 + film, film % 2 == 0 ? nil : person) },
      spare: film % 6 == 0 ? nil : loans, maybe: film % 2 == 0 ? [nil] : loans.map { $0 })
  }

  private func check(_ format: String, _ closure: (Film) -> Bool) throws {
    let options = BindingOptions(reading: .everything)
    let query = try BoundQuery<Film>(QueryPredicate(format: QueryFormat(raw: format)), options: options)
    let expected = films.indices.filter { closure(films[$0]) }
    #expect(try films.filterIndices(query) == expected, "\(format)")
    #expect(try films.indices.filter { try query.matches(films[$0]) } == expected, "\(format), one by one")
    #expect(try query.indicesByReference(films) == expected, "\(format), by the reference")
  }

  @Test func structs() throws {
    try check("loans[0].days == 0") { $0.loans.first?.days == 0 }
    try check("loans[1].days > 40") { $0.loans.dropFirst().first.map { $0.days > 40 } ?? false }
    try check("loans[LAST].days > 40") { $0.loans.last.map { $0.days > 40 } ?? false }
    try check("loans[1].fee == nil") { $0.loans.dropFirst().first?.fee == nil }
    try check("loans[FIRST].friend.name == 'F1'") { $0.loans.first?.friend.name == "F1" }
    try check("loans[0].friend.age > 50") { $0.loans.first?.friend.age.map { $0 > 50 } ?? false }
    try check("loans[0].friend.length == 3") { $0.loans.first?.friend.length == 3 }
    try check("loans[0].friend.name.length == 2") { $0.loans.first != nil }
    try check("loans[0].person.best.name == 'F2'") { $0.loans.first?.person?.best?.name == "F2" }
    try check("loans[0].person == nil") { $0.loans.first?.person == nil }
    try check("spare[0].days < 1") { $0.spare?.first.map { $0.days < 1 } ?? false }
    try check("loans[9].days == nil") { _ in true }
    try check("loans[1].days + loans[2].days == 30") {
      $0.loans.count > 2 && $0.loans[1].days + $0.loans[2].days == 30
    }
  }

  @Test func collectionsOfThem() throws {
    try check("ANY loans[0].person.tags == 't1'") { $0.loans.first?.person?.tags.contains("t1") ?? false }
    try check("loans[0].person.tags.@count == 2") { $0.loans.first?.person?.tags.count == 2 }
    try check("loans[0].person.tags[0] == 't0'") { $0.loans.first?.person?.tags.first == "t0" }
  }

  @Test func instances() throws {
    try check("copies[0].number > 70") { $0.copies.first.map { $0.number > 70 } ?? false }
    try check("copies[0].owner.name == 'P1'") { $0.copies.first?.owner?.name == "P1" }
    try check("copies[1].owner == nil") { ($0.copies.count > 1 ? $0.copies[1].owner : nil) == nil }
    try check("copies[1].owner.best.age IN {5, 11}") {
      let age = $0.copies.count > 1 ? $0.copies[1].owner?.best?.age : nil
      return age == 5 || age == 11
    }
  }

  @Test func objectsThemselves() throws {
    try check("loans[0] == nil") { $0.loans.isEmpty }
    try check("loans[1] != nil") { $0.loans.count > 1 }
    try check("spare[LAST] == nil") { $0.spare?.isEmpty ?? true }
    try check("copies[0] != nil AND copies[1] == nil") { $0.copies.count == 1 }
    try check("copies[1].owner.best == nil") { ($0.copies.count > 1 ? $0.copies[1].owner?.best : nil) == nil }
    try check("copies[0] == copies[LAST]") { $0.copies.count < 2 }
  }

  @Test func valuesOfElements() throws {
    try check("loans.days[1] > 40") { $0.loans.dropFirst().first.map { $0.days > 40 } ?? false }
    try check("loans.fee[1] == nil") { $0.loans.dropFirst().first?.fee == nil }
    try check("loans.friend.name[LAST] == 'F1'") { $0.loans.last?.friend.name == "F1" }
    try check("loans.person.best.age[0] > 20") { $0.loans.first?.person?.best?.age.map { $0 > 20 } ?? false }
    try check("copies.number[LAST] == 5") { $0.copies.last?.number == 5 }
    try check("copies.owner.name[0] == 'P1'") { $0.copies.first?.owner?.name == "P1" }
  }

  @Test func optionalElements() throws {
    try check("maybe[0] == nil") { $0.maybe.first.flatMap { $0 } == nil }
    try check("maybe[1].friend.name == 'F2'") { film in
      film.maybe.count > 1 ? film.maybe[1]?.friend.name == "F2" : false
    }
    try check("maybe.days[0] == 0") { $0.maybe.first.flatMap { $0 }?.days == 0 }
    try check("maybe[0].days == 0") { $0.maybe.first.flatMap { $0 }?.days == 0 }
    try check("maybe[LAST].days > 50") { ($0.maybe.last.flatMap { $0 }?.days ?? 0) > 50 }
  }

  /// An index counts only the elements that the filter keeps.
  @Test func filtered() throws {
    try check("SUBQUERY(loans, $l, $l.days > 40)[0].days < 60") {
      $0.loans.first { $0.days > 40 }.map { $0.days < 60 } ?? false
    }
  }
}
