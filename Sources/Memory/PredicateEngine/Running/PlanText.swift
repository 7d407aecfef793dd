import PredicateBinding
import PredicateMemory
import PredicateReference
import PredicateSyntax
import PredicateValues

extension QueryPlan: CustomStringConvertible {
  /// The forms that run, as EXPLAIN of a database shows them: one per line, with its operands below it, indented.
  ///
  /// `year > 1990 AND rating >= 7.5` over structs with `var year: Int; var rating: Double` at the offsets 16 and 24:
  ///
  /// ```
  /// and
  ///   match Int in a range: row @16
  ///   match Double in a range: row @24
  /// one element: row form
  /// ```
  ///
  /// `@16` is a distance in bytes. The steps of a path appear between the distances: `row @40 instance @16`. Elements of ranges are `$1`, `$2`.
  var description: String {
    let text = PlanText(members: members)
    let lines =
      switch answer {
      case .condition(let condition):
        text.lines(condition) + text.line(rowProgram == nil ? "one element: run" : "one element: row form")
      case .value(let value): text.lines(value)
      }
    return lines.joined(separator: "\n")
  }
}

/// Makes the lines of a printed plan.
private struct PlanText {
  /// The members of loaded rows, as paths of names.
  let members: [[String]]

  /// A line with the lines of its operands below it.
  func line(_ text: String, _ operands: [String]...) -> [String] { [text] + operands.joined().map { "  " + $0 } }

  func lines(_ condition: ConditionNode) -> [String] {
    switch condition {
    case .always(let value): line("always \(value)")
    case .and(let parts): line("and", parts.flatMap(lines))
    case .or(let parts): line("or", parts.flatMap(lines))
    case .not(let part): line("not", lines(part))
    case .filter(let path, let filter, _): line("match \(filter.matcher.form): \(path)")
    case .numbers(let comparison, let left, let right): line("numbers \(comparison)", lines(left), lines(right))
    case .pair(let filter, let left, let right): line("pair \(filter.matcher.form): \(left.path), \(right.path)")
    case .expression(let place, _): line("regular expression: \(place.path)")
    case .byte(let place, let condition, _): line("once per byte: \(place.path)", lines(condition))
    case .exists(let range): line("exists", lines(range))
    case .among(let membership):
      line("look up \(membership.value.path) in \(membership.path.at(membership.offset))")
    case .view(let question, let view):
      if case .hasElement(let value, _) = question {
        line("view \(question.form)", lines(view), lines(value))
      } else {
        line("view \(question.form)", lines(view))
      }
    case .values(let condition, let values): line("values \(condition)", values.flatMap(lines))
    }
  }

  func lines(_ number: NumberNode) -> [String] {
    let lane = number.isDouble ? "doubles" : "integers"
    return switch number.kind {
    case .column(let path, let loader):
      line("column \(loader.column?.form ?? "count by the client's module"): \(path)")
    case .integer(let value): line("constant \(value)")
    case .double(let value): line("constant \(value)")
    case .moment: line("moment of the run")
    case .arithmetic(let operation, let left, let right): line("\(operation) of \(lane)", lines(left), lines(right))
    case .power(let base, let exponent): line("power of \(lane)", lines(base), lines(exponent))
    case .bits(let op, let left, let right): line("bits \(op.spelling) of \(lane)", lines(left), lines(right))
    case .negate(let operand): line("negate of \(lane)", lines(operand))
    case .magnitude(let operand): line("magnitude of \(lane)", lines(operand))
    case .promote(let operand, let isExact): line(isExact ? "equal double" : "closest double", lines(operand))
    case .map(let operand, _): line("function of \(lane)", lines(operand))
    case .choose(let test, let first, let second): line("choose \(lane)", lines(test), lines(first), lines(second))
    case .count(let range): line("count", lines(range))
    case .repeated(let number, _): line("once per row", lines(number))
    case .fold(let kind, let range, let each): line("\(kind) of \(lane)", lines(range), lines(each))
    }
  }

  func lines(_ value: ValueNode) -> [String] {
    switch value {
    case .constant(let constant): line("value constant \(CoreValue.constant(constant, range: .none))")
    case .stored(let path, let loader): line("value \(loader.form): \(path.at(loader.offset))")
    case .object(let path, let shape): line("value object \(shape.type): \(path)")
    case .number(let number, let box): line("value \(box)", lines(number))
    case .toOne(let base, let member): line("value to-one \(member)", lines(base))
    case .operation(let operation, let first, let second):
      line("value by the reference: \(operation.operationName)", lines(first), second.map(lines) ?? [])
    case .list(let operation, let parts):
      line("value by the reference: \(operation.operationName)", parts.flatMap(lines))
    case .choose(let test, let first, let second): line("value choose", lines(test), lines(first), lines(second))
    case .elements(let operation, let range, let each):
      line("value of elements: \(operation.operationName)", lines(range), lines(each))
    case .view(let view): line("value of a view", lines(view))
    case .failure: line("failure")
    }
  }

  func lines(_ view: ViewNode) -> [String] {
    switch view {
    case .variable(let variable): line("view of \(RowPath.name(variable))")
    case .stored(let path, let offset, let kind): line("view \(kind): \(path.at(offset))")
    case .member(let index, _): line("view of a member: \(members[index].joined(separator: "."))")
    case .key(let base, let key, _, _): line("view of a name: \(key.name)", lines(base))
    case .count(let collection, _): line("view count", lines(collection))
    case .made(let value): line("view of a made value", lines(value))
    }
  }

  func lines(_ range: RangeNode) -> [String] {
    let walks = range.steps.flatMap(lines) + range.needed.flatMap { line("needs", lines($0.number)) }
    if case .always(true) = range.filter { return walks }
    return walks + line("where", lines(range.filter))
  }

  private func lines(_ step: RangeNode.Step) -> [String] {
    let name = RowPath.name(step.variable)
    return switch step.source {
    case .array(let path, let elements, let areInstances):
      line("walk \(name) in array\(areInstances ? " of instances" : ""): \(path.at(elements.offset))")
    case .set(let path, let offset, _, let areInstances):
      line("walk \(name) in set\(areInstances ? " of instances" : ""): \(path.at(offset))")
    case .copies(let path, let offset, _, let areInstances):
      line("walk \(name) in copied \(areInstances ? "instances" : "elements"): \(path.at(offset))")
    case .values(let collection, _): line("walk \(name) in values", lines(collection))
    case .views(let collection, _): line("walk \(name) in views", lines(collection))
    }
  }
}

extension RowPath: CustomStringConvertible {
  /// The evaluated row, or the variable of a range's elements.
  fileprivate static func name(_ variable: Int) -> String { variable == 0 ? "row" : "$\(variable)" }

