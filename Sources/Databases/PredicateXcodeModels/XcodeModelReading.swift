import PredicateModel
import PredicateValues

/// Makes a model from the elements of a file.
struct XcodeModelReading {
  private let root: XcodeElement
  private let entities: [XcodeElement]
  private(set) var remarks: [XcodeModelIssue] = []
  private(set) var places: [String: XcodeElement] = [:]
  /// The elements of the fetch templates, in the order of the model's templates.
  private(set) var templatePlaces: [XcodeElement] = []

  /// Elements that the model ignores: the positions of entities in Xcode's diagram.
  private static let silent: Set = ["elements"]
  /// The known attributes of a fetch request: those that a template keeps, and those that only control how Core Data loads objects.
  private static let knownRequestAttributes: Set = [
    "name", "entity", "predicateString", "fetchLimit", "fetchBatchSize", "returnsObjectsAsFaults",
    "returnObjectsAsFaults", "includesPropertyValues", "includePropertyValues",
  ]

  init(_ root: XcodeElement) throws(XcodeModelIssue) {
    guard root.name == "model" else {
      throw XcodeModelIssue(root, "expected the root element “model” of a data model, found “\(root.name)”")
    }
    self.root = root
    entities = root.children(named: "entity")
  }

  mutating func model() throws(XcodeModelIssue) -> DataModel {
    var templates: [FetchTemplate] = []
    for element in root.children where element.name != "entity" && !Self.silent.contains(element.name) {
      switch element.name {
      case "fetchRequest": templates.append(try fetchTemplate(element))
      case "configuration": remark(element, "the configuration “\(element["name"] ?? "")” is left out")
      default: remark(element, "the element “\(element.name)” is unknown, so it is ignored")
      }
    }
    let layout = relationshipLayout()
    var made: [Entity] = []
    var number = 0
    for element in entities { made.append(try entity(element, layout, &number)) }
    return DataModel(entities: made, fetchTemplates: templates)
  }

  private mutating func remark(_ element: XcodeElement, _ message: String) {
    remarks.append(XcodeModelIssue(element, message))
  }

  private static func name(of element: XcodeElement) throws(XcodeModelIssue) -> String {
    guard let name = element["name"] else { throw XcodeModelIssue(element, "“\(element.name)” has no name") }
    return name
  }

  // MARK: Entities

  private mutating func entity(
    _ element: XcodeElement, _ layout: RelationshipLayout, _ number: inout Int
  ) throws(XcodeModelIssue) -> Entity {
    let name = try Self.name(of: element)
    if places[name] == nil { places[name] = element }
    var attributes: [Attribute] = []
    var relationships: [Relationship] = []
    var fetched: [FetchedProperty] = []
    var uniqueness: [[String]] = []
    for child in element.children {
      let member = child["name"] ?? ""
      if ["attribute", "relationship", "fetchedProperty"].contains(child.name) {
        _ = try Self.name(of: child)
        if places["\(name).\(member)"] == nil { places["\(name).\(member)"] = child }
      }
      switch child.name {
      case "attribute":
        guard let reason = XcodeAttribute.whyUnkept(child) else {
          attributes.append(try XcodeAttribute.attribute(child, column: column(of: member, in: element)))
          continue
        }
        remark(child, "\(reason) “\(name).\(member)” is left out")
      case "relationship":
        relationships.append(try relationship(child, layout.storage(of: number)))
        number += 1
      case "fetchedProperty": fetched.append(try fetchedProperty(child, of: name))
      case "uniquenessConstraints":
        for constraint in child.children(named: "uniquenessConstraint") {
          uniqueness.append(constraint.children(named: "constraint").compactMap { $0["value"] })
        }
      case "fetchIndex", "compoundIndexes":
        remark(child, "the index \(child["name"].map { "“\($0)” " } ?? "")of “\(name)” is left out")
      case "userInfo": continue
      default: remark(child, "the element “\(child.name)” is unknown, so it is ignored")
      }
    }
    let parent = element["parentEntity"]
    return Entity(
      name: name, key: .integer(parent == nil ? freeColumn(["id", "pk", "object_pk"], in: element) : "id"),
      attributes: attributes, relationships: relationships, uniqueness: uniqueness, fetchedProperties: fetched,
      parent: parent, isAbstract: element.isTrue("isAbstract"),
      entityColumn: parent == nil && entities.contains { $0["parentEntity"] == name }
        ? freeColumn(["entity", "entity_name", "object_entity"], in: element) : nil, userInfo: element.userInfo)
  }

  /// The root of an entity's hierarchy; the entity itself if it has no parent. Stops at a missing parent and at a circle.
  private func root(of element: XcodeElement) -> String {
    var line = [element["name"] ?? ""]
    var parent = element["parentEntity"]
    while let name = parent, let next = entities.first(where: { $0["name"] == name }), !line.contains(name) {
      line.append(name)
      parent = next["parentEntity"]
    }
    return line.last ?? ""
  }

  private func kin(of element: XcodeElement) -> [XcodeElement] {
    let root = root(of: element)
    return entities.filter { self.root(of: $0) == root }
  }

