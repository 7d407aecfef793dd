import PredicateValues

/// Issues that binding reports about names and constructs. Issues about types are in `PredicateValues`, whose operations report them too.
extension PredicateIssue {
  static func nestingLimit(_ limit: Int, range: SourceRange) -> PredicateIssue {
    .error(
      .nestingLimit, range, "the predicate must not nest more than \(limit) constructs inside one another", kind: .limit
    )
  }

  /// A value that a predicate cannot contain, in a predicate that was built in code.
  static func unrepresentableConstant(_ what: String) -> PredicateIssue {
    .error(.argumentType, nil, "expected a constant, a collection or an object, found \(what)", kind: .argumentType)
  }

  static func nodeLimit(_ limit: Int, range: SourceRange) -> PredicateIssue {
    .error(.nodeLimit, range, "the predicate must not have more than \(limit) parts", kind: .limit)
  }

  static func partLimit(_ limit: Int, range: SourceRange) -> PredicateIssue {
    .error(
      .nodeLimit, range,
      "the predicate must not have more than \(limit) parts. IN, <= and >= use an operand several times", kind: .limit)
  }

  static func unknownKey(
    _ name: String, of entity: String, known: [String], note: String? = nil, range: SourceRange
  ) -> PredicateIssue {
    let nearest = NearestSpelling.of(name, among: known)
    let listed = known.count <= 12 ? known : Array(known.prefix(12)) + ["…"]
    let hint: String? =
      name.contains("(") && name.hasSuffix(")") && nearest?.contains("(") != true
      ? "a name is not a call; a computed column is try FetchedColumn(\"\(name)\", as: \"value\")"
      : nearest.map { "the nearest name is “\($0)”" }
        ?? (known.isEmpty ? note : "\(entity) has \(listed.joined(separator: ", "))" + (note.map { "; \($0)" } ?? ""))
    return PredicateIssue(
      kind: .unknownKey, code: .unknownKey, message: "\(entity) has no property “\(name)”", range: range,
      hint: hint, suggestion: nearest)
  }

  /// Swift's properties of a string, and what to write.
  package static let swiftNamesOfStrings = [
    "count": "the number of characters is length",
    "isEmpty": "write == \"\" to find an empty string",
  ]

  /// `tags*`: the relationship cannot be repeated because it refers to another type, or the member is not a relationship.
  static func levelsOfOther(
    _ name: String, of entity: String, _ member: Member, range: SourceRange
  ) -> PredicateIssue {
    let found =
      switch member.kind {
      case .attribute(let type): "“\(name)” is \(type)"
      case .toOne(let target), .toMany(let target): "the relationship “\(name)” leads to \(target)"
      }
    return .error(
      .unknownKey, range, "“\(name)*” needs a relationship from \(entity) to \(entity), but \(found)",
      hint: "to multiply, write spaces around *: \(name) * 2", kind: .unknownKey)
  }

  /// The type has a property of that name, but predicates cannot read it.
  package static func unreadableMember(
    _ name: String, of entity: String, because found: UnreadableMember, range: SourceRange
  ) -> PredicateIssue {
    .error(
      found.code, range, "“\(name)” of \(entity) cannot be read: \(found.reason)", hint: found.remedy, kind: .unknownKey
    )
  }

  /// A property of the objects cannot be read, so it is unknown whether they are equal.
  static func incomparableObjects(
    of entity: String, because reason: String, remedy: String?, range: SourceRange
  ) -> PredicateIssue {
    .error(.incomparableObjects, range, "objects of \(entity) cannot be compared: \(reason)", hint: remedy, kind: .type)
  }

  /// A property of a value without properties.
  package static func memberOfScalar(_ name: String, _ type: String, range: SourceRange) -> PredicateIssue {
    .error(.keyOfValue, range, "\(type) has no property “\(name)”", kind: .unknownKey)
  }

  /// `Friend["x"]`, `Customer[3]`: a value that is not a key of the entity.
  package static func objectKey(
    _ form: KeyForm, _ part: KeyForm.Part, found: String, range: SourceRange
  ) -> PredicateIssue {
    .error(
      .objectKey, range,
      "the key \(part.member.name) of \(form.entity) must be \(part.type.description), found \(found)",
      hint: "the syntax is: \(form.text)", kind: .type)
  }

