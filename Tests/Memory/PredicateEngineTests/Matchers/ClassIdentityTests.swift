import OpenPredicate
import Testing

@testable import PredicateEngine
@testable import PredicateReference

/// An instance equals itself, whatever the types of the properties that refer to it are. The expected result comes from a closure, because the engine
/// and the reference share the code that compares instances.
@Suite struct ClassIdentityTests {
  class Animal: QueryableProperties {
    var friend: Animal?
    var friends: [Animal] = []
    var thing: Any = 0
    var things: [Any] = []
    var object: AnyObject?

    typealias PropertyRoot = Animal
    static let queryProperties: [QueryProperty<Animal>] = [.storedFields]
  }

  class Dog: Animal {
    var rival: Dog?
    var rivals: [Dog] = []
  }

  final class Puppy: Dog {}

  private let animal = Animal()
  private let dog = Dog()
  private let puppy = Puppy()

  init() {
    (dog.friend, dog.friends, dog.thing, dog.things, dog.object) = (dog, [dog], dog, [dog, puppy], dog)
    (dog.rival, dog.rivals) = (puppy, [puppy])
    (puppy.friend, puppy.friends, puppy.thing, puppy.things) = (dog, [puppy, animal], puppy, [animal])
    (puppy.object, puppy.rival, puppy.rivals) = (dog, dog, [dog])
    (animal.friend, animal.friends, animal.thing, animal.things) = (puppy, [puppy], puppy as Animal, [puppy])
    animal.object = animal
  }

  private func check<Element>(
    _ format: String, _ arguments: [ObjectReference] = [], of elements: [Element], _ closure: (Element) -> Bool
  ) throws {
    let query = try BoundQuery<Element>(
      QueryPredicate(format: QueryFormat(raw: format), arguments: arguments.map(\.queryArgument)))
    let expected = elements.indices.filter { closure(elements[$0]) }
    #expect(try elements.filterIndices(query) == expected, "\(format)")
    #expect(try query.indicesByReference(elements) == expected, "\(format), by the reference")
    #expect(try elements.indices.filter { try query.matches(elements[$0]) } == expected, "\(format), one by one")
  }

  /// For the contents of an `Any` or `AnyObject` the class of the instance decides, and for a property its declared type.
  @Test func unknownTypes() throws {
    let all: [Animal] = [dog, puppy, animal]
    let isThing = { (thing: Any, animal: Animal?) in (thing as? Animal) === animal }
    try check("friend == thing", of: all) { isThing($0.thing, $0.friend) }
    try check("friend IN things", of: all) { row in row.things.contains { isThing($0, row.friend) } }
    try check("friend == object", of: all) { $0.friend === $0.object }
    try check("thing == object", of: all) { isThing($0.thing, $0.object as? Animal) }
    try check("SELF == thing", of: all) { isThing($0.thing, $0) }
    try check("SELF IN things", of: all) { row in row.things.contains { isThing($0, row) } }
    try check("ANY things == SELF", of: all) { row in row.things.contains { isThing($0, row) } }
    try check("ANY friends == thing", of: all) { row in row.friends.contains { isThing(row.thing, $0) } }
  }

  @Test func arguments() throws {
    let all: [Animal] = [dog, puppy, animal]
    let names = [
      ObjectReference(to: puppy), ObjectReference(to: puppy as Dog), ObjectReference(to: puppy as Animal),
    ]
    for name in names {
      try check("friend == %@", [name], of: all) { $0.friend === puppy }
      try check("thing == %@", [name], of: all) { $0.thing as? Animal === puppy }
      try check("%@ IN things", [name], of: all) { $0.things.contains { $0 as? Animal === puppy } }
      try check("friend IN {%@}", [name], of: all) { $0.friend === puppy }
      try check("ANY friends == %@", [name], of: all) { $0.friends.contains { $0 === puppy } }
      try check("SELF == %@", [name], of: [dog, puppy, puppy as Animal, animal] as [Any]) { $0 as? Animal === puppy }
      try check("rival == %@", [name], of: [dog, puppy as Dog]) { $0.rival === puppy }
    }
  }