  /// The first of some names that is free in the hierarchy.
  private func freeColumn(_ names: [String], in element: XcodeElement) -> String {
    let taken = kin(of: element).flatMap(\.children).compactMap { $0["name"]?.lowercased() }
    return names.first { !taken.contains($0) } ?? names[0]
  }

  /// The column of a property. If another entity of the hierarchy has a property of the same name, the entity's name is added.
  private func column(of name: String, in element: XcodeElement) -> String {
    guard element["parentEntity"] != nil else { return name }
    let isTaken = kin(of: element).contains { other in
      other["name"] != element["name"] && other.children.contains { $0["name"] == name }
    }
    return isTaken ? "\(element["name"] ?? "")_\(name)" : name
  }

  // MARK: Relationships

  private func relationshipLayout() -> RelationshipLayout {
    var ends: [RelationshipLayout.End] = []
    for entity in entities {
      for element in entity.children(named: "relationship") {
        let name = element["name"] ?? ""
        ends.append(
          RelationshipLayout.End(
            entity: entity["name"] ?? "", name: name, destination: element["destinationEntity"] ?? "",
            isToMany: element.isTrue("toMany"), isRequired: !element.isTrue("optional"),
            namesInverse: element["inverseName"] != nil, column: "\(column(of: name, in: entity))_id", inverse: nil))
      }
    }
    let elements = entities.flatMap { $0.children(named: "relationship") }
    for index in ends.indices {
      guard let name = elements[index]["inverseName"] else { continue }
      ends[index].inverse = ends.indices.first {
        ends[$0].entity == ends[index].destination && ends[$0].name == name
          && ends[$0].destination == ends[index].entity
      }
    }
    return RelationshipLayout(ends)
  }

  private func relationship(
    _ element: XcodeElement, _ storage: RelationshipStorage
  ) throws(XcodeModelIssue) -> Relationship {
    let name = try Self.name(of: element)
    guard let destination = element["destinationEntity"] else {
      throw XcodeModelIssue(element, "the relationship “\(name)” has no destinationEntity, so it leads to no entity")
    }
    let isToMany = element.isTrue("toMany")
    let isOptional = element.isTrue("optional")
    let (least, most) = (try element.count("minCount") ?? 0, try element.count("maxCount") ?? 0)
    return Relationship(
      name: name, destination: destination, inverse: element["inverseName"], cardinality: isToMany ? .toMany : .toOne,
      isOptional: isToMany || isOptional, deleteRule: try deleteRule(element), storage: storage, isTrusted: true,
      minimumCount: isToMany && !isOptional ? max(least, 1) : isToMany ? least : 0,
      maximumCount: isToMany && most > 0 ? most : nil,
      orderColumn: element.isTrue("ordered") ? "\(name)_position" : nil, userInfo: element.userInfo)
  }

  private func deleteRule(_ element: XcodeElement) throws(XcodeModelIssue) -> DeleteRule {
    switch element["deletionRule"] {
    case "Nullify", nil: return .nullify
    case "Cascade": return .cascade
    case "Deny": return .deny
    case "No Action": return .noAction
    case let rule?: throw XcodeModelIssue(element, "“\(rule)” is not a deletion rule")
    }
  }

  // MARK: Fetched properties

  private mutating func fetchedProperty(
    _ element: XcodeElement, of entity: String
  ) throws(XcodeModelIssue) -> FetchedProperty {
    let name = try Self.name(of: element)
    guard let request = element.children(named: "fetchRequest").first, let destination = request["entity"] else {
      throw XcodeModelIssue(element, "the fetched property “\(name)” needs a fetch request with an entity")
    }
    let info = [element.userInfo, request.userInfo].flatMap { zip($0.keys, $0.values) }
    return FetchedProperty(
      name: name, destination: destination, predicate: try predicate(of: request), userInfo: QueryDictionary(info))
  }

  private func predicate(of request: XcodeElement) throws(XcodeModelIssue) -> QueryPredicate? {
    guard let text = request["predicateString"], !text.isEmpty else { return nil }
    do throws(PredicateIssue) {
      return try QueryPredicate(format: QueryFormat(raw: text))
    } catch {
      throw XcodeModelIssue(request, "the predicate “\(text)” is not valid: \(error.message)")
    }
  }

  // MARK: Fetch templates

  private mutating func fetchTemplate(_ element: XcodeElement) throws(XcodeModelIssue) -> FetchTemplate {
    let name = try Self.name(of: element)
    guard let entity = element["entity"] else {
      throw XcodeModelIssue(element, "the fetch request “\(name)” has no entity")
    }
    // In Core Data, a limit of 0 means no limit.
    let limit = try element.count("fetchLimit").flatMap { $0 > 0 ? $0 : nil }
    for attribute in element.attributes.keys.sorted() where !Self.knownRequestAttributes.contains(attribute) {
      remark(element, "the \(attribute) of the fetch request “\(name)” is ignored")
    }
    templatePlaces.append(element)
    return FetchTemplate(name: name, fetch: EntityFetch(entity, where: try predicate(of: element), limit: limit))
  }
}
