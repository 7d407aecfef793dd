import Foundation
import OpenPredicate
import PredicateValues
import Testing

private struct Leaf: QueryableProperties {
  var text: String
  var days: Int

  static let queryProperties: [QueryProperty<Leaf>] = [.storedFields]
}

private final class Trunk: QueryableProperties {
  var name = String(repeating: "trunk ", count: 8)
  var leaves: [Leaf] = [Leaf(text: String(repeating: "green ", count: 8), days: 3)]

  static let queryProperties: [QueryProperty<Trunk>] = [.storedFields]
}

private struct Tree {
  var leaf: Leaf
  var leaves: [Leaf]
  var trunk: Trunk
  var made: Leaf { leaf }
}

/// Stores the arguments that an added function has received.
private final class Kept: @unchecked Sendable {
  private let lock = NSLock()
  private var values: [QueryValue] = []

  func add(_ value: QueryValue) { lock.withLock { values.append(value) } }
  var all: [QueryValue] { lock.withLock { values } }
}

/// An added function may store its arguments. They stay valid after the objects are gone.
@Suite struct OwnedObjectTests {
  private func keeping(_ format: String, _ trees: () -> [Tree]) throws -> [QueryValue] {
    let kept = Kept()
    var options = BindingOptions()
    options.functions = FunctionTable.standard.adding(
      FunctionDefinition("keep:", [.any], result: .boolean, documentation: "") { arguments, _ in
        kept.add(arguments[0])
        return .boolean(true)
      })
    let query = try BoundQuery<Tree>(QueryPredicate(format: QueryFormat(raw: format)), options: options)
    #expect(try trees().count(where: query) == 2)
    // New objects are made, which would overwrite freed memory.
    let others = (0..<200).map { Tree.sample(days: 1000 + $0, "other") }
    #expect(others.count == 200)
    return kept.all
  }

  private func object(_ value: QueryValue?) throws -> any QueryObject {
    guard case .object(let object)? = value else { throw PredicateIssue.noObject }
    return object
  }

  private func text(_ object: any QueryObject, _ key: String) -> String? {
    if case .string(let text)? = object.value(forKey: key) { text } else { nil }
  }

  @Test func structsAreCopied() throws {
    let kept = try keeping("keep:(leaf) == YES") { (0..<2).map { Tree.sample(days: $0, "secret") } }
    for (index, value) in kept.enumerated() {
      let leaf = try object(value)
      #expect(text(leaf, "text") == String(repeating: "secret\(index) ", count: 5))
      #expect(leaf.value(forKey: "days")?.equals(.integer(Int64(index))) == true)
    }
  }

  @Test(arguments: ["keep:(leaves) == YES", "keep:({leaf, leaf}) == YES"])
  func collectionsAreCopied(_ format: String) throws {
    for (index, value) in try keeping(format, { (0..<2).map { Tree.sample(days: $0, "secret") } }).enumerated() {
      guard case .array(let elements) = value else { throw PredicateIssue.noObject }
      #expect(elements.count == 2)
      for element in elements {
        #expect(text(try object(element), "text") == String(repeating: "secret\(index) ", count: 5))
      }
    }
  }

  @Test func instancesAreHeldOnTo() throws {
    weak var gone: Trunk?
    do {
      let kept = try keeping("keep:(trunk) == YES") {
        let trees = (0..<2).map { Tree.sample(days: $0, "x") }
        gone = trees[0].trunk
        return trees
      }
      let trunk = try object(kept[0])
      #expect(text(trunk, "name") == String(repeating: "trunk ", count: 8))
      #expect(trunk.reference == gone.map { ObjectReference(to: $0) })
      guard case .array(let leaves)? = trunk.value(forKey: "leaves") else { throw PredicateIssue.noObject }
      // After the value was read, the instance releases it.
      gone?.leaves = []
      #expect(text(try object(leaves.first), "text") == String(repeating: "green ", count: 8))
    }
    #expect(gone == nil, "nothing holds on for ever")
  }

  @Test func valuesOfAnyMayBeKept() throws {
    let trunk = Trunk()
    let value = QueryValue(reading: [trunk] as [Any], .values)
    guard case .array(let values) = value, case .array(let leaves)? = try object(values.first).value(forKey: "leaves")
    else { throw PredicateIssue.noObject }
    trunk.leaves = []
    #expect(text(try object(leaves.first), "text") == String(repeating: "green ", count: 8))
  }
}

extension Tree {
  fileprivate static func sample(days: Int, _ text: String) -> Tree {
    let leaf = Leaf(text: String(repeating: "\(text)\(days) ", count: 5), days: days)
    return Tree(leaf: leaf, leaves: [leaf, leaf], trunk: Trunk())
  }
}

extension PredicateIssue {
  fileprivate static let noObject = PredicateIssue(kind: .type, code: "no-object", message: "an object is expected")
}