  /// `OrderLine[3]`: a key with another number of values than the entity's key has.
  package static func objectKey(_ form: KeyForm, found: Int, range: SourceRange) -> PredicateIssue {
    let names = form.members.map(\.member.name).joined(separator: ", ")
    let wanted = form.members.count == 1 ? "1 value" : "\(form.members.count) values"
    return .error(
      .objectKey, range, "the primary key of \(form.entity) needs \(wanted) (\(names)), found \(found)",
      hint: "the syntax is: \(form.text)",
      kind: .type)
  }

  /// `Report[3]`, although the rows of Report have no key.
  package static func objectsWithoutKey(_ entity: String, range: SourceRange) -> PredicateIssue {
    let all = QueryExpression.keyPath(QueryKeyPath(.key(entity)))
    return .error(
      .objectKey, range,
      "objects of \(entity) have no primary key, so \(ObjectReference.label(entity, ["KEY"])) cannot find an object",
      hint: "write \(QueryExpression.index(all, .first).exactFormat) for the first object, or "
        + "SUBQUERY(\(all.exactFormat), $x, PREDICATE)[FIRST] for the first object that meets a condition",
      kind: .type)
  }

  static func unknownCollectionOperator(_ name: String, range: SourceRange) -> PredicateIssue {
    let issue = unknownOperator(name, range: range)
    return switch name {
    case "allKeys": issue.withHint("to test whether the dictionary d has the key “name”, write d.name != nil")
    case "allValues": issue.withHint("to search the values of the dictionary d, write x IN d")
    default: issue
    }
  }

  private static func unknownOperator(_ name: String, range: SourceRange) -> PredicateIssue {
    let nearest = NearestSpelling.of(name, among: CollectionOperator.allCases.map(\.rawValue))
    return .error(
      .unknownCollectionOperator, range, "there is no collection operator “@\(name)”",
      hint: nearest.map { "the nearest is “@\($0)”" } ?? "the operators are "
        + CollectionOperator.allCases.map { "@" + $0.rawValue }.joined(separator: ", "), kind: .unknownKey)
  }

  static func unboundVariable(_ name: String, known: [String], range: SourceRange) -> PredicateIssue {
    .error(
      .unboundVariable, range, "the variable $\(name) has no value",
      hint: NearestSpelling.of(name, among: known).map { "the nearest variable is $\($0)" }, kind: .unboundVariable)
  }

  static func placeholderLeft(_ placeholder: QueryPlaceholder, range: SourceRange) -> PredicateIssue {
    .error(.argumentMissing, range, "“%\(placeholder.conversion)” has no argument", kind: .argumentMissing)
  }

  static func variableOfOtherFamily(
    found: String, expected: String, range: SourceRange
  ) -> PredicateIssue {
    .error(.variableType, range, "the value of the variable is \(found), expected \(expected)", kind: .argumentType)
  }

  static func quantifiedScalar(_ found: String, range: SourceRange) -> PredicateIssue {
    .error(
      .quantifiedScalar, range, "expected a collection after ANY, ALL or NONE, found \(found)",
      hint: "to compare a single value, leave out ANY, ALL or NONE", kind: .type)
  }

  static func quantifiedDictionaryValue(
    _ name: String, of dictionary: String, _ type: QueryType, range: SourceRange
  ) -> PredicateIssue {
    quantifiedScalar(type.description, range: range).withHint(
      "\(dictionary).\(name) is only the value of the key “\(name)”. To search all values, write x IN \(dictionary). To test whether the key x exists, write \(dictionary).x != nil"
    )
  }

  static func subqueryOfScalar(_ found: String, range: SourceRange) -> PredicateIssue {
    .error(
      .subqueryOfScalar, range, "expected a collection as the first argument of SUBQUERY, found \(found)", kind: .type)
  }

  static func toManyInComparison(range: SourceRange) -> PredicateIssue {
    .error(
      .toManyComparison, range, "expected a single value, found a path with many values",
      hint: "to compare the values, write ANY or ALL before the path; to count them, write @count after it", kind: .type
    )
  }

