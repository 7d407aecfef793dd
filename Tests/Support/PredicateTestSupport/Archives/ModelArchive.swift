import PredicateModel
import PredicateValues

/// Writes models as Core Data archives them in a store.
///
/// ```swift
/// let stream = ModelArchive.stream(of: model, transient: ["Movie.isOverdue"])
/// try database.execute(sql: "INSERT INTO Z_MODELCACHE VALUES (?)", arguments: [Data(stream)])
/// ```
package struct ModelArchive {
  /// How an entity contains inherited properties: as descriptions like those of its parents, or as proxies for these.
  package enum Inheritance: CaseIterable { case descriptions, proxies }

  private let model: DataModel
  private let transient: Set<String>
  private let inheritance: Inheritance
  /// The archive's objects. The first one is null.
  private var objects: [PropertyListWriter.Node] = [.text("$null")]
  private var classes: [String: Int] = [:]
  private var entities: [String: Int] = [:]
  private var properties: [String: Int] = [:]
  /// The names of the members that each entity declares itself.
  private let declared: [String: Set<String>]

  /// The `Z_CONTENT` of a store.
  package static func stream(
    of model: DataModel, transient: Set<String> = [], inheritance: Inheritance = .proxies
  ) -> [UInt8] {
    deflated(bytes(of: model, transient: transient, inheritance: inheritance))
  }

  package static func bytes(
    of model: DataModel, transient: Set<String> = [], inheritance: Inheritance = .proxies
  ) -> [UInt8] {
    var archive = ModelArchive(model, transient, inheritance)
    return archive.bytes()
  }

  /// A raw DEFLATE stream of blocks that are not compressed.
  package static func deflated(_ bytes: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = []
    var rest = bytes[...]
    repeat {
      let block = rest.prefix(0xFFFF)
      rest = rest.dropFirst(block.count)
      let (low, high) = (UInt8(block.count & 0xFF), UInt8(block.count >> 8))
      stream += [rest.isEmpty ? 1 : 0, low, high, ~low, ~high] + block
    } while !rest.isEmpty
    return stream
  }

  private init(_ model: DataModel, _ transient: Set<String>, _ inheritance: Inheritance) {
    self.model = model
    self.transient = transient
    self.inheritance = inheritance
    declared = Dictionary(
      model.entities.map { ($0.name, Set($0.declared.memberNames)) }, uniquingKeysWith: { first, _ in first })
  }

  private mutating func bytes() -> [UInt8] {
    let root = reserve()
    for entity in model.entities { entities[entity.name] = reserve() }
    for entity in model.entities {
      for name in entity.memberNames { properties["\(entity.name).\(name)"] = reserve() }
    }
    for entity in model.entities { write(entity, root) }
    let names = model.entities.map(\.name).sorted()
    let keys = object("NSArray", [("NS.objects", .list(names.map { .reference(add(.text($0))) }))])
    let mapping = object(
      "NSKnownKeysMappingStrategy1",
      [("length", .integer(Int64(names.count))), ("keys", .reference(keys)), ("version", .integer(1))])
    let values = object("NSArray", [("NS.objects", .list(names.map { .reference(entities[$0] ?? 0) }))])
    let known = object(
      "NSKnownKeysDictionary1", [("searchMapping", .reference(mapping)), ("values", .reference(values))])
    objects[root] = node(
      "NSManagedObjectModel", [("NSEntities", .reference(known)), ("NSFetchRequestTemplates", .reference(0))])
    return PropertyListWriter.bytes(
      of: .dictionary([
        ("$version", .integer(100_000)), ("$archiver", .text("NSKeyedArchiver")),
        ("$top", .dictionary([("root", .reference(root))])), ("$objects", .list(objects)),
      ]))
  }

  // MARK: Descriptions

  private mutating func write(_ entity: Entity, _ root: Int) {
    let own = declared[entity.name] ?? []
    for attribute in entity.attributes {
      let number = properties["\(entity.name).\(attribute.name)"] ?? 0
      guard own.contains(attribute.name) || inheritance == .descriptions else {
        writeProxy(number, attribute.name, entity)
        continue
      }
      objects[number] = node(
        "NSAttributeDescription",
        common(attribute.name, entity, isOptional: attribute.isOptional) + [
          ("NSAttributeType", .integer(Self.code(of: attribute.type))),
          ("NSDefaultValue", value(attribute.defaultValue)), ("NSUserInfo", dictionary(attribute.userInfo)),
        ])
    }
    for relationship in entity.relationships {
      let number = properties["\(entity.name).\(relationship.name)"] ?? 0
      guard own.contains(relationship.name) || inheritance == .descriptions else {
        writeProxy(number, relationship.name, entity)
        continue
      }
      let isToMany = relationship.cardinality == .toMany
      let isOptional = isToMany ? relationship.minimumCount == 0 : relationship.isOptional
      objects[number] = node(
        "NSRelationshipDescription",
        common(relationship.name, entity, isOptional: isOptional) + [
          ("NSDestinationEntity", .reference(entities[relationship.destination] ?? 0)),
          ("_NSDestinationEntityName", text(relationship.destination)),
          ("_NSInverseRelationshipName", relationship.inverse.map { text($0) } ?? .reference(0)),
          (
            "NSInverseRelationship",
            .reference(relationship.inverse.flatMap { properties["\(relationship.destination).\($0)"] } ?? 0)
          ),
          ("NSDeleteRule", .integer(Self.code(of: relationship.deleteRule))),
          ("NSMinCount", .integer(Int64(relationship.minimumCount))),
          ("NSMaxCount", .integer(Int64(isToMany ? relationship.maximumCount ?? 0 : 1))),
          ("NSUserInfo", dictionary(relationship.userInfo)),
        ] + (relationship.isOrdered ? [("NSIsOrdered", .boolean(true))] : []))
    }
    let tuples = entity.declared.uniqueness.map { names in
      PropertyListWriter.Node.reference(
        object("NSMutableArray", [("NS.objects", .list(names.map { text($0) }))]))
    }
    objects[entities[entity.name] ?? 0] = node(
      "NSEntityDescription",
      [
        ("NSEntityName", text(entity.name)), ("NSManagedObjectModel", .reference(root)),
        ("NSSuperentity", .reference(entity.parent.flatMap { entities[$0] } ?? 0)),
        ("NSProperties", members(entity)), ("NSUserInfo", dictionary(entity.userInfo)),
        ("NSUniqueTuples", .reference(object("NSMutableArray", [("NS.objects", .list(tuples))]))),
      ] + (entity.isAbstract ? [("NSIsAbstract", .boolean(true))] : []))
  }

  private mutating func writeProxy(_ number: Int, _ name: String, _ entity: Entity) {
    var owner: Entity? = entity
    while let next = owner, declared[next.name]?.contains(name) != true {
      owner = next.parent.flatMap { model.entity(named: $0) }
    }
    objects[number] = node(
      "_NSPropertyDescriptionProxy",
      [
        ("NSUnderlyingProperty", .reference(owner.flatMap { properties["\($0.name).\(name)"] } ?? 0)),
        ("NSEntityDescription", .reference(entities[entity.name] ?? 0)),
      ])
  }

  private mutating func members(_ entity: Entity) -> PropertyListWriter.Node {
    let names = entity.memberNames
    return .reference(
      object(
        "NSMutableDictionary",
        [
          // Some texts are objects of a class.
          ("NS.keys", .list(names.map { .reference(object("NSMutableString", [("NS.string", .text($0))])) })),
          ("NS.objects", .list(names.map { .reference(properties["\(entity.name).\($0)"] ?? 0) })),
        ]))
  }

  private mutating func common(
    _ name: String, _ entity: Entity, isOptional: Bool
  ) -> [(String, PropertyListWriter.Node)] {
    [("NSPropertyName", text(name)), ("NSEntity", .reference(entities[entity.name] ?? 0))]
      + (isOptional ? [("NSIsOptional", .boolean(true))] : [])
      + (transient.contains("\(entity.name).\(name)") ? [("NSIsTransient", .boolean(true))] : [])
  }

  // MARK: Values

  private mutating func value(_ value: QueryValue?) -> PropertyListWriter.Node {
    switch value {
    case .boolean(let truth)?: .boolean(truth)
    case .integer(let number)?: .integer(number)
    case .double(let number)?: .real(number)
    case .string(let string)?: text(string)
    case .date(let seconds)?: .reference(object("NSDate", [("NS.time", .real(seconds))]))
    case .url(let address)?: .reference(object("NSURL", [("NS.relative", text(address))]))
    case .uuid(let uuid)?: .reference(object("NSUUID", [("NS.uuidbytes", .data(uuid.bytes))]))
    default: .reference(0)
    }
  }

  private mutating func dictionary(_ entries: QueryDictionary) -> PropertyListWriter.Node {
    let keys = entries.keys.map { text($0) }
    let values = entries.values.map { value($0) }
    return .reference(object("NSDictionary", [("NS.keys", .list(keys)), ("NS.objects", .list(values))]))
  }

  private static func code(of type: QueryType) -> Int64 {
    switch type {
    case .integer: 300
    case .decimal: 400
    case .double: 500
    case .string: 700
    case .boolean: 800
    case .date: 900
    case .data: 1_000
    case .uuid: 1_100
    case .url: 1_200
    default: 0
    }
  }

  private static func code(of rule: DeleteRule) -> Int64 {
    switch rule {
    case .noAction: 0
    case .nullify, .setDefault: 1
    case .cascade: 2
    case .deny: 3
    }
  }

  // MARK: Objects

  private mutating func reserve() -> Int { add(.text("$null")) }

  private mutating func add(_ node: PropertyListWriter.Node) -> Int {
    objects.append(node)
    return objects.count - 1
  }

  private mutating func text(_ text: String) -> PropertyListWriter.Node { .reference(add(.text(text))) }

  private mutating func object(_ name: String, _ fields: [(String, PropertyListWriter.Node)]) -> Int {
    let made = node(name, fields)
    return add(made)
  }

  private mutating func node(_ name: String, _ fields: [(String, PropertyListWriter.Node)]) -> PropertyListWriter.Node {
    let number: Int
    if let known = classes[name] {
      number = known
    } else {
      number = add(.dictionary([("$classname", .text(name)), ("$classes", .list([.text(name), .text("NSObject")]))]))
      classes[name] = number
    }
    return .dictionary(fields + [("$class", .reference(number))])
  }
}
