@testable import PredicateBinding
import PredicateModel
import PredicateValues

/// Entities whose members are chosen by an input, and a few objects of each.
struct RandomSchema: TypeSource {
  /// The names of members. Some are words of the language, two differ only by their scalars.
  static let names = ["a", "b", "name", "size", "count", "é", "e\u{301}", "like", "xy", "description"]
  static let entityNames = ["A", "B", "C"]

  private static let types: [QueryType] = [
    .integer, .string, .double, .boolean, .date, .decimal, .uuid, .url, .data, .any, .dictionary,
    .collection(.string), .collection(.integer), .collection(.double), .collection(.any),
  ]

  /// The members of each entity, in the order of `entityNames`.
  let members: [[Member]]

  init(_ source: inout ByteSource) {
    let entities = Self.entityNames.prefix(source.number(below: 3) + 1)
    members = entities.map { _ in
      let count = source.number(below: 6) + 1
      let first = source.number(below: Self.names.count)
      return (0..<count).map { index in
        let kind: Member.Kind =
          switch source.number(below: 4) {
          case 0: .toOne(source.pick(Array(entities)))
          case 1: .toMany(source.pick(Array(entities)))
          default: .attribute(source.pick(Self.types))
          }
        let isOptional = if case .toMany = kind { false } else { source.isOneIn(2) }
        return Member(Self.names[(first + index) % Self.names.count], kind, isOptional: isOptional)
      }
    }
  }

  func members(of entity: String) -> [Member] {
    Self.entityNames.firstIndex(of: entity).flatMap { members.indices.contains($0) ? members[$0] : nil } ?? []
  }

  func member(named name: String, of entity: String) -> Member? {
    members(of: entity).first { $0.name.utf8.elementsEqual(name.utf8) }
  }

  func memberNames(of entity: String) -> [String] { members(of: entity).map(\.name) }

  /// A database that holds these entities. A column cannot hold a collection, so such attributes have any type.
  var model: DataModel {
    DataModel(
      entities: members.indices.map { index in
        var attributes: [Attribute] = []
        var relationships: [Relationship] = []
        for (number, member) in members[index].enumerated() {
          switch member.kind {
          case .attribute(let type):
            let storage = AttributeStorage.standard(for: type)
            attributes.append(
              Attribute(
                name: member.name, type: storage.fits(type) ? type : .any, isOptional: member.isOptional,
                storage: storage))
          case .toOne(let entity):
            relationships.append(
              Relationship(
                name: member.name, destination: entity, inverse: nil, cardinality: .toOne,
                isOptional: member.isOptional, storage: .foreignKey("to_\(index)_\(number)")))
          case .toMany(let entity):
            relationships.append(
              Relationship(
                name: member.name, destination: entity, inverse: nil, cardinality: .toMany,
                storage: number.isMultiple(of: 2)
                  ? .foreignKeyOfDestination("of_\(index)_\(number)")
                  : .joinTable("join_\(index)_\(number)", from: "source", to: "destination")))
          }
        }
        return Entity(name: Self.entityNames[index], attributes: attributes, relationships: relationships)
      })
  }
}

/// The entities of a schema as the classes of a program. Behind a to-many path a class keeps a nil for an object that leads nowhere, as dictionaries
/// do; a database has the rows that there are (rule `fixture.absent`).
struct RandomTypes: ObjectTypeSource {
  let schema: RandomSchema

  func member(named name: String, of entity: String) -> Member? { schema.member(named: name, of: entity) }
  func memberNames(of entity: String) -> [String] { schema.memberNames(of: entity) }
  func ancestors(of entity: String) -> [String] { [] }
  func unreadableMember(named name: String, of entity: String) -> UnreadableMember? { nil }
  func noteOnMembers(of entity: String) -> String? { nil }
  func rawTexts(of member: String, of entity: String) -> [String]? { nil }
  func singleValueType(ofDictionary member: String, of entity: String) -> QueryType? { nil }
  func whyIncomparable(_ entity: String) -> UnreadableMember? { nil }
  func boxedMember(of entity: String) -> Member? { nil }
  func policyNames(of entity: String) -> [String] { [entity] }
  func entities(withPolicyName name: String) -> [String] { [name] }
  func mayShareObjects(_ entity: String, _ other: String) -> Bool { entity == other }
  func hasIdentity(_ entity: String) -> Bool { true }
}

/// Objects of a schema. They may lead to one another in circles.
final class RandomObjects: Sendable {
  /// The value of a member.
  enum Stored: Sendable {
    case value(QueryValue)
    /// The numbers of other objects.
    case objects([Int], entity: Int, isOne: Bool)
  }

