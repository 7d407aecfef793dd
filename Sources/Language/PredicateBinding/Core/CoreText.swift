import PredicateValues

/// Writes the typed core as one line of text, for explanations and tests. Each node is a name with its operands in parentheses. `$0` is the evaluated
/// object, `$1`, `$2` … are the variables of ranges, and `?` marks optional values.
///
/// `year > 1990` of a movie is `greater($0.year, 1990)`.
struct CoreText {
  static func text(_ condition: CoreCondition) -> String {
    switch condition.node {
    case .always(let value): value ? "true" : "false"
    case .and(let parts): call("and", parts.map(text))
    case .or(let parts): call("or", parts.map(text))
    case .not(let part): call("not", [text(part)])
    case .isNull(let value): call("isNull", [text(value)])
    case .compare(let comparison, let a, let b): call("\(comparison)", [text(a), text(b)])
    case .between(let value, let low, let high): call("between", [text(value), text(low), text(high)])
    case .member(let value, let constants): call("member", [text(value)] + constants.map(text))
    case .match(let kind, let subject, let pattern): call(name(kind), [text(subject), text(pattern)])
    case .exists(let range): call("exists", [text(range)])
    case .dynamic(let op, let a, let b, let options): call(op.spelling + letters(options), [text(a), text(b)])
    }
  }

  static func text(_ value: CoreValue) -> String {
    body(value) + (value.isOptional && !value.isNull ? "?" : "")
  }

  private static func text(_ step: OperatorStep) -> String {
    switch step {
    case .key(let name): "." + name
    case .collectionOperator(let op): ".@" + op.rawValue
    }
  }

  private static func body(_ value: CoreValue) -> String {
    switch value.node {
    case .constant(let constant): text(constant)
    case .null: "nil"
    case .attribute(let row, let member): text(row) + "." + member.name
    case .object(let row): text(row)
    case .element(let variable): "$\(variable)"
    case .property(let base, let name): text(base) + "." + name
    case .arithmetic(let op, let a, let b): call(op.spelling, [text(a), text(b)])
    case .negate(let operand): call("negate", [text(operand)])
    case .fold(let operand, let options): call("fold" + letters(options), [text(operand)])
    case .count(let range): call("count", [text(range)])
    case .aggregate(let op, let range, let each): call(op.rawValue, [text(range), text(each)])
    case .collect(let range, let each): call("collect", [text(range), text(each)])
    case .dynamicAggregate(let op, let collection): call(op.rawValue, [text(collection)])
    case .operatorPath(let base, let steps): text(base) + steps.map(text).joined()
    case .choose(let test, let a, let b): call("choose", [text(test), text(a), text(b)])
    case .call(let function, let arguments): call(function.name, arguments.map(text))
    case .cast(let operand, let target): call("cast", [text(operand), "\(target)"])
    case .list(let parts): "{" + parts.map(text).joined(separator: ", ") + "}"
    case .index(let base, let index): text(base) + "[" + text(index) + "]"
    case .failure(let issue): call("failure", [issue.code])
    }
  }

  static func text(_ range: CoreRange) -> String {
    let steps = range.steps.map { step in
      switch step.source {
      case .relationship(let row, let member, _): "$\(step.variable) in \(text(row)).\(member.name)"
      case .elements(let value): "$\(step.variable) in \(text(value))"
      case .all(let entity): "$\(step.variable) in all \(entity)"
      }
    }
    if case .always(true) = range.filter.node { return steps.joined(separator: ", ") }
    return steps.joined(separator: ", ") + " where " + text(range.filter)
  }

  static func text(_ row: CoreRow) -> String {
    switch row {
    case .variable(let number): "$\(number)"
    case .toOne(let base, let member, _): text(base) + "." + member.name + (member.isOptional ? "?" : "")
    }
  }

  private static func text(_ index: CoreIndex) -> String {
    switch index {
    case .first: "FIRST"
    case .last: "LAST"
    case .size: "SIZE"
    case .only: "ONLY"
    case .value(let value): text(value)
    }
  }

  private static func text(_ value: QueryValue) -> String {
    switch value {
    case .null: "nil"
    case .boolean(let value): value ? "TRUE" : "FALSE"
    case .integer(let value): "\(value)"
    case .double(let value): "\(value)"
    case .decimal(let value): "\(value)d"
    case .string(let value): QueryExpression.literal(.string(value)).exactFormat
    case .date(let value): "date(\(value))"
    case .data(let value): "data(\(Base64.encode(value)))"
    case .uuid(let value): "\(value)"
    case .url(let value): "url(\(value))"
    case .array(let elements): "{" + elements.map(text).joined(separator: ", ") + "}"
    case .set(let elements): "set{" + elements.map(text).joined(separator: ", ") + "}"
    case .dictionary(let dictionary):
      "{" + zip(dictionary.keys, dictionary.values).map { $0 + ": " + text($1) }.joined(separator: ", ") + "}"
    case .object(let object): object.reference.map { "\($0)" } ?? object.entityName
    case .reference(let reference): "\(reference)"
    }
  }

  private static func name(_ match: CoreMatch) -> String {
    switch match {
    case .prefix: "prefix"
    case .suffix: "suffix"
    case .contains: "contains"
    case .like(let options): "like" + letters(options)
    case .regularExpression(let options): "regularExpression" + letters(options)
    }
  }

  private static func letters(_ options: StringOptions) -> String {
    options.isEmpty ? "" : "[" + options.letters + "]"
  }

  private static func call(_ name: String, _ arguments: [String]) -> String {
    name + "(" + arguments.joined(separator: ", ") + ")"
  }
}

extension CoreCondition: CustomStringConvertible {
  /// The condition as a line of text, for explanations.
  public var description: String { CoreText.text(self) }
}

extension CoreValue: CustomStringConvertible {
  /// The value as a line of text, for explanations.
  public var description: String { CoreText.text(self) }
}
