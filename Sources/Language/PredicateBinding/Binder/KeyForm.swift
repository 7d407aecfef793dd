import PredicateValues

/// The members and types of the key of an entity's objects, for issues about `Friend[3]`.
package struct KeyForm {
  package struct Part {
    package let member: Member
    package let type: QueryType
  }

  package let entity: String
  package let members: [Part]

  /// Nil if the objects have no key, or if a member of the key is not an attribute in the type source.
  package init?(of entity: String, in source: any TypeSource) {
    self.entity = entity
    let names = source.keyNames(of: entity)
    members = names.compactMap { name in
      guard let member = source.member(named: name, of: entity), case .attribute(let type) = member.kind else {
        return nil
      }
      return Part(member: member, type: type)
    }
    if names.isEmpty || members.count < names.count { return nil }
  }

  /// An example of an object by its key: `OrderLine[3, 7]`.
  package var text: String {
    let values = members.enumerated().map { place, part in
      let number = 3 + 4 * place
      return switch part.type {
      case .string, .url: "\"text\""
      case .double, .decimal: "\(number).5"
      case .date: "\"2024-01-31\""
      case .uuid: "\"8319E5AC-1B2E-4F11-9BBC-EA1B0B7E5D39\""
      case .integer, .any: "\(number)"
      default: "$\(part.member.name)"
      }
    }
    return "\(entity)[\(values.joined(separator: ", "))]"
  }
}