  /// The path with another offset from its last step.
  fileprivate func at(_ offset: Int) -> RowPath { RowPath(variable: variable, steps: steps, offset: offset) }

  /// The steps, and the distances between them: `row @40 instance @16`.
  var description: String {
    var parts = [Self.name(variable)]
    for step in steps {
      switch step {
      case .reference(let offset): parts += ["@\(offset)", "instance"]
      case .optional(let offset, _): parts += ["@\(offset)", "optional"]
      case .computed(let offset, _, let request): parts += ["@\(offset)", "client code for \(request.form)"]
      case .payload(let offset, _): parts += ["@\(offset)", "payload"]
      case .element(let elements, let index): parts += ["@\(elements.offset)", "element \(index)"]
      }
    }
    return (parts + ["@\(offset)"]).joined(separator: " ")
  }
}

extension LoadRequest {
  fileprivate var form: String {
    switch self {
    case .values: "values"
    case .nils: "nils"
    case .counts: "counts"
    case .bytes(let bytes, _): "bytes \(bytes.lowerBound)..<\(bytes.upperBound)"
    }
  }
}

extension DynamicCondition {
  fileprivate var form: String {
    switch self {
    case .isNull: "is nil"
    case .compare(let answers, let comparison): "\(answers.form): \(comparison.condition)"
    case .contains(let elements, let part, let comparison):
      "contains, elements \(elements.form), part \(part.form): \(comparison.condition)"
    case .matches(_, let comparison): "regular expression: \(comparison.condition)"
    case .hasElement(_, let condition): "has the element: \(condition)"
    }
  }
}

extension DynamicComparison {
  /// The kinds of values that have a matcher.
  fileprivate var form: String {
    let kinds = [
      ("integer", integer != nil), ("double", double != nil), ("boolean", boolean != nil), ("string", string != nil),
      ("text", text != nil),
    ].filter(\.1).map(\.0)
    return kinds.isEmpty ? "by the reference" : "by matchers of \(kinds.joined(separator: " "))"
  }
}

extension ValueLoader {
  fileprivate var form: String {
    switch self {
    case .text(_, let isOptional): isOptional ? "optional text" : "text"
    case .byte: "kept per byte"
    case .reader: "by a reader"
    }
  }

  fileprivate var offset: Int {
    switch self {
    case .text(let offset, _), .byte(let offset, _, _), .reader(let offset, _): offset
    }
  }
}

extension CoreValue {
  /// The operation without its operands.
  fileprivate var operationName: String {
    switch node {
    case .property(_, let name): ".\(name)"
    case .attribute(_, let member): ".\(member.name)"
    case .index(_, let index):
      switch index {
      case .first: "[FIRST]"
      case .only: "[ONLY]"
      case .last: "[LAST]"
      case .size: "[SIZE]"
      case .value: "[index]"
      }
    case .list: "list"
    case .object: "object"
    default: String(description.prefix { $0 != "(" })
    }
  }
}
