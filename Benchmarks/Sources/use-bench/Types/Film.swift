import BenchData
import Foundation
import OpenPredicate

/// A struct with a struct, references and collections in it.
struct Film: QueryableProperties {
  var name: String
  var note: String?
  var rating: Double?
  var address: Address
  var owner: Owner?
  var parent: Folder?
  var tags: [String]
  var loans: [Loan]

  init(_ numbers: inout SeededNumbers, _ world: World) {
    name = Samples.title(&numbers)
    note = numbers.optional(nilPercent: 40, Samples.title)
    rating = numbers.optional(nilPercent: 40) { Double($0.next(below: 101)) / 10 }
    address = Address(street: numbers.pick(Vocabulary.words), city: numbers.pick(Samples.cities))
    owner = numbers.optional(nilPercent: 30) { $0.pick(world.owners) }
    parent = numbers.optional(nilPercent: 10) { $0.pick(world.folders) }
    tags = (0..<numbers.next(below: 5)).map { _ in numbers.pick(Vocabulary.tags) }
    loans = (0..<numbers.next(below: 5)).map { _ in Loan(&numbers) }
  }

  static let queryProperties: [QueryProperty<Film>] = [
    QueryProperty("name", \.name), QueryProperty("note", \.note), QueryProperty("rating", \.rating),
    QueryProperty("address", \.address), QueryProperty("owner", \.owner), QueryProperty("parent", \.parent),
    QueryProperty("tags", \.tags), QueryProperty("loans", \.loans),
  ]
}

struct Address: QueryableProperties {
  var street: String
  var city: String

  static let queryProperties: [QueryProperty<Address>] = [
    QueryProperty("street", \.street), QueryProperty("city", \.city),
  ]
}

struct Loan: QueryableProperties {
  var days: Int
  var returned: Date?

  init(_ numbers: inout SeededNumbers) {
    days = numbers.next(below: 60)
    returned = numbers.optional(nilPercent: 30) { Samples.date($0.next(below: 10_000)) }
  }

  static let queryProperties: [QueryProperty<Loan>] = [
    QueryProperty("days", \.days), QueryProperty("returned", \.returned),
  ]
}

final class Owner: QueryableProperties, Sendable {
  let name: String
  let age: Int

  init(_ numbers: inout SeededNumbers) {
    name = Samples.name(&numbers)
    age = 18 + numbers.next(below: 60)
  }

  static let queryProperties: [QueryProperty<Owner>] =
    Options.readsByClosures
    ? [QueryProperty("name", \.name) { $0.name }, QueryProperty("age", \.age) { $0.age }]
    : [QueryProperty("name", \.name) { $0.name }.stored, QueryProperty("age", \.age) { $0.age }.stored]
}

final class Folder: QueryableProperties, Sendable {
  let id: Int
  let parent: Folder?

  init(_ id: Int, _ parent: Folder?) { (self.id, self.parent) = (id, parent) }

  static let queryProperties: [QueryProperty<Folder>] =
    Options.readsByClosures
    ? [QueryProperty("id", \.id) { $0.id }, QueryProperty("parent", \.parent) { $0.parent }]
    : [QueryProperty("id", \.id) { $0.id }.stored, QueryProperty("parent", \.parent) { $0.parent }.stored]
}

struct World {
  let owners: [Owner]
  let folders: [Folder]

  init(_ numbers: inout SeededNumbers) {
    owners = (0..<1000).map { _ in Owner(&numbers) }
    let roots = (0..<20).map { Folder($0, nil) }
    folders = (20..<1000).map { Folder($0, roots[$0 % 20]) }
  }
}
