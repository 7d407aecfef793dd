import PredicateBinding
import PredicateSyntax
import PredicateValues

extension DataModel {
  /// What keeps fetch templates from running, one issue a template at most.
  func templateIssues() -> [ModelIssue] {
    var seen: Set<[UInt8]> = [[]]
    return fetchTemplates.compactMap { template in
      let message: String? =
        if template.name.isEmpty {
          "it has no name"
        } else if !seen.insert(Array(template.name.utf8)).inserted {
          "another one has the name"
        } else {
          problem(of: template)
        }
      return message.map { .template(name: template.name, message: $0) }
    }
  }

  /// What is wrong with a template; nil for nothing.
  ///
  /// Every variable is nil while this binds the fetch. In a template with variables only names that the model lacks count: any other issue
  /// may come from the nil.
  package func problem(of template: FetchTemplate) -> String? {
    let variables = QueryVariables(template.variables.map { ($0, .null) })
    do throws(PredicateIssue) {
      _ = try BoundFetch(template.fetch, model: self, variables: variables)
      return nil
    } catch {
      let isAboutName = error.kind == .unknownKey || error.kind == .unknownFunction
      return template.variables.isEmpty || isAboutName ? error.message : nil
    }
  }

  /// The values of user info that a model file has no form for.
  static func userInfoIssues(of entity: Entity) -> [ModelIssue] {
    func issues(_ info: QueryDictionary, _ member: String?) -> [ModelIssue] {
      zip(info.keys, info.values).filter { !ModelValue.holds($0.1) }.map {
        .userInfo(entity: entity.name, member: member, key: $0.0)
      }
    }
    return issues(entity.userInfo, nil) + entity.attributes.flatMap { issues($0.userInfo, $0.name) }
      + entity.relationships.flatMap { issues($0.userInfo, $0.name) }
  }
}
