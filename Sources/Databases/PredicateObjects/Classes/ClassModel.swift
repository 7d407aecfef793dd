import PredicateModel
import PredicateReference
import PredicateSyntax
import PredicateValues

/// Makes a model from classes.
struct ClassModel {
  private let types: [StoredObject.Type]
  /// One instance of each class, without a context. The declarations of the properties are read from it.
  private let samples: [StoredObject]
  /// For each class the position of its parent; nil if the parent is not in the list.
  private let parents: [Int?]
  /// The properties that each class declares itself, without inherited ones.
  private let properties: [[(name: String, declaration: PropertyDeclaration)]]
  private var ends: [RelationshipEnd] = []

  init(_ types: [StoredObject.Type]) throws(StoreIssue) {
    self.types = types
    let plan = StorePlan(DataModel(entities: types.map { Entity(name: $0.entityName, attributes: []) }))
    samples = zip(types, plan.entities).map { type, entity in
      type.init(ObjectPlace(link: ContextLink(), plan: entity, key: 0, isNew: true))
    }
    parents = samples.map { sample in
      ClassTable.parent(of: sample, among: types).flatMap { parent in types.firstIndex { $0 == parent } }
    }
    properties = zip(samples, parents).map { sample, parent in
      ClassTable.properties(of: sample, below: parent.map { types[$0] }).map { ($0.name, $0.property.declaration) }
    }
    for (entity, sample) in samples.enumerated()
    where !types[entity].isAbstract && !parents.contains(entity) && ClassTable.properties(of: sample).isEmpty {
      guard let name = Mirror(reflecting: sample).children.first?.label else { continue }
      throw StoreIssue(
        .classMismatch,
        "\(types[entity]) declares no property that is stored: write @Stored, @ToOne or @ToMany before var \(name)")
    }
    for (entity, list) in properties.enumerated() {
      for case (let name, .relationship(let declaration)) in list {
        let destination = try position(of: declaration.destination, for: "\(types[entity]).\(name)")
        ends.append(
          RelationshipEnd(
            entity: entity, name: name, destination: destination, declaration: declaration,
            column: "\(column(of: name, in: entity))_id"))
      }
    }
    try pairEnds()
  }

  func model(_ fetchTemplates: [FetchTemplate]) throws -> DataModel {
    DataModel(entities: try types.indices.map(entity), fetchTemplates: fetchTemplates)
  }

  /// The column of a property. Another class of the hierarchy may have a property of the same name in the same table.
  private func column(of name: String, in entity: Int) -> String {
    let isTaken = properties.indices.contains { other in
      other != entity && root(other) == root(entity) && properties[other].contains { $0.name.hasSameScalars(as: name) }
    }
    return isTaken && parents[entity] != nil ? "\(types[entity].entityName)_\(name)" : name
  }

  private func position(of type: StoredObject.Type, for property: String) throws(StoreIssue) -> Int {
    guard let position = types.firstIndex(where: { $0 == type }) else {
      throw StoreIssue(.unknownEntity, "the class of \(property) is \(type), which must be in the list of classes")
    }
    return position
  }

  // MARK: Relationships

  /// Finds the other end of each relationship.
  private mutating func pairEnds() throws(StoreIssue) {
    for index in ends.indices {
      let end = ends[index]
      switch end.declaration.inverse {
      case .none, .missing: continue
      case .itself: try pair(index, index)
      case .named(let name):
        switch name(samples[end.destination]) {
        case .property(let name):
          let other = ends.firstIndex { $0.entity == end.destination && $0.name.hasSameScalars(as: name) }
          guard let other else {
            throw StoreIssue(.classMismatch, "the inverse of \(path(end)) must be a relationship")
          }
          try pair(index, other)
        case .refused(let reason, _):
          throw StoreIssue(
            .classMismatch,
            "the inverse of \(path(end)) is unknown: \(reason). Name the inverse at the other end of the relationship instead"
          )
        }
      }
    }
    try checkOpenEnds()
  }

  /// Throws if two relationships of two classes may be inverses of each other and neither declares it. Two to-one relationships within one class,
  /// such as `mother` and `father`, are never taken as inverses.
  private func checkOpenEnds() throws(StoreIssue) {
    let open = ends.filter { if case .none = $0.declaration.inverse { $0.inverse == nil } else { false } }
    for (index, end) in open.enumerated() {
      let other = open[(index + 1)...].first {
        $0.entity == end.destination && $0.destination == end.entity
          && ($0.entity != end.entity || $0.isToMany != end.isToMany)
      }
      guard let other else { continue }
      throw StoreIssue(
        .classMismatch,
        "\(path(end)) and \(path(other)) do not name each other as inverse. If they are one relationship, write inverse: \\.\(other.name) at \(path(end)). If they are two relationships, write inverse: nil"
      )
    }
  }