  static let count = 3

  let schema: RandomSchema
  /// By entity, object and member.
  let stored: [[[Stored]]]

  init(_ schema: RandomSchema, _ source: inout ByteSource) {
    self.schema = schema
    var stored: [[[Stored]]] = []
    for members in schema.members {
      stored.append((0..<Self.count).map { _ in members.map { Self.stored($0, &source) } })
    }
    self.stored = stored
  }

  func object(_ entity: Int, _ number: Int) -> RandomObject {
    RandomObject(objects: self, entity: entity, number: number)
  }

  private static func stored(_ member: Member, _ source: inout ByteSource) -> Stored {
    func index(_ entity: String) -> Int { RandomSchema.entityNames.firstIndex(of: entity) ?? 0 }
    switch member.kind {
    case .attribute(let type):
      return .value(member.isOptional && source.isOneIn(4) ? .null : value(type, &source))
    case .toOne(let entity):
      if member.isOptional, source.isOneIn(4) { return .objects([], entity: index(entity), isOne: true) }
      return .objects([source.number(below: count)], entity: index(entity), isOne: true)
    case .toMany(let entity):
      let bits = source.byte()
      return .objects((0..<count).filter { bits >> $0 & 1 == 1 }, entity: index(entity), isOne: false)
    }
  }

  private static let texts = [
    "", "a", "A", "é", "e\u{301}", "the cat", "2020-03-01", "1", "1.5", "nil", "ß", "日本", "\u{0}", "a*b?",
  ]
  private static let decimals = ["0", "1", "1.5", "-7.25", "1e30", "0.1"].compactMap { QueryDecimal($0) }
  private static let doubles: [Double] = [
    0, -0.0, 1, 0.5, -1.5, 1e300, .infinity, -.infinity, 0x1p53, .leastNonzeroMagnitude,
  ]

  /// A value of a type.
  static func value(_ type: QueryType, _ source: inout ByteSource) -> QueryValue {
    switch type {
    case .boolean: return .boolean(source.isOneIn(2))
    case .integer: return .integer(source.pick([0, 1, 2, -1, 7, 1990, .max, .min, 1 << 53 + 1]))
    case .double: return .double(source.pick(doubles))
    case .decimal: return .decimal(source.pick(decimals))
    case .string: return .string(source.pick(texts))
    case .date: return .date(source.pick(doubles.filter { abs($0) < 1e12 } + [604_800_000]))
    case .data: return .data(source.pick([[], [0], [1, 2, 3]]))
    case .uuid: return .uuid(QueryUUID(high: UInt64(source.byte()), low: 1))
    case .url: return .url(source.pick(["http://a.b/c", "", "a"]))
    case .collection(let element): return .array((0..<source.number(below: 4)).map { _ in value(element, &source) })
    case .dictionary:
      return .dictionary(
        QueryDictionary((0..<source.number(below: 3)).map { (RandomSchema.names[$0], value(.any, &source)) }))
    case .object: return .null
    case .any:
      let scalars: [QueryType] = [.integer, .string, .double, .boolean, .date, .decimal, .uuid, .collection(.integer)]
      return source.isOneIn(6) ? .null : value(source.pick(scalars), &source)
    }
  }
}

/// One object.
struct RandomObject: QueryObject {
  let objects: RandomObjects
  let entity: Int
  let number: Int

  var entityName: String { RandomSchema.entityNames[entity] }
  var reference: ObjectReference? { ObjectReference(entity: entityName, key: Int64(number)) }
  var keys: [String] { objects.schema.members[entity].map(\.name) }

  func value(forKey key: String) -> QueryValue? {
    guard let index = keys.firstIndex(where: { $0.utf8.elementsEqual(key.utf8) }) else { return nil }
    return value(index) { .object($0) }
  }

  /// The properties as a dictionary. Objects at the end of more than two steps are nil.
  func dictionary(steps: Int = 2) -> QueryValue {
    .dictionary(
      QueryDictionary(
        keys.enumerated().map { index, key in
          (key, value(index) { steps > 0 ? $0.dictionary(steps: steps - 1) : .null })
        }))
  }

  private func value(_ member: Int, _ read: (RandomObject) -> QueryValue) -> QueryValue {
    switch objects.stored[entity][number][member] {
    case .value(let value): return value
    case .objects(let numbers, let entity, let isOne):
      let found = numbers.map { read(objects.object(entity, $0)) }
      return isOne ? found.first ?? .null : .array(found)
    }
  }
}
