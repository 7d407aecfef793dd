import PredicateBinding
import PredicateModel
import PredicateOutput
import PredicateStatements
import PredicateObjects
import PredicateValues

/// The issues of statements that change data, with their stable codes and messages.
extension PredicateIssue {
  static func unknownMember(_ name: String, of entity: Entity, range: SourceRange) -> PredicateIssue {
    .error(
      "unknown-key", range, "\(entity.name) has no property “\(name)”",
      hint: listed(entity.memberNames, of: "the properties are"), kind: .unknownKey
    ).suggesting(NearestSpelling.of(name, among: entity.memberNames))
  }

  /// `set album = Album[2], albumId = 1`: two members share one column.
  static func sameColumn(_ name: String, _ other: String, _ column: String, range: SourceRange) -> PredicateIssue {
    .error(
      "repeated-clause", range, "\(other) and \(name) cannot both be set, because they use the same column \(column)",
      hint: "set only one of the two", kind: .domain)
  }

  static func sharedObject(_ object: ObjectID, _ relationship: Relationship, range: SourceRange) -> PredicateIssue {
    .error(
      "shared-object", range,
      "\(object) can be in \(relationship.name) of only one object, but the statement adds it to several objects",
      hint: "write a condition that selects one object", kind: .domain)
  }

  /// The error for a line that begins with `where`. The statement in the line before it has already run, for all objects.
  package static func lateCondition(_ change: ChangeStatement) -> PredicateIssue {
    .error(
      "late-where", SourceRange(0, 5),
      "“where” must be in the same statement, but “\(change.canonicalText)” has already changed all objects",
      hint: "write .undo, and then one statement that includes the condition")
  }

  static func objectsForAttribute(_ attribute: Attribute, range: SourceRange) -> PredicateIssue {
    .error(
      "change-type", range, "\(attribute.name) is \(attribute.type.description), not an object",
      hint: "the syntax is: \(attribute.name) = VALUE", kind: .type)
  }

  /// - Parameters:
  ///   - value: The value that the attribute does not accept.
  ///   - object: The object for which the value was computed; nil for a constant of the statement.
  ///   - written: The value as the statement writes it.
  static func wrongValue(
    _ message: String, _ value: QueryValue, _ attribute: Attribute, in entity: Entity, of object: ObjectID? = nil,
    written: String? = nil, range: SourceRange
  ) -> PredicateIssue {
    if let object {
      let isWhole = attribute.type == .integer && message.hasSuffix("is not a whole number")
      return .error(
        "change-type", range, "\(attribute.name) of \(object) is \(attribute.type.description), but \(message)",
        hint: written.flatMap { isWhole ? "round(\($0), 0) is a whole number" : nil }
          ?? "to exclude objects whose value has the wrong type, add a condition after “where”", kind: .type)
    }
    // A column of numbers such as 20240131 holds days without a time.
    if attribute.storage == .basicISO8601Number, case .date = value {
      return .error(
        "change-type", range, "\(attribute.name) can store only days without a time, but this date has a time of day",
        hint: "for example, write \(attribute.name) = \"2024-05-01\"", kind: .type)
    }
    return .error(
      "change-type", range, "\(attribute.name) is \(attribute.type.description), but \(message)",
      hint: flag(value, attribute, in: entity)
        ?? example(of: attribute.type).map { "for example, write \(attribute.name) = \($0)" }
        ?? (attribute.type == .integer ? "the syntax is: \(attribute.name) = NUMBER" : nil), kind: .type)
  }

  /// The hint for a boolean that is assigned to a number, which may be meant for a column of 0 and 1. Other numbers get no example, because an
  /// example could be stored by mistake.
  private static func flag(_ value: QueryValue, _ attribute: Attribute, in entity: Entity) -> String? {
    guard case .boolean(let truth) = value, attribute.type == .integer || attribute.type == .double else { return nil }
    return
      "write \(attribute.name) = \(truth ? 1 : 0) for the number. To read 0 and 1 as NO and YES, write .type \(entity.name).\(attribute.name) boolean"
  }

  /// The error for a text that is not JSON, or a value that has no JSON type.
  static func notJSON(_ value: QueryValue, _ attribute: Attribute, range: SourceRange) -> PredicateIssue {
    .error(
      "change-type", range, "\(attribute.name) is JSON: \(ValueText.literal(of: value)) is not",
      hint: "write a JSON value as text in quotes: \(attribute.name) = '{\"a\": [1, \"two\", null]}'", kind: .type)
  }

