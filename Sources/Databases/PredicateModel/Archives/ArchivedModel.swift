import PredicateDocuments
import PredicateValues

/// The model that Core Data or SwiftData archives in a store: entities, attributes, relationships, inheritance, uniqueness, user info.
///
/// ```swift
/// let archived = try ArchivedModel(bytes)            // the inflated Z_CONTENT of Z_MODELCACHE
/// archived.model.entity(named: "Movie")?.attribute(named: "lentOn")?.type  // .date
/// ```
///
/// An archive does not specify columns. The columns and storages in this model are placeholders, as in a model from Xcode's files. The reader of a
/// store finds the real columns and storages by the members' names. The order column of an ordered relationship is the placeholder ``orderColumn``.
///
/// The bytes may be untrusted: sizes, depth and the number of steps are limited, and a damaged archive throws.
package struct ArchivedModel: Sendable {
  /// The model. It is not validated.
  package let model: DataModel
  /// Parts of the archive that the model does not keep, one sentence each.
  package let remarks: [String]

  /// The placeholder for the order column of an ordered relationship.
  package static let orderColumn = "position"

  /// - Throws: ``PropertyListDamage`` if the bytes are not an archive of a model, or if the model is too large.
  package init(_ bytes: [UInt8], work: Int = KeyedArchive.work) throws(PropertyListDamage) {
    var reading = try ArchivedModelReading(KeyedArchive(bytes, work: work))
    model = try reading.model()
    remarks = reading.remarks
  }
}

/// Makes a model from the objects of an archive.
private struct ArchivedModelReading {
  /// The limits: the number of entities, the depth of inheritance, and the number of members with inherited ones.
  private static let limits = (entities: 1_000, depth: 64, members: 50_000)

  private var archive: KeyedArchive
  private(set) var remarks: [String] = []
  private var drafts: [Draft] = []
  private var places: [ScalarString: Int] = [:]

  /// An entity of the archive. Its properties include the inherited ones.
  private struct Draft {
    let name: String
    let parent: String?
    let object: KeyedArchive.Object
    let properties: [(name: String, number: Int)]
  }

  init(_ archive: KeyedArchive) { self.archive = archive }

  mutating func model() throws(PropertyListDamage) -> DataModel {
    guard let root = try archive.object(archive.root), root.className == "NSManagedObjectModel" else {
      throw PropertyListDamage("the archive contains no model", at: 0)
    }
    for (key, value) in try archive.members(root[.entities]) { try addDraft(key, value) }
    guard !drafts.isEmpty else { throw PropertyListDamage("the model has no entities", at: 0) }
    drafts.sort { $0.name < $1.name }
    for (place, draft) in drafts.enumerated() { places[ScalarString(draft.name)] = place }
    try checkSize()
    var entities: [Entity] = []
    for draft in drafts { entities.append(try entity(draft)) }
    let templates = try archive.members(root[.fetchTemplates]).count
    if templates > 0 { remarks.append("\(templates) fetch requests of the model are ignored") }
    return DataModel(entities: entities)
  }

  // MARK: Entities

  private mutating func addDraft(_ key: Int, _ value: Int) throws(PropertyListDamage) {
    guard drafts.count < Self.limits.entities else {
      throw PropertyListDamage("the model must not have more than \(Self.limits.entities) entities", at: 0)
    }
    guard let object = try archive.object(value), object.className == "NSEntityDescription",
      let name = try archive.text(object[.entityName]), !name.isEmpty,
      places.updateValue(drafts.count, forKey: ScalarString(name)) == nil
    else { return }
    let parent = try object[.parent].flatMap { number throws(PropertyListDamage) in try archive.object(number) }
    var properties: [ScalarString: Int] = [:]
    for (key, value) in try archive.members(object[.properties]) {
      guard let property = try archive.text(key), !property.isEmpty else { continue }
      properties[ScalarString(property)] = value
    }
    drafts.append(
      Draft(
        name: name, parent: try archive.text(parent?[.entityName]), object: object,
        properties: properties.map { ($0.key.text, $0.value) }.sorted { $0.name < $1.name }))
  }

  /// Limits the number of members. An entity also has its ancestors' members, so a few bytes could describe very many.
  private func checkSize() throws(PropertyListDamage) {
    var members = 0
    for draft in drafts {
      var depth = 0
      var next: Draft? = draft
      while let entity = next {
        members += entity.properties.count
        depth += 1
        guard depth <= Self.limits.depth, members <= Self.limits.members else {
          throw PropertyListDamage(
            "the model has too many members, or entities that inherit from one another in a circle", at: 0)
        }
        next = self.parent(of: entity)
      }
    }
  }

  private func parent(of draft: Draft) -> Draft? {
    draft.parent.flatMap { places[ScalarString($0)] }.map { drafts[$0] }
  }