  /// `title + 1`
  static func sumOfString(found: [String], range: SourceRange, hint: String?) -> PredicateIssue {
    .error(
      .numberExpected, range,
      "expected two numbers or two strings for “+”, found \(found.joined(separator: " and "))", hint: hint, kind: .type)
  }

  static func arithmeticOnToMany(range: SourceRange) -> PredicateIssue {
    .error(
      .toManyArithmetic, range, "expected one value for the calculation, found a path with many values",
      hint: "to calculate with each element, write a SUBQUERY", kind: .type)
  }

  package static func castTypeNotConstant(range: SourceRange) -> PredicateIssue {
    .error(.castType, range, "the second argument of CAST must be the name of a type in quotes", kind: .type)
  }

  package static func unknownFunction(
    _ name: String, nearest: String?, known: [String] = [], range: SourceRange
  ) -> PredicateIssue {
    let listed = known.count <= 24 ? known : known.prefix(24) + ["and \(known.count - 24) more"]
    return .error(
      .unknownFunction, range, "there is no function “\(name)”",
      hint: nearest.map { "the nearest is “\($0)”" }
        ?? (known.isEmpty ? nil : "the functions are \(listed.joined(separator: ", "))"), kind: .unknownFunction)
  }

  /// The issue for a function's first word with another number of arguments: `round(x)`.
  static func otherArguments(_ name: String, _ functions: [String], range: SourceRange) -> PredicateIssue {
    let word = name.prefix { $0 != ":" }
    let forms = functions.prefix(3).map { function in
      let labels = function.split(separator: ":").dropFirst()
      return "\(word)(\((["x"] + labels.map(String.init)).joined(separator: ", ")))"
    }
    return .error(
      .unknownFunction, range, "there is no function “\(name)”",
      hint: "\(word) takes other arguments: \(forms.joined(separator: " or "))", kind: .unknownFunction)
  }

  static func selectorNotConstant(range: SourceRange) -> PredicateIssue {
    .error(
      .selectorNotConstant, range, "the second argument of FUNCTION must be the name of a function in quotes",
      kind: .type)
  }

  static func stringReadAsDate(_ text: String, range: SourceRange) -> PredicateIssue {
    PredicateIssue(
      severity: .note, kind: .type, code: .stringReadAsDate,
      message: "the string \"\(text)\" is read as a date, because the other side is a date", range: range,
      hint: "write CAST(\"\(text)\", \"NSDate\") for a date on every platform")
  }

  static func stringReadAsUUID(_ text: String, range: SourceRange) -> PredicateIssue {
    PredicateIssue(
      severity: .note, kind: .type, code: .stringReadAsUUID,
      message: "the string \"\(text)\" is read as a UUID, because the other side is a UUID", range: range,
      hint: "write CAST(\"\(text)\", \"NSUUID\") for a UUID on every platform")
  }

  /// A note on an extension of the language, which Apple's systems refuse.
  static func extensionNote(_ construct: String, range: SourceRange, hint: String? = nil) -> PredicateIssue {
    PredicateIssue(
      severity: .note, kind: .unsupported, code: .extension,
      message: "\(construct) is an extension: Apple's systems refuse it", range: range, hint: hint)
  }

  /// The error for an extension of the language when binding is strict.
  static func strictExtension(_ construct: String, range: SourceRange) -> PredicateIssue {
    .error(.extension, range, "\(construct) is an extension: Apple's systems refuse it", kind: .unsupported)
  }

  static func dateArithmetic(range: SourceRange) -> PredicateIssue {
    .extensionNote(
      "arithmetic with dates", range: range,
      hint: "to add seconds to a date on any platform, write FUNCTION(date, \"dateByAddingTimeInterval:\", seconds)")
  }

  static func concatenation(range: SourceRange) -> PredicateIssue {
    .extensionNote("“+” of texts", range: range)
  }

  /// Runs an operation on values, which does not know source ranges. An issue without a range gets this range.
  @inline(__always)
  package static func placing<Result>(
    at place: SourceRange, _ body: () throws(PredicateIssue) -> Result
  ) throws(PredicateIssue) -> Result {
    do {
      return try body()
    } catch {
      throw error.placed(at: place)
    }
  }

  /// The same issue. If it has no range, it gets this range.
  package func placed(at place: SourceRange) -> PredicateIssue {
    range == nil ? at(place) : self
  }
}
