import PredicateChecking
import PredicateModel
import PredicateStatements
import PredicateValues

/// The keys of a profile as the entities of a model, so that proposals for statements can be used for predicates.
struct ProfileModel {
  let model: DataModel
  /// The target for the object that a predicate of the profile is evaluated for.
  let root: PathTarget
  /// The keys of each entity: of the root entity, and of the entity for each object with members.
  private let keys: [String: [String: ProfileKey]]
  /// The variables of the profile. A variable with members is an object.
  let variables: [(name: String, type: QueryType)]

  /// The model of a profile's keys.
  init(_ profile: UseProfile) {
    var builder = Builder()
    let entity = builder.entity(named: "", profile.keys)
    variables = profile.variables.sorted { $0.key < $1.key }.map { name, key in
      key.members.isEmpty ? (name, .any) : (name, .object(builder.entity(named: "$" + name, key.members).name))
    }
    model = DataModel(entities: builder.entities)
    root = .object(entity)
    keys = builder.keys
  }

  /// What the profile knows about a member of a path target.
  func key(_ name: String, of place: PathTarget) -> ProfileKey? {
    switch place {
    case .object(let entity), .objects(let entity), .aggregate(_, let entity): keys[entity.name]?[name]
    case .value, .values, .inside, .unknown: nil
    }
  }

  /// What the profile knows about the key that a value comes from.
  func key(_ source: PathTarget.Source) -> ProfileKey? { keys[source.entity.name]?[source.attribute.name] }

  private struct Builder {
    var entities: [Entity] = []
    var keys: [String: [String: ProfileKey]] = [:]

    /// Adds the entity for some keys. Its name is the path to it.
    mutating func entity(named path: String, _ keys: [String: ProfileKey]) -> Entity {
      self.keys[path] = keys
      var attributes: [Attribute] = []
      var relationships: [Relationship] = []
      for (name, key) in keys.sorted(by: { $0.key < $1.key }) {
        if key.members.isEmpty {
          attributes.append(Attribute(name: name, type: Self.type(key), isOptional: true))
        } else {
          let destination = path + "." + name
          _ = entity(named: destination, key.members)
          relationships.append(
            Relationship(
              name: name, destination: destination, inverse: nil, cardinality: key.type == .list ? .toMany : .toOne,
              storage: .foreignKey(columns: [name])))
        }
      }
      let entity = Entity(name: path, attributes: attributes, relationships: relationships)
      entities.append(entity)
      return entity
    }

    private static func type(_ key: ProfileKey) -> QueryType {
      key.type == .list ? .collection(type(key.element ?? .any)) : type(key.type)
    }

    private static func type(_ type: ProfileType) -> QueryType {
      switch type {
      case .text: .string
      case .integer: .integer
      case .number: .double
      case .boolean: .boolean
      case .date: .date
      case .data: .data
      case .list: .collection(.any)
      case .object: .dictionary
      case .any: .any
      }
    }
  }
}