  private mutating func entity(_ draft: Draft) throws(PropertyListDamage) -> Entity {
    let inherited = Set(parent(of: draft)?.properties.map { ScalarString($0.name) } ?? [])
    var attributes: [Attribute] = []
    var relationships: [Relationship] = []
    var transient: [TransientMember] = []
    for (name, number) in draft.properties where !inherited.contains(ScalarString(name)) {
      guard let property = try description(number) else { continue }
      let isTransient = try archive.isTrue(property[.isTransient])
      if property.className.hasSuffix("RelationshipDescription") {
        guard let found = try relationship(name, property) else { continue }
        if isTransient {
          transient.append(
            TransientMember(
              name: name,
              content: .objects(
                destination: found.destination, inverse: found.inverse, isToMany: found.cardinality == .toMany)))
        } else {
          relationships.append(found)
        }
      } else if isTransient {
        let type = Self.type(try archive.integer(property[.attributeType]) ?? 0)
        transient.append(TransientMember(name: name, content: .value(type ?? .any)))
      } else if property.className.hasSuffix("AttributeDescription") {
        guard let type = Self.type(try archive.integer(property[.attributeType]) ?? 0) else {
          remarks.append("\(draft.name).\(name) is ignored, because a column cannot store values of its type")
          continue
        }
        attributes.append(
          Attribute(
            name: name, type: type, isOptional: try archive.isTrue(property[.isOptional]),
            defaultValue: try defaultValue(property[.defaultValue], type), userInfo: try userInfo(property)))
      }
    }
    return Entity(
      name: draft.name, attributes: attributes, relationships: relationships,
      uniqueness: try uniqueness(of: draft), parent: parent(of: draft)?.name,
      isAbstract: try archive.isTrue(draft.object[.isAbstract]), userInfo: try userInfo(draft.object)
    ).with { $0.transientMembers = transient }
  }

  /// The description of a property. A subentity may have a proxy instead; then the result is the property that the proxy refers to.
  private mutating func description(_ number: Int) throws(PropertyListDamage) -> KeyedArchive.Object? {
    guard let object = try archive.object(number) else { return nil }
    guard let underlying = object[.underlyingProperty] else { return object }
    return try archive.object(underlying)
  }

  private mutating func uniqueness(of draft: Draft) throws(PropertyListDamage) -> [[String]] {
    let known = Set(draft.properties.map { ScalarString($0.name) })
    var found: [[String]] = []
    for tuple in try archive.elements(draft.object[.uniqueness]) {
      var names: [String] = []
      for element in try archive.elements(tuple) {
        var name = try archive.text(element)
        if name == nil, let property = try description(element) { name = try archive.text(property[.propertyName]) }
        if let name, known.contains(ScalarString(name)) { names.append(name) }
      }
      if !names.isEmpty { found.append(names) }
    }
    return found
  }

  /// The entries whose keys and values are both texts.
  private mutating func userInfo(_ object: KeyedArchive.Object) throws(PropertyListDamage) -> QueryDictionary {
    var pairs: [(String, QueryValue)] = []
    for (key, value) in try archive.members(object[.userInfo]) {
      if let key = try archive.text(key), let text = try archive.text(value) { pairs.append((key, .string(text))) }
    }
    return QueryDictionary(pairs.sorted { $0.0 < $1.0 })
  }

  // MARK: Attributes

  /// The type for one of Core Data's type numbers. Nil for types without a column: undefined, object identifier, composite.
  private static func type(_ number: Int64) -> QueryType? {
    switch number {
    case 100, 200, 300: .integer
    case 400: .decimal
    case 500, 600: .double
    case 700: .string
    case 800: .boolean
    case 900: .date
    // The transformer of a transformable attribute produces bytes.
    case 1000, 1800: .data
    case 1100: .uuid
    case 1200: .url
    default: nil
    }
  }

  private mutating func defaultValue(_ number: Int?, _ type: QueryType) throws(PropertyListDamage) -> QueryValue? {
    guard let number else { return nil }
    switch type {
    case .integer: return try archive.integer(number).map { .integer($0) }
    case .double: return try archive.real(number).map { .double($0) }
    case .decimal: return try archive.integer(number).flatMap { QueryDecimal("\($0)") }.map { .decimal($0) }
    case .boolean: return try archive.integer(number).flatMap { [0: .boolean(false), 1: .boolean(true)][$0] }
    case .string: return try archive.text(number).map { .string($0) }
    case .date: return try archive.real(try archive.object(number)?[.time]).map { .date($0) }
    case .uuid:
      return try archive.data(try archive.object(number)?[.uuidBytes]).flatMap { QueryUUID(bytes: $0) }.map {
        .uuid($0)
      }
    case .url: return try archive.text(try archive.object(number)?[.relativeURL]).map { .url($0) }
    default: return nil
    }
  }

  // MARK: Relationships

  private mutating func relationship(
    _ name: String, _ property: KeyedArchive.Object
  ) throws(PropertyListDamage) -> Relationship? {
    func named(_ key: KeyedArchive.Key, _ other: KeyedArchive.Key, _ otherName: KeyedArchive.Key)
      throws(PropertyListDamage) -> String?
    {
      if let name = try archive.text(property[key]) { return name }
      guard let number = property[other], let object = try archive.object(number) else { return nil }
      return try archive.text(object[otherName])
    }
    guard let destination = try named(.destinationName, .destination, .entityName) else { return nil }
    let least = Int(clamping: try archive.integer(property[.minimumCount]) ?? 0)
    let most = Int(clamping: try archive.integer(property[.maximumCount]) ?? 0)
    let isToMany = most != 1
    let isOptional = try archive.isTrue(property[.isOptional])
    let isOrdered = try archive.isTrue(property[.isOrdered])
    return Relationship(
      name: name, destination: destination, inverse: try named(.inverseName, .inverse, .propertyName),
      cardinality: isToMany ? .toMany : .toOne, isOptional: isToMany || isOptional,
      deleteRule: Self.deleteRule(try archive.integer(property[.deleteRule]) ?? 1),
      storage: isToMany ? .foreignKeyOfDestination(name) : .foreignKey(name),
      minimumCount: isToMany ? max(least, isOptional ? 0 : 1) : 0,
      maximumCount: isToMany && most > 0 && most >= least ? most : nil,
      orderColumn: isToMany && isOrdered ? ArchivedModel.orderColumn : nil, userInfo: try userInfo(property))
  }

  private static func deleteRule(_ number: Int64) -> DeleteRule {
    switch number {
    case 0: .noAction
    case 2: .cascade
    case 3: .deny
    default: .nullify
    }
  }
}
