import PredicateBinding
import PredicateSyntax
import PredicateValues

/// Checks the names of functions and of the types of CAST.
extension UseWalk {
  mutating func visitCall(_ selector: String, _ arguments: [QueryExpression], _ range: SourceRange) {
    if let functions = profile.functions {
      if !functions.only.contains(where: { $0.hasSameScalars(as: selector) }) {
        add(.refusedFunction, .error, range, functions.message)
      }
    } else {
      checkFunction(selector, taking: arguments.count, range)
    }
    for argument in arguments { visit(argument) }
  }

  /// Reports a function that exists neither in Apple's systems nor in the language.
  mutating func checkFunction(_ name: String, taking count: Int, _ range: SourceRange) {
    // MapLibre 6 writes MLN_ instead of MGL_.
    let isOfMap = ["mgl_", "mln_"].contains { name.lowercased().hasPrefix($0) }
    if isOfMap, profile.syntax.contains(.mapFunctions) { return }
    let table = FunctionTable.standard
    guard profile.functions == nil, table.definition(named: name, taking: count) == nil else { return }
    let issue = PredicateIssue.unknownFunction(name, nearest: table.suggestion(for: name), range: range)
    issues.append(
      name.lowercased() == "date:" ? issue.withHint("write CAST(\"2027-01-31T00:00:00Z\", \"NSDate\")") : issue)
  }

  mutating func visitCast(_ operand: QueryExpression, to type: QueryExpression, _ range: SourceRange) {
    use(.cast, range)
    if rules[.cast]?.severity != .error { checkCastType(type) }
    if case .literal(.string(let name)) = type.node, CastTarget(name: name) == .date,
      case .literal(.string(let text)) = operand.node,
      !text.contains("%"), Double(text) == nil, ISODate.parse(text) == nil
    {
      add(
        .castValue, .error, operand.range, "“\(text)” is not a date: the comparison is never true",
        hint: "write a date as \"2027-01-31T00:00:00Z\"")
    }
    visit(operand)
  }

  /// Reports a type name that CAST does not know, and one that only this language is known to read.
  private mutating func checkCastType(_ type: QueryExpression) {
    switch type.node {
    case .placeholder, .variable: return
    case .literal(.string(let name)):
      // Nothing is reported for the type Class, because the language has its own note.
      if name.lowercased() == "class" { return }
      guard let target = CastTarget(name: name) else {
        issues.append(PredicateIssue.unknownCastTarget(name).at(type.range))
        return
      }
      if name.hasSameScalars(as: target.name), name.hasPrefix("NS") { return }
      let right = target.name.hasPrefix("NS") ? target.name : nil
      add(
        .castName, .note, type.range, "Apple's systems are not known to read “\(name)” as the name of a type",
        hint: right.map { "write \"\($0)\"" } ?? "the type of numbers there is \"NSNumber\"",
        mend: right.map { .quoted($0) })
    default:
      // The type is an error only if the word is a type name without quotes. Another word is a key, which Apple's systems read, too.
      guard let target = text.bytes.text(at: type.range).flatMap({ CastTarget(name: $0) }) else { return visit(type) }
      let quoted = Mend.quoted(target.name).text
      issues.append(
        PredicateIssue.castTypeNotConstant(range: type.range).withHint("write \(quoted)").replacing(with: quoted))
    }
  }
}
