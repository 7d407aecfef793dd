import PredicateBinding

/// What was looked at in an element before it was found to match.
extension CoreCondition {
  /// Adds the names of the element's properties that asking the condition leads through, as far as every match was asked: of an OR nobody
  /// knows which part it was.
  func collectNamesRead(_ names: inout [String]) {
    switch node {
    case .and(let parts): for part in parts { part.collectNamesRead(&names) }
    case .match(_, let value, _), .member(let value, _), .between(let value, _, _): value.collectNamesRead(&names)
    case .compare(_, let left, let right):
      left.collectNamesRead(&names)
      right.collectNamesRead(&names)
    case .exists(let range): range.collectNamesRead(&names)
    case .always, .or, .not, .isNull, .dynamic: break
    }
  }
}

extension CoreValue {
  fileprivate func collectNamesRead(_ names: inout [String]) {
    switch node {
    case .attribute(let row, let member): row.collectNameRead(member.name, &names)
    case .count(let range): range.collectNamesRead(&names)
    default: break
    }
  }
}

extension CoreRange {
  fileprivate func collectNamesRead(_ names: inout [String]) {
    switch steps.first?.source {
    case .relationship(let row, let member, _): row.collectNameRead(member.name, &names)
    case .elements(let value): value.collectNamesRead(&names)
    case nil: break
    }
  }
}

extension CoreRow {
  /// Adds the property of the element that the way to a property of this row begins with.
  fileprivate func collectNameRead(_ name: String, _ names: inout [String]) {
    switch self {
    case .variable(0): names.append(name)
    case .variable: break
    case .toOne(let base, let member, _): base.collectNameRead(member.name, &names)
    }
  }
}
