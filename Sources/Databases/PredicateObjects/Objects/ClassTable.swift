import PredicateSyntax

/// The classes of a context: the entity of each class, and the member of each of its properties.
///
/// A property wrapper does not know the name of its property, but `Mirror` does. So the table sets a mark in the wrapper of one object, through a key
/// path, and searches the mirror for the child with the mark. It does so once per class and property.
final class ClassTable {
  private let plan: StorePlan
  /// The classes that the context was given.
  let types: [StoredObject.Type]
  /// The class of each entity.
  private var classes: [StoredObject.Type]
  /// The members by the entities of the objects and the key paths of the wrappers. Key paths are compared by identity, which is faster than equality,
  /// so the table holds references to them. The compiler makes a new key path for each place of the source that uses a property.
  private var places: [PlaceKey: (path: AnyKeyPath, member: EntityPlan.Member)] = [:]

  /// The attributes whose types cannot read every value, by the classes and the attributes' indexes.
  private var readers: [ObjectIdentifier: [Int: PropertyReader]] = [:]

  /// The texts of problems that classes declare, by the classes and the attributes' indexes.
  private var problemTexts: [ObjectIdentifier: [Int: String]] = [:]

  /// The entities of the classes that were looked up.
  private var entities: [ObjectIdentifier: EntityPlan] = [:]

  private struct PlaceKey: Hashable {
    let entity: Int
    let path: ObjectIdentifier
  }

  /// - Throws: ``StoreIssue``: `unknown-entity`, `class-mismatch`.
  init(_ plan: StorePlan, _ types: [StoredObject.Type]) throws(StoreIssue) {
    self.plan = plan
    self.types = types
    classes = plan.entities.map { _ in StoredObject.self }
    for type in types {
      guard let entity = plan.entity(named: type.entityName) else {
        throw StoreIssue(.unknownEntity, "the class \(type) is not an entity of the model")
      }
      classes[entity.position] = type
    }
    // An entity without a class has the class of its nearest parent.
    for entity in plan.entities where classes[entity.position] == StoredObject.self {
      let parent = entity.line.first { classes[$0] != StoredObject.self }
      if let parent { classes[entity.position] = classes[parent] }
    }
  }

  /// The position of the root of an entity's hierarchy.
  func root(ofEntity position: Int) -> Int { plan.entities[position].root }

  /// The class of an entity's objects.
  func type(ofEntity position: Int) -> StoredObject.Type { classes[position] }

  /// The entity of a class.
  func entity(of type: StoredObject.Type) throws(StoreIssue) -> EntityPlan {
    if let known = entities[ObjectIdentifier(type)] { return known }
    guard type != StoredObject.self, classes.contains(where: { $0 == type }),
      let entity = plan.entity(named: type.entityName)
    else { throw StoreIssue(.unknownEntity, "the class \(type) is not in the list of classes of the context") }
    entities[ObjectIdentifier(type)] = entity
    return entity
  }

  /// The name of the property that a key path reads.
  func name<Object: StoredObject>(of keyPath: PartialKeyPath<Object>) throws(StoreIssue) -> String {
    let plan = try entity(of: Object.self)
    return try Self.name(of: keyPath, plan)
  }

  /// The name of the property that a key path reads from an object of a plan.
  static func name<Object: StoredObject>(
    of keyPath: PartialKeyPath<Object>, _ plan: EntityPlan
  ) throws(StoreIssue) -> String {
    let sample = Object(ObjectPlace(link: ContextLink(), plan: plan, key: 0, isNew: true))
    switch PropertyProbe.name(of: keyPath, in: sample) {
    case .property(let name): return name
    case .refused(let reason, let text):
      throw StoreIssue(.unknownMember, text.map { "\(reason): \($0)" } ?? reason)
    }
  }

  /// Compares the properties of the classes with the model.
  func check(_ samples: [StoredObject]) throws(StoreIssue) {
    for sample in samples {
      for (name, property) in Self.properties(of: sample) {
        guard let member = sample.plan.members[ScalarString(name)] else {
          throw StoreIssue(
            .classMismatch,
            "\(Swift.type(of: sample)).\(name) is not a member of \(sample.plan.entity.name) in the model")
        }
        if let problem = property.mismatch(with: member, of: sample.plan, self) {
          throw StoreIssue(.classMismatch, "\(Swift.type(of: sample)).\(name) \(problem)")
        }
        if case .attribute(let index) = member, let text = property.problemText {
          problemTexts[ObjectIdentifier(Swift.type(of: sample)), default: [:]][index] = text
        }
        if case .attribute(let index) = member, let reader = property.reader {
          readers[ObjectIdentifier(Swift.type(of: sample)), default: [:]][index] = reader
        }
      }
    }
  }

