import PredicateBinding
import PredicateValues

extension BoundFetch {
  /// The names of the members of an object that any part of the fetch reads.
  package var names: CoreNames {
    var names = CoreNames()
    if let condition { names.add(.condition(condition)) }
    for expression in grouping?.objectExpressions ?? rowExpressions {
      names.add(.value(expression.value))
    }
    for key in grouping == nil ? firstOfEach?.keys ?? [] : [] { names.add(.value(key.value)) }
    return names
  }

  /// Whether memory's part of a fetch may need rows besides those of its objects, because it follows a relationship or reads all objects of an entity.
  package func needsOtherRows(in model: DataModel) -> Bool {
    guard let members = membersRead(in: model) else { return true }
    let expressions = grouping?.objectExpressions ?? rowExpressions
    let parts = (condition.map { [CorePart.condition($0)] } ?? []) + expressions.map { .value($0.value) }
    return parts.contains(where: \.hasRange)
      || members.contains { if case .relationship = $0 { true } else { false } }
  }

  /// The members of an object that memory needs for its part of a fetch; nil if it may read any of them.
  ///
  /// Rows without a key are distinguished by all of their values, so then the result is nil, too.
  package func membersRead(in model: DataModel) -> [EntityMember]? {
    let names = names
    guard names.areAll, entity.key.referenceColumn != nil || !entity.key.columns.isEmpty else { return nil }
    var members: [EntityMember] = []
    for name in names.names {
      guard let member = entity.member(named: name) else { return nil }
      members.append(member)
      guard case .relationship(let relationship) = member else { continue }
      // The columns that related rows of other tables refer to are needed, too.
      var columns = relationship.referencedColumns ?? []
      if case .foreignKey(let own) = relationship.storage { columns += own }
      members += entity.attributes(in: columns)
    }
    return members + entity.attributes(in: entity.key.columns)
  }

  /// Whether the order of the objects can change the values that a group shows. That is possible for a type with equal values that look different,
  /// such as 1 and 1.0: the group shows the value of its first object.
  package var groupsShowOrder: Bool {
    guard let grouping else { return true }
    func showsOrder(_ type: QueryType) -> Bool {
      switch type {
      case .integer, .decimal, .boolean, .string, .date, .uuid, .url, .data: false
      default: true
      }
    }
    return grouping.keys.contains { showsOrder($0.type) }
      || grouping.aggregates.contains { aggregate in
        switch aggregate.function {
        case .count, .countOfValues, .countOfDistinctValues, .sum, .average, .averageWithNil: false
        case .minimum, .maximum: aggregate.value.map { showsOrder($0.type) } ?? false
        case .statistic: true
        }
      }
  }

  /// The expressions that the rows are made of: the columns, order and keys, without the keys of `first … of each`.
  private var rowExpressions: [BoundExpression] {
    (columns.map(\.expression) + (order + windowOrder).map(\.expression))
      + windows.flatMap { window in (window.expression.map { [$0] } ?? []) + window.keys }
  }
}

extension BoundGrouping {
  /// The expressions over objects that the groups are made of.
  fileprivate var objectExpressions: [BoundExpression] { keyExpressions + aggregates.compactMap(\.expression) }
}

extension Entity {
  fileprivate func attributes(in columns: [String]) -> [EntityMember] {
    attributes.filter { attribute in columns.contains { $0.isSameSQLName(as: attribute.column) } }.map {
      .attribute($0)
    }
  }
}

extension CorePart {
  /// Whether the expression visits elements of a collection or related objects.
  fileprivate var hasRange: Bool {
    if case .range = self { return true }
    var found = false
    forEachPart { found = found || $0.hasRange }
    return found
  }
}