  static func divisionByZero(
    _ division: QueryExpression, _ attribute: Attribute, of object: ObjectID?
  ) -> PredicateIssue {
    let owner = object.map { " of \($0)" } ?? ""
    return .error(
      "division-by-zero", division.range,
      "“\(division.exactFormat)” has no value for \(attribute.name)\(owner), because the divisor is 0",
      hint:
        "to set nil, write \(attribute.name) = nil. To exclude objects whose divisor is 0, add a condition after “where”",
      kind: .domain)
  }

  /// The error for a statement that would store a value computed from values of another type, which are read as nil.
  ///
  /// - Parameters:
  ///   - sample: One of the values, as text.
  ///   - result: The value that would be stored.
  static func lostValues(
    _ count: Int, of source: Attribute, _ entity: Entity, sample: String, object: ObjectID, in attribute: Attribute,
    result: QueryValue, range: SourceRange
  ) -> PredicateIssue {
    let values = count == 1 ? "1 value of \(source.name) is" : "\(count) values of \(source.name) are"
    let name = QueryExpression.keyPath(QueryKeyPath(.key(source.name))).canonicalFormat
    let value = result.isNull ? "nil" : ValueText.literal(of: result)
    return .error(
      "change-unreadable", range,
      "\(values) not of type \(source.type.modelWord), such as \(sample) of \(object), so \(attribute.name) would become \(value)",
      hint:
        "to exclude objects without such a value, write where \(name) != nil. To see the values, write .type \(entity.name).\(name) any",
      kind: .domain)
  }

  /// The error for a statement whose condition reads values of another type as nil, and therefore selects their objects.
  ///
  /// - Parameters:
  ///   - path: The property as the condition has it.
  ///   - sample: One of the values, as text.
  ///   - testsNil: Whether the condition compares the property with nil, so that a test for nil excludes nothing.
  static func unreadableCondition(
    _ count: Int, of path: String, _ attribute: Attribute, _ entity: Entity, sample: String, object: ObjectID,
    testsNil: Bool, range: SourceRange
  ) -> PredicateIssue {
    let values = count == 1 ? "1 value of \(path) is" : "\(count) values of \(path) are"
    let name = QueryExpression.keyPath(QueryKeyPath(.key(attribute.name))).canonicalFormat
    let stored = "write .type \(entity.name).\(name) any"
    return .error(
      "change-unreadable", range,
      "\(values) not of type \(attribute.type.modelWord), such as \(sample) of \(object), so they are nil in this condition",
      hint: testsNil
        ? "\(stored), so that conditions compare the stored values"
        : "to exclude objects where it is nil, write AND \(path) != nil. To compare the stored values, \(stored)",
      kind: .domain)
  }

  /// An example of a value of a type in a statement. Nil for a number, because a user might store the example by mistake.
  private static func example(of type: QueryType) -> String? {
    switch type {
    case .boolean: "YES"
    case .double, .decimal: "8.5"
    case .string: "\"text\""
    case .date: "\"2024-05-01\""
    case .uuid: "\"6F9619FF-8B86-D011-B42D-00C04FC964FF\""
    case .url: "\"https://example.org\""
    default: nil
    }
  }

