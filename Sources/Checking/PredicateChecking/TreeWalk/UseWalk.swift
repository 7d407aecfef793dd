import PredicateBinding
import PredicateSyntax
import PredicateValues

/// One walk over a predicate's tree that finds the issues of a profile.
struct UseWalk {
  let profile: UseProfile
  let rules: [PredicateConstruct: ProfileRule]
  let text: ConsumerText
  var issues: [PredicateIssue] = []
  /// The variables of the surrounding SUBQUERYs, innermost last.
  var scope: [BoundVariable] = []
  /// The unlisted names that a note has mentioned. Each name is noted once per predicate.
  var notedNames: Set<String> = []
  /// The ranges of unquoted words that need no further note.
  var settledWords: Set<SourceRange> = []
  /// The ranges of texts such as "yes" that are compared with a key that is likely a boolean.
  var booleanTexts: Set<SourceRange> = []
  /// The keys whose nil a surrounding AND or OR handles, innermost last.
  var handledNils: [String] = []

  mutating func add(
    _ code: CheckCode, _ severity: PredicateIssue.Severity, _ range: SourceRange, _ message: String,
    hint: String? = nil, suggestion: String? = nil, mend: Mend? = nil
  ) {
    let issue = PredicateIssue.found(code, severity, range, message, hint: hint, suggestion: suggestion)
    issues.append(issue.replacing(with: mend?.text, at: mend?.range))
  }

  /// An edit for editors: the replacement for a part of the predicate. Without a range it replaces the range of the issue.
  struct Mend {
    let text: String
    var range: SourceRange?

    init(_ text: String, at range: SourceRange? = nil) {
      self.text = text
      self.range = range
    }

    static func quoted(_ text: String) -> Mend { Mend(QueryExpression.literal(.string(text)).canonicalFormat) }
  }

  /// Reports a construct if the profile has a rule about it.
  mutating func use(_ construct: PredicateConstruct, _ range: SourceRange) {
    if let rule = rules[construct] { issues.append(rule.issue(at: range)) }
  }

  /// The range of the first operator between two operands, without brackets and spaces; nil if the operands have no ranges.
  func signPlace(between operands: [SourceRange]) -> SourceRange? {
    guard operands.count > 1, !operands[0].isNone, !operands[1].isNone else { return nil }
    let bytes = text.bytes
    var lower = Int(operands[0].upperBound)
    var upper = Int(operands[1].lowerBound)
    guard lower < upper, upper <= bytes.count else { return nil }
    while lower < upper, " \t\r\n()".utf8.contains(bytes[lower]) { lower += 1 }
    while lower < upper, " \t\r\n()".utf8.contains(bytes[upper - 1]) { upper -= 1 }
    return lower < upper ? SourceRange(lower, upper) : nil
  }

  mutating func visit(_ predicate: QueryPredicate) {
    switch predicate.node {
    case .literal(let value): use(value ? .literalTrue : .literalFalse, predicate.range)
    case .overLimit: break
    case .not(let operand):
      if operand.isCompound { use(.notCompound, predicate.range) }
      if case .comparison(let comparison) = operand.node, comparison.quantifier == .any {
        let construct: PredicateConstruct = comparison.spelling == .none ? .none : .notAny
        if rules[construct]?.severity != .note || mayBeMany(comparison.left) { use(construct, predicate.range) }
      }
      visit(operand)
    case .and(let operands):
      visit(operands, handling: .notEqual)
    case .or(let operands):
      use(.or, signPlace(between: operands.map(\.range)) ?? predicate.range)
      visit(operands, handling: .equal)
    case .comparison(let comparison): visit(comparison, predicate.range)
    }
  }

  mutating func visit(_ expression: QueryExpression) {
    let range = expression.range
    switch expression.node {
    case .literal, .evaluatedObject, .overLimit, .unreadable: break
    case .placeholder: if !profile.takesArguments { use(.placeholder, range) }
    case .anyKey: use(.anyKey, range)
    case .variable, .keyPath, .path: visitKey(expression)
    case .index(let base, let index):
      use(.index, range)
      visit(base)
      if case .expression(let value) = index { visit(value) }
    case .aggregate(let elements): for element in elements { visit(element) }
    case .call(let selector, let arguments): visitCall(selector, arguments, range)
    case .function(let receiver, _, let arguments):
      use(.functionCall, range)
      visit(receiver)
      for argument in arguments { visit(argument) }
    case .cast(let operand, let type): visitCast(operand, to: type, range)
    case .ternary(let condition, let first, let second):
      use(.ternary, range)
      visit(condition)
      visit(first)
      visit(second)
    case .subquery(let collection, let variable, let condition):
      use(.subquery, range)
      visit(collection)
      scope.append(BoundVariable(variable, element(of: collection), in: condition))
      visit(condition)
      scope.removeLast()
    case .binary(let op, let left, let right):
      switch op {
      case .union, .intersect, .minus: use(.setOperator, range)
      default: use(.arithmetic, range)
      }
      visit(left)
      visit(right)
    case .negate(let operand):
      use(.arithmetic, range)
      visit(operand)
    case .assignment(_, let value):
      use(.assignment, range)
      visit(value)
    case .fetch(let request, let context, let countOnly):
      visit(request)
      visit(context)
      visit(countOnly)
    }
  }

