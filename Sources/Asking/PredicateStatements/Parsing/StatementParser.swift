import PredicateModel
import PredicateSyntax

/// Reads one statement:
///
/// ```
/// statement = command | change | [ "count" ] ( [ entity ] [ "where" predicate ] { clause } | predicate { clause } | nothing )
/// clause    = "group" "by" column { "," column } | "having" predicate | "show" [ "distinct" ] column { "," column }
///           | "sort" "by" key { "," key } | "first" number "of" "each" expression { "," expression }
///           | "limit" number | "offset" number
/// key       = expression [ "[" options "]" ] [ "asc" | "ascending" | "desc" | "descending" ]
/// column    = expression [ "as" name ]
/// change    = "insert" entity [ values ] | "update" entity "set" values [ "where" predicate ] | "delete" entity [ "where" predicate ]
/// values    = name "=" value { "," name "=" value }
/// value     = expression | "(" entity "where" predicate ")"
/// ```
///
/// Words may be in upper or lower case. Clauses may be in any order, but each can occur only once. A semicolon at the end is allowed. A name begins
/// an entity statement if `where`, a clause or the end follows it, because no predicate continues like this. `Grammar/fetch.ebnf` and
/// `Grammar/change.ebnf` contain the whole grammar.
package struct StatementParser: Sendable {
  package let model: DataModel
  /// The entity for a predicate without an entity; nil if the model has no entities.
  package let currentEntity: String?
  /// A condition that is added to statements without an entity's name, because `.go` has reached some objects of the current entity; nil for all
  /// objects. No text contains it, so its ranges are empty.
  package let placeCondition: QueryPredicate?

  package init(model: DataModel, currentEntity: String?, placeCondition: QueryPredicate? = nil) {
    self.model = model
    self.currentEntity = currentEntity
    self.placeCondition = placeCondition
  }

  /// The statement for all objects of the current entity that meet ``placeCondition``; nil without a current entity.
  package var everything: QueryStatement? {
    currentEntity.map { name in
      var query = QueryStatement(name)
      query.placeCondition = placeCondition
      return query
    }
  }

  /// Parses a text from an offset on. Ranges count from the beginning of the text, so the argument of a command can be parsed in place.
  package func parse(_ text: String, from start: Int = 0) -> StatementTree {
    if !text.isEmpty { StatementCounts.current?.note(.parse) }
    var reading = StatementReading(self, text, from: start)
    let content = reading.content()
    return StatementTree(content: content, errors: reading.errors, end: reading.end)
  }

  /// The current entity; nil if the model does not have it.
  package var current: Entity? { currentEntity.flatMap { model.entity(named: $0) } }
}

extension StatementParser {
  /// Parses statements that are separated by semicolons. The ranges of each statement refer to the whole text. A semicolon inside of brackets or
  /// quotes does not separate statements.
  ///
  /// ```swift
  /// parser.parseSequence("delete Loan where note == nil; count Loan").count  // 2
  /// ```
  package func parseSequence(_ text: String, from start: Int = 0) -> [StatementTree] {
    let bytes = Array(text.utf8)
    return sequencePlaces(text, from: start).map { place in
      parse(String(decoding: bytes[..<place.upperBound], as: UTF8.self), from: place.lowerBound)
    }
  }

  /// The UTF-8 offsets of the statements that are separated by semicolons. Statements that consist only of spaces are left out.
  package func sequencePlaces(_ text: String, from start: Int = 0) -> [Range<Int>] {
    let bytes = Array(text.utf8)
    var places: [Range<Int>] = []
    var first = start
    var depth = 0
    func add(upTo end: Int) {
      if bytes[first..<end].allSatisfy(StatementText.isSpaceOrSemicolon) { return }
      places.append(first..<end)
    }
    for token in SourceToken.all(in: bytes, from: start) {
      switch token.text {
      case "(", "[", "{": depth += 1
      case ")", "]", "}": depth -= 1
      case ";" where depth <= 0:
        add(upTo: token.range.lowerBound)
        first = token.range.upperBound
      default: break
      }
    }
    add(upTo: bytes.count)
    return places
  }
}

/// Reads the arguments of `.let` and `.run`: `$name = VALUE` any number of times, separated by spaces or commas. With `takesWords`, `name = VALUE` is
/// also allowed.
package enum VariableAssignments {
  package struct Assignment {
    /// The name, without its dollar sign.
    package let name: String
    /// The range of the variable in the statement.
    package let range: SourceRange
    /// The value, before its evaluation.
    package let value: QueryExpression
  }

  /// The assignments in a command's argument, from an offset of its text on, in their order. Throws the issue of the first malformed assignment.
  ///
  /// - Parameter takesWords: Whether the dollar sign before a name may be missing.
  package static func read(_ call: CommandCall, from start: Int, takesWords: Bool = false) throws(PredicateIssue)
    -> [Assignment]
  {
    let text = String(decoding: Array(call.text.utf8).prefix(call.argumentRange.upperBound), as: UTF8.self)
    var tokens = StatementTokens(text, from: start)
    var found: [Assignment] = []
    while let variable = tokens.next {
      let name = variable.kind == .variable ? String(variable.text.dropFirst()) : takesWords ? variable.name ?? "" : ""
      guard !name.isEmpty, let sign = tokens.token(at: 1), ["=", ":="].contains(sign.text) else {
        throw .variableAssignment(found: variable.text, range: variable.place)
      }
      tokens.skip(to: sign.range.upperBound)
      guard let first = tokens.next, !first.isMark(",") else {
        let place = SourceRange(sign.range.upperBound, sign.range.upperBound)
        throw .variableAssignment(found: tokens.next?.text ?? "", range: place)
      }
      let (result, end) = PredicateParser.valuePrefix(of: text, from: tokens.offset)
      found.append(
        Assignment(name: name, range: variable.place, value: try result.get()))
      tokens.skip(to: end)
      _ = tokens.take(mark: ",")
    }
    return found
  }
}
