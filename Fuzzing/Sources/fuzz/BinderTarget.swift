@testable import PredicateBinding
import PredicateEngine
@testable import PredicateReference
import PredicateSQL
import PredicateSQLite
import PredicateValues

/// Binds a condition to the types of a schema, and evaluates it for a few objects. The bytes of the input choose the schema, the objects and
/// the condition.
enum BinderTarget {
  /// The result of an evaluation.
  private enum Outcome: Equatable {
    case holds(Bool)
    case fails(PredicateIssue.Kind, code: String)

    init(_ body: () throws(PredicateIssue) -> Bool) {
      do throws(PredicateIssue) {
        self = .holds(try body())
      } catch {
        self = .fails(error.kind, code: error.code)
      }
    }
  }

  static func check(_ bytes: [UInt8]) {
    var source = ByteSource(bytes)
    let schema = RandomSchema(&source)
    let objects = RandomObjects(schema, &source)
    let entity = RandomSchema.entityNames[0]
    var writer = RandomCondition(schema, entity: entity, variable: "user", source)
    let format = writer.condition()
    guard let predicate = read(format) else { return }
    let variables = QueryVariables([("user", .object(objects.object(0, 0)))])
    let all = (0..<RandomObjects.count).map { objects.object(0, $0) }
    checkEngine(predicate, all, format)
    // With types, properties of an object among the variables have to be constants.
    let rest = checkPartialEvaluation(predicate, all, variables, format)
    checkTypes(rest, entity, schema, all, variables)
    checkSQL(rest, entity, schema)
  }

  /// Nil for a text that is not a condition.
  private static func read(_ format: String) -> QueryPredicate? {
    PredicateParser.predicate(format).tree
  }

  /// Binding gives an issue or a predicate. A predicate whose facts are total never fails. Its answers are those of the same
  /// predicate without types.
  private static func checkTypes(
    _ predicate: QueryPredicate, _ entity: String, _ schema: RandomSchema, _ objects: [RandomObject],
    _ variables: QueryVariables
  ) {
    let format = predicate.exactFormat
    let bound: BoundPredicate
    do throws(PredicateIssue) {
      bound = try Binder.bind(predicate, to: .entity(entity, RandomTypes(schema: schema)), variables: variables)
    } catch {
      require(!error.message.isEmpty && !error.code.isEmpty, "\(format): an issue without words")
      return
    }
    require(!bound.condition.description.isEmpty, "\(format): the core has no text")
    for object in objects {
      let outcome = Outcome { () throws(PredicateIssue) in
        try ReferenceEvaluator().evaluate(bound, object: .object(object))
      }
      if case .fails(let kind, let code) = outcome, bound.condition.facts.isTotal {
        fatalError("\(format)\n\(bound.condition)\nis total and fails with \(kind), \(code)")
      }
      let dynamic = answer(predicate, object, variables)
      if case .holds = outcome, case .holds = dynamic {
        let words = "\(dynamic) without types instead of \(outcome) for \(object.dictionary())"
        require(outcome == dynamic, "\(format)\n\(bound.condition)\n\(words)")
      }
    }
  }

  /// The rest of a predicate gives the answers of the predicate, and can be printed and read. If the predicate fails, the rest may have an answer:
  /// a comparison with a literal nil is decided without its other side.
  private static func checkPartialEvaluation(
    _ predicate: QueryPredicate, _ objects: [RandomObject], _ variables: QueryVariables, _ format: String
  ) -> QueryPredicate {
    let rest = predicate.partiallyEvaluated(variables: variables)
    let text = rest.exactFormat
    require(PredicateParser.predicate(text).tree == rest, "\(format)\nrest: \(text)\nreads as another predicate")
    for object in objects {
      let whole = answer(predicate, object, variables)
      guard case .holds = whole else { continue }
      let answer = answer(rest, object, variables)
      require(whole == answer, "\(format)\nrest: \(text)\n\(answer) instead of \(whole)")
    }
    return rest
  }

  private static func answer(
    _ predicate: QueryPredicate, _ object: RandomObject, _ variables: QueryVariables
  ) -> Outcome {
    Outcome { () throws(PredicateIssue) in
      try predicate.evaluateByReference(with: .object(object), variables: variables)
    }
  }

  /// The engine and the reference agree about values whose types are known only when the predicate runs.
  private static func checkEngine(_ predicate: QueryPredicate, _ objects: [RandomObject], _ format: String) {
    let values = objects.map { QueryValue.object($0) } + objects.map { $0.dictionary() }
    do throws(PredicateIssue) {
      let bound = try Binder.bind(predicate, to: .dynamic)
      let query = try BoundQuery<QueryValue>(predicate)
      for value in values {
        let expected = Outcome { () throws(PredicateIssue) in try ReferenceEvaluator().evaluate(bound, object: value) }
        let found = Outcome { () throws(PredicateIssue) in try query.matches(value) }
        require(found == expected, "\(format)\n\(bound.condition)\n\(found) instead of \(expected) for \(value)")
      }
    } catch {
      // A mistake that no value could mend.
    }
  }

  /// A condition over a database becomes SQL, or an issue.
  private static func checkSQL(_ predicate: QueryPredicate, _ entity: String, _ schema: RandomSchema) {
    do throws(PredicateIssue) {
      let model = schema.model
      let bound = try Binder.bind(predicate, to: .entity(entity, model))
      let statement = try SQLTranslator.sqlite(model).translate(bound)
      require(!statement.text.isEmpty, "\(predicate): no SQL")
    } catch {
      require(!error.message.isEmpty && !error.code.isEmpty, "\(predicate): an issue without words")
    }
  }
}