  /// A property of a class compared with one of its subclass.
  @Test func relatedClasses() throws {
    let dogs = [dog, puppy]
    try check("rival == friend", of: dogs) { $0.rival === $0.friend }
    try check("friend != rival", of: dogs) { $0.rival !== $0.friend }
    try check("SELF == friend", of: dogs) { $0 === $0.friend }
    try check("SELF IN friends", of: dogs) { row in row.friends.contains { $0 === row } }
    try check("ANY rivals == friend", of: dogs) { row in row.rivals.contains { $0 === row.friend } }
    try check("friend IN rivals", of: dogs) { row in row.rivals.contains { $0 === row.friend } }
    try check("friend IN {rival, nil}", of: dogs) { $0.friend === $0.rival }
    try check("TERNARY(friend == nil, friend, rival) == friend", of: dogs) { $0.rival === $0.friend }
    try check("SUBQUERY(rivals, $r, $r == SELF.friend).@count > 0", of: dogs) { row in
      row.rivals.contains { $0 === row.friend }
    }
    try check("a == b", of: [["a": puppy, "b": puppy as Animal], ["a": puppy, "b": dog]] as [[String: Any]]) {
      $0["a"] as? Animal === $0["b"] as? Animal
    }
  }

  /// All levels of a relationship that contains cycles.
  @Test func levels() throws {
    let dogs = [dog, puppy, Dog()]
    func reached<Owner: Animal, Next: Animal>(_ start: Owner, _ step: (Owner) -> [Next]) -> [Next] {
      var found = step(start)
      var position = 0
      while position < found.count {
        if let next = found[position] as? Owner {
          for other in step(next) where !found.contains(where: { $0 === other }) { found.append(other) }
        }
        position += 1
      }
      return found
    }
    try check("rivals*.@count == 2", of: dogs) { reached($0) { $0.rivals }.count == 2 }
    try check("rival*.@count == 2", of: dogs) { reached($0) { $0.rival.map { [$0] } ?? [] }.count == 2 }
    try check("SELF IN rivals*", of: dogs) { dog in reached(dog) { $0.rivals }.contains { $0 === dog } }
    try check("ANY rivals* == friend", of: dogs) { dog in reached(dog) { $0.rivals }.contains { $0 === dog.friend } }
    try check("rivals*.@count == 0", of: dogs) { $0.rivals.isEmpty }
    let all: [Animal] = [dog, puppy, animal, Animal()]
    try check("friends*.@count == 3", of: all) { reached($0) { $0.friends }.count == 3 }
    try check("SUBQUERY(friends*, $f, $f.friend == $f).@count > 0", of: all) { animal in
      reached(animal) { $0.friends }.contains { $0.friend === $0 }
    }
    try check("SUBQUERY(friends*, $f, $f.friend == SELF).@count > 0", of: all) { animal in
      reached(animal) { $0.friends }.contains { $0.friend === animal }
    }
  }

  /// Structs have no identity, so equal structs count as one object.
  @Test func levelsOfStructs() throws {
    struct Node: QueryableProperties {
      var size: Int
      var nodes: [Node] = []
      typealias PropertyRoot = Node
      static let queryProperties: [QueryProperty<Node>] = [.storedFields]
    }
    let leaf = Node(size: 1)
    let trees = [
      leaf, Node(size: 2, nodes: [leaf, leaf]), Node(size: 3, nodes: [Node(size: 2, nodes: [leaf]), leaf]),
    ]
    try check("nodes*.@count == 1", of: trees) { $0.size == 2 }
    try check("nodes*.@sum.size == 3", of: trees) { $0.size == 3 }
    try check("ANY nodes*.size == 1", of: trees) { $0.size > 1 }
    try check("nodes*.size.@max == 2", of: trees) { $0.size == 3 }
  }

  @Test func valuesHaveNoLevels() {
    struct Note: QueryableProperties {
      var size = 0
      var text = ""
      static let queryProperties: [QueryProperty<Note>] = [
        QueryProperty("size", \.size), QueryProperty("text", \.text),
      ]
    }
    for format in ["size*.@count == 1", "ANY text* == 'a'"] {
      #expect(throws: PredicateIssue.self, "\(format)") {
        try BoundQuery<Note>(QueryPredicate(format: QueryFormat(raw: format)))
      }
    }
  }

  /// A printed address is a number and does not identify an instance.
  @Test func addressesAreNoRows() {
    let reference = ObjectReference(to: dog)
    #expect(reference == ObjectReference(to: dog as Animal))
    #expect(Set([reference, ObjectReference(to: dog as Animal)]).count == 1)
    #expect(ObjectReference("\(reference)") != reference)
  }
}