  /// The text of the problem if an attribute does not meet its condition; nil for a text with the condition.
  func problemText(ofAttribute index: Int, of plan: EntityPlan) -> String? {
    problemTexts[ObjectIdentifier(classes[plan.position])]?[index]
  }

  /// The attributes of each entity that encode values of Swift as JSON.
  static func encodedAttributes(of samples: [StoredObject]) -> [String: Set<String>] {
    var found: [String: Set<String>] = [:]
    for sample in samples {
      let names = properties(of: sample).filter(\.property.isEncoded).map(\.name)
      if !names.isEmpty { found[sample.plan.entity.name] = Set(names) }
    }
    return found
  }

  /// Checks that the property of an attribute could read a value.
  ///
  /// - Throws: ``StoreIssue`` `wrong-type`.
  func check(_ value: QueryValue, forAttribute index: Int, of plan: EntityPlan) throws(StoreIssue) {
    // The value is an ``UnencodedValue``, which no attribute accepts. That error has the reason.
    if case .object = value { return }
    guard let reader = readers[ObjectIdentifier(classes[plan.position])]?[index], !reader.canRead(value) else { return }
    throw StoreIssue(
      .wrongType,
      "\(plan.entity.name).\(plan.entity.attributes[index].name) cannot hold \(value.shownValue), "
        + "which is not a value of \(reader.typeName)")
  }

  /// The message that the class of a relationship's destination differs from the model; nil if they agree.
  func mismatch(of type: StoredObject.Type, with entity: Int) -> String? {
    let name = plan.entities[entity].entity.name
    if type == StoredObject.self || classes[entity] == type { return nil }
    return "refers to the class \(type), but in the model it refers to \(name)"
  }

  /// The member of an entity that a property represents.
  func place<Object: StoredObject, Wrapper: DeclaredProperty>(
    of storage: ReferenceWritableKeyPath<Object, Wrapper>, in object: StoredObject
  ) -> EntityPlan.Member? {
    let key = PlaceKey(entity: object.plan.position, path: ObjectIdentifier(storage))
    if let known = places[key] { return known.member }
    guard let name = Self.name(of: storage, in: object), let member = object.plan.members[ScalarString(name)] else {
      return nil
    }
    places[key] = (storage, member)
    if case .attribute(let index) = member, object.plan.forms[index].isPlain {
      object.link.cache.note(index, of: object.plan.position, at: storage)
    }
    return member
  }

  /// The name of a property, by the key path of its wrapper; nil if the object is of another class.
  static func name<Object: StoredObject, Wrapper: DeclaredProperty>(
    of storage: ReferenceWritableKeyPath<Object, Wrapper>, in object: StoredObject
  ) -> String? {
    guard let object = object as? Object else { return nil }
    object[keyPath: storage].mark = true
    defer { object[keyPath: storage].mark = false }
    return properties(of: object).first { $0.property.mark }?.name
  }

  /// The nearest superclass of an object that is among some classes; nil if none of them is.
  static func parent(of object: StoredObject, among types: [StoredObject.Type]) -> StoredObject.Type? {
    var mirror = Mirror(reflecting: object).superclassMirror
    while let level = mirror {
      if let found = types.first(where: { $0 == level.subjectType }) { return found }
      mirror = level.superclassMirror
    }
    return nil
  }

  /// The declared properties of an object's class and its superclasses, up to but without `end`.
  static func properties(
    of object: StoredObject, below end: StoredObject.Type? = nil
  ) -> [(name: String, property: any DeclaredProperty)] {
    var found: [(String, any DeclaredProperty)] = []
    var mirror: Mirror? = Mirror(reflecting: object)
    while let level = mirror {
      if let end, level.subjectType == end { break }
      for case (let label?, let property as any DeclaredProperty) in level.children {
        // The compiler stores the wrapper of `title` as `_title`, so the underscore is dropped.
        found.append((String(label.dropFirst()), property))
      }
      mirror = level.superclassMirror
    }
    return found
  }
}
