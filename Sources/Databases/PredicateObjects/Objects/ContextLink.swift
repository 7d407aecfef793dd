import PredicateModel
import PredicateValues

/// The data that the objects of a context share: a reference to the context, and the table of its objects.
final class ContextLink {
  /// The context; nil after it was freed.
  ///
  /// The context clears the reference itself, so `unowned` never refers to a freed context. With a `weak` reference, creating and saving 100,000
  /// objects took 2 to 8 % longer. `unowned(unsafe)`, which does not check, was not faster than `unowned` (`store-bench`).
  unowned var context: ObjectContext?
  /// The classes of the context; nil for a sample object, from which only the declarations of its class are read.
  var classes: ClassTable?
  /// The attributes that properties of ``classes`` read.
  let cache = PropertyCache()
  /// Reports to Observation which members are read and changed; nil unless the context is observable.
  var observation: (any MemberObservation)?
  /// The objects by their keys, one table per hierarchy of entities. The tables do not retain the objects: an object removes itself when it is freed.
  var objects: [ObjectTable] = []
  /// The objects that freed objects have retained, while they are being released; nil at other times.
  private var released: [[StoredObject]]?
  /// Receives failures after the context was freed.
  private var onFailure: ((any Error) -> Void)?

  /// All objects. The array retains them, because freeing an object changes the tables.
  var allObjects: [StoredObject] { objects.indices.flatMap { objects[$0].values } }

  /// Removes an object that is being freed from its table.
  func remove(freed object: StoredObject) {
    if objects.indices.contains(object.plan.root) { objects[object.plan.root].remove(freed: object) }
  }

  /// Releases the objects that a freed object has retained, and empties the array. If this frees further objects, they add the objects that they
  /// retain to the list. So a long chain of objects is freed without deep recursion.
  func release(_ objects: inout [StoredObject]) {
    if objects.isEmpty { return }
    let isFirst = released == nil
    if isFirst { released = [] }
    released?.append(objects)
    objects = []
    if !isFirst { return }
    while let last = released?.popLast() { withExtendedLifetime(last) {} }
    released = nil
  }

  /// Reports a failure to read or to set a property, which the property itself cannot throw. If the context was freed and had no
  /// ``ObjectContext/onFailure``, this ends the program, because otherwise a missing value would look like an empty one.
  func fail(_ error: any Error, isWriting: Bool = false) {
    if let context { return isWriting ? context.failToWrite(error) : context.fail(error) }
    guard let onFailure else { fatalError("\(error)") }
    onFailure(error)
  }

  // MARK: The end of the context

  /// Makes the objects independent of the context. They keep their values and the related objects that were loaded.
  func end(_ onFailure: ((any Error) -> Void)?) {
    context = nil
    self.onFailure = onFailure
    let all = allObjects
    for object in all {
      object.batch = nil
      holdTargets(of: object)
    }
    for object in all { releaseOwner(of: object) }
    cutCircles(all)
  }

  /// The object with a key of an entity, if it is in the context and its row was read.
  func loadedObject(_ key: Int64, ofEntity position: Int) -> StoredObject? {
    guard let classes, let object = objects[classes.root(ofEntity: position)][key], object.isLoaded else { return nil }
    return object
  }

  /// Makes an object retain the loaded objects that its foreign keys refer to.
  private func holdTargets(of object: StoredObject) {
    for (slot, key) in object.plan.foreignKeys.enumerated() {
      guard case .key(let number)? = object.record?.references[slot],
        let target = loadedObject(number, ofEntity: key.destination)
      else { continue }
      object.record?.references[slot] = .object(target)
    }
  }

  /// The objects in the loaded lists of an object no longer retain it: they refer to it by its key, because the list already retains them.
  private func releaseOwner(of object: StoredObject) {
    for (index, link) in object.plan.links.enumerated() {
      guard case .referencedBy(let slot) = link.storage else { continue }
      for member in object.lists[index] ?? [] {
        guard case .object(let owner)? = member.record?.references[slot], owner === object else { continue }
        member.record?.references[slot] = .key(object.key)
      }
    }
  }

  /// Breaks reference cycles between objects, so that all are freed when the program releases them. A foreign key in a cycle then refers to its
  /// object by key only; a list in a cycle is dropped.
  private func cutCircles(_ all: [StoredObject]) {
    let (isOpen, isDone) = (-1, -2)
    for root in all where root.walk != isDone {
      root.walk = isOpen
      var path = [(object: root, ties: ties(of: root))]
      while !path.isEmpty {
        let object = path[path.count - 1].object
        guard let (tie, target) = path[path.count - 1].ties.popLast() else {
          object.walk = isDone
          path.removeLast()
          continue
        }
        if target.walk == isOpen {
          switch tie {
          case .reference(let slot): object.record?.references[slot] = .key(target.key)
          case .list(let index): object.lists[index] = nil
          }
        } else if target.walk != isDone {
          target.walk = isOpen
          path.append((target, self.ties(of: target)))
        }
      }
    }
  }

  /// How an object retains another one: by a foreign key or by a list.
  private enum Tie {
    case reference(slot: Int)
    case list(index: Int)
  }

  private func ties(of object: StoredObject) -> [(tie: Tie, target: StoredObject)] {
    var ties: [(Tie, StoredObject)] = []
    for (slot, link) in (object.record?.references ?? ReferenceList()).enumerated() {
      if case .object(let target) = link { ties.append((.reference(slot: slot), target)) }
    }
    for index in object.plan.links.indices {
      for member in object.lists[index] ?? [] { ties.append((.list(index: index), member)) }
    }
    return ties
  }
}

/// An object for the evaluator.
///
/// It is declared `Sendable`, but a context evaluates conditions within one call, on the task that made the call.
struct ContextObject: SelfComparingObject, SwiftValueObject, @unchecked Sendable {
  let object: StoredObject

  var swiftValue: Any { object }
  var entityName: String { object.plan.entity.name }
  var reference: ObjectReference? { object.reference }
  var keys: [String] { object.plan.entity.memberNames }

  func value(forKey key: String) -> QueryValue? {
    guard let member = object.plan.members[ScalarString(key)] else { return nil }
    do {
      switch member {
      case .attribute(let index): return try object.attribute(index)
      case .key: return object.isTemporary ? .null : .integer(object.key)
      case .link(let index):
        let found = try object.objects(of: index).map { QueryValue.object(ContextObject(object: $0)) }
        return object.plan.links[index].isToMany ? .array(found) : found.first ?? .null
      // A predicate cannot read a fetched property, because the property's own predicate could then read the property again without end.
      case .fetched: return nil
      }
    } catch {
      return .object(
        UnusableValue(
          .error("unreadable-object", nil, "\(object.id) cannot be read: \(error)", kind: .unsupported)))
    }
  }

  func isEqual(to other: any QueryObject) -> Bool? {
    guard let other = other as? ContextObject else { return false }
    return object === other.object
  }

  func hashItself(into hasher: inout Hasher) -> Bool {
    hasher.combine(ObjectIdentifier(object))
    return true
  }
}
