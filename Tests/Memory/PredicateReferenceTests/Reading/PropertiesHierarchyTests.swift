import OpenPredicate
import PredicateMemory
import Testing

/// Collections of a superclass that contain instances of its subclasses.
@Suite struct PropertiesHierarchyTests {
  class Animal: QueryableProperties {
    var name: String
    init(_ name: String) { self.name = name }

    typealias PropertyRoot = Animal
    static let queryProperties: [QueryProperty<Animal>] = [.storedFields]
  }

  class Dog: Animal {
    var friend: Animal?
    var rival: Dog?
  }

  final class Cat: Animal {}

  /// A predicate keeps its instances alive, so that no other instance gets the address of one.
  @Test func referencesKeepInstancesAlive() throws {
    weak var inFormat: Dog?
    weak var inVariable: Dog?
    let queries: [BoundQuery<Animal>]
    do {
      let (first, second) = (Dog("Rex"), Dog("Fido"))
      (inFormat, inVariable) = (first, second)
      queries = [
        try BoundQuery("SELF == \(ObjectReference(to: first))"),
        try BoundQuery("SELF == $dog", variables: ["dog": ObjectReference(to: second as Animal)]),
      ]
    }
    let others = (0..<1_000).map { Dog("Dog \($0)") }
    for query in queries { #expect(try (others as [Animal]).count(where: query) == 0) }
    #expect(inFormat != nil && inVariable != nil)
    withExtendedLifetime(queries) {}
  }

  @Test func references() throws {
    let dog = Dog("Rex")
    let cat = Cat("Tom")
    let other = Dog("Fido")
    dog.friend = cat
    dog.rival = other
    other.friend = dog
    let animals: [Animal] = [cat, dog, other]
    #expect(try animals.filterIndices("SELF == \(ObjectReference(to: dog))") == [1])
    #expect(try animals.filterIndices("SELF == \(ObjectReference(to: dog as Animal))") == [1])
    #expect(try animals.filterIndices("SELF IN \([ObjectReference(to: dog), ObjectReference(to: other)])") == [1, 2])
    #expect(try animals.filterIndices("SELF != \(ObjectReference(to: cat))") == [1, 2])
    let dogs = [dog, other]
    #expect(try dogs.filterIndices("friend == \(ObjectReference(to: dog))") == [1])
    #expect(try dogs.filterIndices("friend == \(ObjectReference(to: cat))") == [0])
    #expect(try dogs.filterIndices("rival == \(ObjectReference(to: other as Animal))") == [0])
    #expect(try dogs.filterIndices("SELF == \(ObjectReference(to: dog as Animal))") == [0])
    let query = try BoundQuery<Animal>("SELF == \(ObjectReference(to: dog))")
    #expect(try query.matches(dog) && !query.matches(other))
    // Two classes without an inheritance relation are distinguished by the types of properties.
    if !InPlaceReads.areOn { return }
    let issue = #expect(throws: PredicateIssue.self) {
      try dogs.filterIndices("rival == \(ObjectReference(to: cat))")
    }
    #expect(issue?.kind == .type)
  }
}
