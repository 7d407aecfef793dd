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
/// Words are read in any case, clauses in any order, each once; a semicolon at the end is allowed. A name begins an entity statement when the end,
/// `where` or a clause follows it: no predicate continues so. `Grammar/fetch.ebnf` and `Grammar/change.ebnf` are the whole grammar.
package struct StatementParser: Sendable {
  package let model: DataModel
  /// The entity that a bare predicate is about; nil if the model has no entities.
  package let currentEntity: String?
  /// Which objects of the current entity a statement without an entity's name is about; nil for all. It has no places in a text.
  package let placeCondition: QueryPredicate?

  package init(model: DataModel, currentEntity: String?, placeCondition: QueryPredicate? = nil) {
    self.model = model
    self.currentEntity = currentEntity
    self.placeCondition = placeCondition
  }

  /// The statement about all objects that a statement without an entity's name is about; nil without a current entity.
  package var everything: QueryStatement? {
    currentEntity.map { name in
      var query = QueryStatement(name)
      query.placeCondition = placeCondition
      return query
    }
  }

  /// Reads a text from an offset, so that an argument of a command keeps its place.
  package func parse(_ text: String, from start: Int = 0) -> StatementTree {
    if !text.isEmpty { StatementCounts.current?.note(.parse) }
    var reading = StatementReading(self, text, from: start)
    let content = reading.content()
    return StatementTree(content: content, errors: reading.errors, end: reading.end)
  }

  /// The current entity, if the model has it.
  package var current: Entity? { currentEntity.flatMap { model.entity(named: $0) } }
}

extension StatementParser {
  /// Reads statements with semicolons between them, each with its places in the text. A semicolon inside of brackets or quotes separates
  /// nothing.
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

  /// The UTF-8 offsets of the statements with semicolons between them, without those of spaces alone.
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