  private func element(of collection: QueryExpression) -> ProfileKey? {
    guard case .key(let key) = lookup(collection) else { return nil }
    return key.ofElements
  }
}

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
        .castValue, .error, operand.range, "the comparison is never true, because “\(text)” is not a date",
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
        .castName, .note, type.range, "it is not known whether Apple's systems accept “\(name)” as the name of a type",
        hint: right.map { "write \"\($0)\"" } ?? "on Apple's systems, the type of numbers is \"NSNumber\"",
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

/// Values in a form that reads as something else: a list without `@count`, a date without quotes, a key in quotes.
extension UseWalk {
  mutating func checkForms(_ comparison: QueryComparison) {
    for (side, other) in [(comparison.left, comparison.right), (comparison.right, comparison.left)] {
      checkCount(side, beside: other, comparison)
      checkDate(side)
      checkDateForm(side, beside: other)
    }
    checkQuotedKey(comparison)
  }

  /// Reports `SUBQUERY(…).count > 0` and `SUBQUERY(…) > 0`: a list is compared with a number. With ANY or ALL its elements are compared.
  private mutating func checkCount(
    _ side: QueryExpression, beside other: QueryExpression, _ comparison: QueryComparison
  ) {
    guard comparison.operator.comparesOne, comparison.quantifier == .direct, !side.range.isNone else { return }
    switch side.node {
    case .path(let base, let path):
      guard case .subquery = base.node, path.count == 1, case .key("count") = path.first,
        let place = path.ranges(in: side.range).last
      else { return }
      add(
        .listCompared, .error, place,
        "count is a property of each object in SUBQUERY. For the number of the objects, write @count",
        hint: "write SUBQUERY(…).@count", mend: Mend("@count"))
    case .subquery:
      guard case .literal(.integer) = other.node else { return }
      let end = Int(side.range.upperBound)
      add(
        .listCompared, .error, side.range, "SUBQUERY gives a list, which never equals a number",
        hint: "write SUBQUERY(…).@count", mend: Mend(".@count", at: SourceRange(end, end)))
    default: return
    }
  }

  /// `tags.@count` for `tags.count` of a to-many relationship of the data model, with the place of `count`; nil for another path.
  func countOfMany(_ side: QueryExpression) -> (place: SourceRange, form: String)? {
    guard case .keyPath(let path) = side.node, case .key("count")? = path.components.last, path.count > 1,
      isToMany(path.components[path.count - 2]), let place = path.ranges(in: side.range).last,
      let written = text.bytes.text(at: side.range)
    else { return nil }
    return (place, written.dropLast("count".count) + "@count")
  }

  /// Reports `2026-01-01`, which is the number 2024.
  private mutating func checkDate(_ side: QueryExpression) {
    guard case .binary = side.node, let written = text.bytes.text(at: side.range) else { return }
    let parts = written.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.count) == [4, 2, 2], parts.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isNumber } }) else {
      return
    }
    let form = "CAST(\"\(written)T00:00:00Z\", \"NSDate\")"
    add(
      .constantType, .error, side.range, "“\(written)” is a calculation with three numbers, not a date",
      hint: "write \(form)", mend: Mend(form))
  }

  /// Notes a date without its time, compared with a key whose consumer documents the whole form: `date > CAST("2026-01-01", "NSDate")`.
  private mutating func checkDateForm(_ side: QueryExpression, beside other: QueryExpression) {
    guard case .cast(let operand, _) = side.node, case .literal(.string(let written)) = operand.node,
      case .key(let key) = lookup(other), key.type == .date, let form = key.form, ISODate.parse(written) != nil
    else { return }
    do throws(PredicateIssue) {
      if try RegularExpression(form, options: [], stepLimit: 100_000).matches(written) { return }
    } catch {
      // A platform without regular expressions cannot check the form.
      return
    }
    let whole = written.count == 10 ? "\(written)T00:00:00Z" : nil
    add(
      .valueForm, .note, operand.range, "a value here is \(key.formAbout ?? "of the form \(form)")",
      hint: whole.map { "write \"\($0)\"" }, mend: whole.map { .quoted($0) })
  }

  /// Notes `'name' == %@`: the quotes make a text of the key. A text with LIKE or MATCHES may be a sample that tests a pattern. There is no edit,
  /// because a text beside an argument is legal.
  private mutating func checkQuotedKey(_ comparison: QueryComparison) {
    guard profile.takesArguments, ![.in, .like, .matches].contains(comparison.operator),
      case .placeholder = comparison.right.node,
      case .literal(.string(let name)) = comparison.left.node, name.first?.isLetter ?? false,
      name.utf8.allSatisfy({ ByteClass.isWord($0) || $0 == UInt8(ascii: ".") })
    else { return }
    add(
      .quotedWord, .note, comparison.left.range, "“\(name)” is read as a text here, not as a key",
      hint: "write \(name) for the key")
  }
}
