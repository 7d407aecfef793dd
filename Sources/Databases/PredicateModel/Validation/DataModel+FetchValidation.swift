import PredicateBinding
import PredicateValues

extension DataModel {
  /// Checks that the destination of a fetched property exists, and that its predicate and order are valid for it.
  func validate(_ property: FetchedProperty, of entity: Entity) throws(ModelIssue) {
    func issue(_ message: String) -> ModelIssue {
      .fetched(entity: entity.name, property: property.name, message: message)
    }
    guard let destination = self.entity(named: property.destination) else {
      throw issue("the model has no entity with the name “\(property.destination)”")
    }
    for (name, value) in zip(property.userInfo.keys, property.userInfo.values) where !ModelValue.holds(value) {
      throw issue("the value of “\(name)” in its user info must be a text, a number or a boolean")
    }
    if let entry = property.unknownEntry {
      let known = ["name"] + property.userInfo.keys.map { "userInfo.\($0)" }
      throw issue(
        "$\(FetchedProperty.propertyVariable) has no “\(entry)”; there is \(known.joined(separator: ", "))")
    }
    let root = RootType.entity(destination.name, self)
    let variables = QueryVariables([(FetchedProperty.propertyVariable, property.description)])
    do throws(PredicateIssue) {
      if let predicate = property.predicate {
        _ = try Binder.bind(predicate.ofSources(in: entity), to: root, variables: variables)
      }
      for key in property.sortKeys { _ = try Binder.bind(key.readExpression(), to: root) }
    } catch {
      throw issue(error.message)
    }
  }
}

extension QueryPredicate {
  /// A condition that evaluates a fetched property's predicate for every possible source, so that the binder knows the types of the source's members:
  /// `SUBQUERY(Department, $FETCH_SOURCE, …).@count > 0`.
  package func ofSources(in entity: Entity) -> QueryPredicate {
    let sources = QueryExpression.subquery(
      .keyPath(QueryKeyPath(.key(entity.name))), variable: FetchedProperty.sourceVariable, self)
    let count = QueryExpression.path(sources, QueryKeyPath(.collectionOperator("count")))
    return .comparison(QueryComparison(count, .greaterThan, .literal(.integer(0))))
  }
}

extension FetchedProperty {
  /// The first path from `$FETCHED_PROPERTY` in the predicate that does not exist, without the variable; nil if all of them exist.
  fileprivate var unknownEntry: String? {
    var paths = PropertyPaths()
    predicate?.walk(&paths)
    return paths.found.first { names in
      switch names.first {
      case "name": names.count != 1
      case "userInfo": names.count != 2 || userInfo[names[1]] == nil
      default: true
      }
    }?.joined(separator: ".")
  }
}

/// Collects the keys of each path that begins at `$FETCHED_PROPERTY`: `userInfo` and `age` of `$FETCHED_PROPERTY.userInfo.age`. Steps that are not
/// keys are skipped.
private struct PropertyPaths: PredicateVisitor {
  var found: [[String]] = []

  mutating func visit(_ expression: QueryExpression) -> Bool {
    guard case .path(let base, let path) = expression.node, case .variable(let name) = base.node,
      name.hasSameScalars(as: FetchedProperty.propertyVariable)
    else { return true }
    found.append(
      path.components.compactMap { component in
        if case .key(let name) = component { name } else { nil }
      })
    return true
  }
}

extension DataModel {
  /// The issues of fetch templates that cannot run, at most one per template.
  func templateIssues() -> [ModelIssue] {
    var seen: Set<[UInt8]> = [[]]
    return fetchTemplates.compactMap { template in
      let message: String? =
        if template.name.isEmpty {
          "it has no name"
        } else if !seen.insert(Array(template.name.utf8)).inserted {
          "another member has this name"
        } else {
          problem(of: template)
        }
      return message.map { .template(name: template.name, message: $0) }
    }
  }

  /// The reason why a template cannot run; nil if it can.
  ///
  /// Binding uses nil for every variable. If the template has variables, only issues about unknown names count, because the nil may cause any other
  /// issue.
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

  /// Issues for values of user info that model files cannot contain.
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