  private mutating func pair(_ first: Int, _ second: Int) throws(StoreIssue) {
    guard ends[first].destination == ends[second].entity, ends[second].destination == ends[first].entity,
      ends[first].inverse ?? second == second, ends[second].inverse ?? first == first
    else {
      throw StoreIssue(.classMismatch, "\(path(ends[first])) and \(path(ends[second])) must be inverses of each other")
    }
    ends[first].inverse = second
    ends[second].inverse = first
  }

  private func path(_ end: RelationshipEnd) -> String { "\(types[end.entity]).\(end.name)" }

  private var layout: RelationshipLayout {
    RelationshipLayout(
      ends.map { end in
        RelationshipLayout.End(
          entity: types[end.entity].entityName, name: end.name, destination: types[end.destination].entityName,
          isToMany: end.isToMany, isRequired: end.declaration.isRequired, namesInverse: end.namesInverse,
          column: end.column, inverse: end.inverse)
      })
  }

  // MARK: Keys

  /// The property that a class declares as its key, and the type of its attribute. Nil if the key is an integer that is not a property.
  private func key(of position: Int) throws(StoreIssue) -> (name: String, type: QueryType)? {
    var found: (name: String, type: QueryType)?
    for case (let name, .attribute(let type, let isOptional, let rules?)) in properties[position] where rules.isKey {
      guard !isOptional, [.integer, .string, .uuid].contains(type), found == nil, parents[position] == nil else {
        throw StoreIssue(
          .classMismatch,
          "\(types[position]).\(name) cannot be the key. The key must be one property of type Int, String or UUID, in a class without a superclass"
        )
      }
      found = (name, type)
    }
    return found
  }

  /// The attributes of foreign keys whose columns store texts or UUIDs.
  private func keyAttributes(of position: Int) throws -> [Attribute] {
    var found: [Attribute] = []
    for index in ends.indices where ends[index].entity == position {
      guard case .foreignKey = layout.storage(of: index), let (_, type) = try key(of: root(ends[index].destination)),
        type != .integer
      else { continue }
      found.append(
        Attribute(
          name: ends[index].column, type: type, isOptional: !ends[index].declaration.isRequired,
          isTrusted: type.isProvenByItsTable))
    }
    return found
  }

  private func root(_ position: Int) -> Int { parents[position].map(root) ?? position }

  // MARK: Entities

  private func entity(at position: Int) throws -> Entity {
    var attributes: [Attribute] = []
    var uniqueness: [[String]] = []
    let inherited = parents[position].map { types[$0].indexes } ?? []
    var indexes = types[position].indexes.filter { !inherited.contains($0) }
    var fetched: [FetchedProperty] = []
    for (name, declaration) in properties[position] {
      switch declaration {
      case .attribute(let type, let isOptional, let rules):
        attributes.append(
          Attribute(
            name: name, column: column(of: name, in: position), type: type, isOptional: isOptional,
            isTrusted: type.isProvenByItsTable,
            defaultValue: rules?.defaultValue,
            validations: try rules?.condition.map { [try read($0, of: name, in: position)] } ?? [],
            userInfo: QueryDictionary(userInfo: rules?.userInfo ?? [:])))
        guard let rules, !rules.isKey else { continue }
        if rules.isUnique { uniqueness.append([name]) } else if rules.isIndexed { indexes.append([name]) }
      case .relationship: continue
      case .fetched(let destination, let rules):
        let place = try self.position(of: destination, for: "\(types[position]).\(name)")
        fetched.append(
          FetchedProperty(
            name: name, destination: types[place].entityName,
            predicate: try rules.map { try read($0.condition, of: name, in: position) },
            sortedBy: rules?.sortKeys ?? [],
            userInfo: QueryDictionary(userInfo: rules?.userInfo ?? [:])))
      }
    }
    let layout = layout
    let relationships = ends.indices.filter { ends[$0].entity == position }.map { index in
      let end = ends[index]
      return Relationship(
        name: end.name, destination: types[end.destination].entityName, inverse: end.inverse.map { ends[$0].name },
        cardinality: end.isToMany ? .toMany : .toOne, isOptional: !end.declaration.isRequired,
        deleteRule: end.declaration.deleteRule, storage: layout.storage(of: index), isTrusted: true,
        minimumCount: end.declaration.rules?.minimumCount ?? 0, maximumCount: end.declaration.rules?.maximumCount,
        orderColumn: end.declaration.isOrdered ? "\(end.name)_position" : nil,
        userInfo: QueryDictionary(userInfo: end.declaration.rules?.userInfo ?? [:]))
    }
    let key = try key(of: position).map { name, type in
      type == .integer ? EntityKey.integer(name) : EntityKey(columns: [name], referenceColumn: nil)
    }
    return Entity(
      name: types[position].entityName, key: key ?? .integer("id"),
      attributes: attributes + (try keyAttributes(of: position)), relationships: relationships, uniqueness: uniqueness,
      indexes: indexes, fetchedProperties: fetched, parent: parents[position].map { types[$0].entityName },
      isAbstract: types[position].isAbstract, userInfo: QueryDictionary(userInfo: types[position].userInfo))
  }