  static func valueForRelationship(
    _ relationship: Relationship, _ value: QueryExpression, _ destination: Entity?, range: SourceRange
  ) -> PredicateIssue {
    let name = destination?.name ?? relationship.destination
    var form = ObjectReference.label(name, ["3"])
    switch value.node {
    case .literal(.integer(let key)): form = ObjectReference.label(name, ["\(key)"])
    case .literal(.string):
      if let title = destination?.titleAttribute?.name {
        form =
          "(\(name.asStatementName) where \(QueryExpression.keyPath(QueryKeyPath(.key(title))).exactFormat) == \(value.exactFormat))"
      }
    default: break
    }
    let isMany = relationship.cardinality == .toMany
    return .error(
      "change-type", range,
      "\(relationship.name) takes \(isMany ? "objects" : "an object") of \(name), found “\(value.exactFormat)”",
      hint: "the syntax is: \(relationship.name) = \(isMany && !form.hasPrefix("(") ? "{\(form)}" : form)", kind: .type)
  }

  /// - Parameter label: The object as statements write it: `Movie[3]`.
  package static func noObject(_ label: String, hint: String? = nil, range: SourceRange) -> PredicateIssue {
    .error("no-object", range, "there is no object \(label)", hint: hint, kind: .domain)
  }

  static func nothingSelected(
    _ entity: String, _ condition: String, values names: [String], _ variables: QueryVariables, range: SourceRange
  ) -> PredicateIssue {
    var seen: Set<String> = []
    let values = names.filter { seen.insert($0).inserted }.compactMap { name in
      variables[name].map { "$\(name) is \(ValueText.literal(of: $0))" }
    }
    return .error(
      "no-object", range, "no object of \(entity) fulfils \(condition)",
      hint: values.isEmpty
        ? "to see which condition excludes all objects, write .empty \(entity) where …"
        : values.joined(separator: ", "),
      kind: .domain)
  }

  static func keyAssigned(_ name: String, of entity: Entity, range: SourceRange) -> PredicateIssue {
    .error(
      "change-key", range, "\(name) cannot be changed, because it is the primary key of \(entity.name)",
      hint: "leave out the key, because a new object gets its key when it is saved", kind: .unsupported)
  }

  static func wrongObjects(_ relationship: Relationship, _ found: String, range: SourceRange) -> PredicateIssue {
    let isMany = relationship.cardinality == .toMany
    let form = ObjectReference.label(relationship.destination, ["3"])
    return .error(
      "change-type", range,
      "\(relationship.name) takes \(isMany ? "objects" : "an object") of \(relationship.destination), found one of \(found)",
      hint: "the syntax is: \(relationship.name) = \(isMany ? "{\(form)}" : form)", kind: .type)
  }

  static func manySelected(_ objects: [ObjectID], for name: String, range: SourceRange) -> PredicateIssue {
    let shown = objects.prefix(3).map(\.description).joined(separator: ", ")
    return .error(
      "many-objects", range,
      "\(name) takes one object, found \(objects.count): \(shown)\(objects.count > 3 ? ", …" : "")",
      hint:
        "write ENTITY[KEY] for one object, or (ENTITY where PREDICATE sort by VALUE limit 1) for the first of several objects",
      kind: .domain)
  }

  /// The error for a deletion that a delete rule forbids.
  static func denied(_ problem: ObjectProblem, _ title: String?, hint: String?, range: SourceRange) -> PredicateIssue {
    .error(
      "delete-denied", range,
      "\(problem.object)\(title.map { " “\($0)”" } ?? ""): \(problem.message)", hint: hint,
      kind: .domain)
  }

  /// The error for an object that cannot be saved.
  ///
  /// - Parameter title: The title of the object for people; nil if it has none.
  package static func notSaved(
    _ problem: ObjectProblem, _ title: String?, _ model: DataModel, range: SourceRange
  ) -> PredicateIssue {
    let hint =
      switch problem.kind {
      case .conflict: "write .revert to drop the changes and read the rows again"
      case .denied: "first change or delete the objects that it still contains, or write .undo"
      default:
        statement(for: problem, model).map { "write .undo, or give a value: \($0)" }
          ?? "write .undo to take back the last statement, or .revert to drop all changes"
      }
    return .error(
      "not-saved", range, "\(problem.object)\(title.map { " “\($0)”" } ?? ""): \(problem.message)", hint: hint,
      kind: .domain)
  }

  /// A statement that supplies the missing or wrong value: `insert Movie …, title = …`. Nil if no property is known.
  private static func statement(for problem: ObjectProblem, _ model: DataModel) -> String? {
    guard let entity = model.entity(named: problem.object.entity), let name = problem.property else { return nil }
    if problem.object.isTemporary { return "insert \(entity.name) …, \(name) = …" }
    let key = (entity.keyAttribute ?? entity.hiddenKey)?.name
    let parts = problem.object.keyLiterals.flatMap { literals in
      literals.count == entity.objectKey.count ? zip(entity.objectKey, literals).map { "\($0.name) == \($1)" } : nil
    }
    let condition =
      parts?.joined(separator: " AND ") ?? key.map { "\($0) == \(problem.object.reference.key)" } ?? "…"
    return "update \(entity.name) set \(name) = … where \(condition)"
  }

  /// The error for a change that an object refuses.
  ///
  /// - Parameter entities: The entities whose rows a view shows, if the object is a row of the view.
  static func refused(_ issue: StoreIssue, entities: [Entity] = [], range: SourceRange) -> PredicateIssue {
    let (kind, hint): (Kind, String?) =
      switch issue.kind {
      case .unknownEntity, .unknownMember:
        (.unknownKey, "write .tables for the list of the entities, or .schema ENTITY for the properties of an entity")
      case .wrongType: (.type, nil)
      case .unchangeable:
        (
          .unsupported,
          entities.isEmpty
            ? nil : "change the values in \(entities.map(\.name).joined(separator: ", "))"
        )
      case .computed: (.unsupported, "a statement cannot set this value, because the table computes it")
      case .deleted, .rowMissing: (.domain, "write .revert to drop the changes and read the rows again")
      default: (.unsupported, nil)
      }
    return .error("change-refused", range, issue.message, hint: hint, kind: kind)
  }
}