  /// The condition of a property. An error names the class and the property.
  private func read(_ format: QueryFormat, of name: String, in position: Int) throws(PredicateIssue) -> QueryPredicate {
    do throws(PredicateIssue) {
      return try QueryPredicate(format)
    } catch {
      throw error.withMessage("the condition of \("\(types[position]).\(name)"): \(error.text)")
    }
  }
}

/// One end of a relationship, as a class declares it.
private struct RelationshipEnd {
  let entity: Int
  let name: String
  /// The position of the class at the other end.
  let destination: Int
  let declaration: RelationshipDeclaration
  let column: String
  /// The position of the other end among all ends; nil without an inverse.
  var inverse: Int?

  var isToMany: Bool { declaration.isToMany }
  var namesInverse: Bool {
    switch declaration.inverse {
    case .none, .missing: false
    case .itself, .named: true
    }
  }
}

extension DataModel {
  /// The model that classes declare: one entity per class, with the properties as attributes, relationships and fetched properties.
  ///
  ///     final class Customer: StoredObject {
  ///       @Stored(isUnique: true) var name: String
  ///       @ToMany(inverse: \.customer, deleteRule: .cascade) var products: [Product]
  ///     }
  ///     final class Product: StoredObject {
  ///       @Stored var code: String
  ///       @ToOne(isRequired: true) var customer: Customer?
  ///     }
  ///     let model = try DataModel(classes: [Customer.self, Product.self])
  ///
  /// Tables are named after the classes and columns after the properties. A relationship to one object is a column such as `customer_id`. If both
  /// ends are to-one, the required end has the column, otherwise the end that does not name its inverse. A relationship to many objects at both ends
  /// is a join table.
  ///
  /// - Parameters:
  ///   - types: The classes.
  ///   - fetchTemplates: Named fetches; see ``FetchTemplate/init(_:_:_:sortedBy:limit:)``.
  /// - Throws: ``StoreIssue``: `unknown-entity` for a class that is not in the list, `class-mismatch` for an inverse that is not a
  ///   relationship; a `PredicateIssue` for a condition that cannot be parsed, a `ModelIssue` for a condition that does not fit the entity.
  public init(classes types: [StoredObject.Type], fetchTemplates: [FetchTemplate] = []) throws {
    self = try ClassModel(types).model(fetchTemplates)
    try validate()
  }
}

extension FetchTemplate {
  /// A named fetch of a class. `$variables` in the condition are its parameters.
  ///
  ///     let lentTo = try FetchTemplate("lentTo", Movie.self, "lentToFriend.friendName == $name", sortedBy: "title")
  ///     let context = try ObjectContext(path: path, classes: [Movie.self, Friend.self], fetchTemplates: [lentTo])
  ///     let films = try context.fetch(Movie.self, template: "lentTo", variables: ["name": "Anna Castelli"])
  ///
  /// - Parameters:
  ///   - name: The name of the template.
  ///   - type: The class of the objects.
  ///   - format: The condition; its `$variables` are the parameters of the template.
  ///   - sortKeys: The order; without keys the objects come in the order of their keys.
  ///   - limit: The greatest number of objects; nil for all.
  /// - Throws: A `PredicateIssue` if the condition or a sort key cannot be parsed.
  public init(
    _ name: String, _ type: StoredObject.Type, _ format: QueryFormat? = nil, sortedBy sortKeys: QuerySortKey...,
    limit: Int? = nil
  ) throws(PredicateIssue) {
    var predicate: QueryPredicate?
    if let format {
      do throws(PredicateIssue) {
        predicate = try QueryPredicate(format)
      } catch {
        throw error.withMessage("the condition of the fetch template “\(name)”: \(error.text)")
      }
    }
    self.init(
      name: name, fetch: EntityFetch(type.entityName, where: predicate, sortedBy: sortKeys, limit: limit))
  }
}
