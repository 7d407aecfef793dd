import PredicateDatabases
import PredicateDocuments
import PredicateModel
import PredicateOutput
import PredicateSessions
import PredicateStatements
import PredicateSyntax
import PredicateValues

/// Replies with the most frequent values of each property among an answer's objects (facets). Each value has its count, and the statement that a
/// click runs: with the value's condition added, or removed if it is active.
struct FacetReply {
  let asked: AskedStatement
  private var edit: StatementEdit { StatementEdit(asked.query) }

  /// The greatest number of values of a property that are shown.
  private static let mostValues = 8
  /// The greatest number of different numbers for which a property is shown as a facet.
  private static let mostNumbers = 24
  private static let mostFacets = 12
  /// The most properties whose values are counted.
  private static let mostCounted = 24

  /// At most 12 facets. Those whose shown values cover the most objects are first. `left` names the properties that could not be counted in time.
  func all() throws -> JSONValue {
    var facets: [(covered: Double, reply: JSONValue)] = []
    var left: [String] = []
    var counts = OptionalWork()
    for (name, path, isNumber) in properties.prefix(Self.mostCounted) {
      if let facet = try counts.result({ try facet(name, path, isNumber: isNumber) }) ?? nil { facets.append(facet) }
      if counts.isLate { left.append(name) }
    }
    // The values of a useful facet cover many objects; those of names and addresses cover few.
    facets.sort { $0.covered > $1.covered }
    // Facets are of all objects that meet the condition.
    let bounds = asked.query.clauses.filter { [.first, .limit, .offset].contains($0.kind) }.map { clause in
      asked.text.utf8.text(at: clause.range).map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
        ?? ""
    }
    return .members([
      "facets": .array(facets.prefix(Self.mostFacets).map(\.reply)), "left": .texts(left),
      "bounds": .text(bounds.isEmpty ? nil : bounds.joined(separator: ", ")),
    ])
  }

  /// The properties that are counted: texts, booleans, numbers except keys, years of dates, and to-one relationships.
  private var properties: [(name: String, path: String, isNumber: Bool)] {
    guard let entity = asked.entity else { return [] }
    let attributes = entity.attributes.compactMap { attribute -> (name: String, path: String, isNumber: Bool)? in
      let path = QueryExpression.key(attribute.name).exactFormat
      return switch attribute.type {
      case .date: ("\(attribute.name).year", path + ".year", false)
      case .boolean: (attribute.name, path, false)
      case .string, .integer:
        entity.isPartOfKey(attribute) ? nil : (attribute.name, path, attribute.type == .integer)
      default: nil
      }
    }
    return attributes
      + entity.relationships.filter { $0.cardinality == .toOne }.map { relationship in
        (relationship.name, QueryExpression.key(relationship.name).exactFormat, false)
      }
  }

  private func facet(_ name: String, _ path: String, isNumber: Bool) throws -> (covered: Double, reply: JSONValue)? {
    let most = isNumber ? Self.mostNumbers : Self.mostValues
    guard var fetch = asked.database.query(edit.groups(by: path))?.fetch, let key = fetch.groupBy.first?.expression
    else { return nil }
    fetch.limit = most + 1
    let table = try asked.database.rows(of: fetch)
    // There is no facet if each value occurs only once, or if there is only one value and its condition is not active.
    guard let first = table.rows.first(where: { !$0[0].isNull }), !first[1].equals(.integer(1)),
      !isNumber || table.rows.count <= most
    else { return nil }
    let writer = ConditionText(asked.database.model, labels: try asked.database.labels(of: table.references))
    let texts = table.rows.map { writer.text(of: key, equals: $0[0]) }
    let active = texts.map(position)
    guard table.rows.count > 1 || active.contains(where: { $0 != nil }) else { return nil }
    let cells = try asked.shown(table)
    let shown = table.rows.indices.prefix(Self.mostValues)
    let covered = shown.reduce(0) { $0 + (table.rows[$1][1].number ?? 0) }
    let reply = JSONValue.members([
      "name": .string(CellText.escaped(name)),
      "more": .text(table.rows.count > shown.count ? edit.groups(by: path) : nil),
      "values": .array(
        shown.map { row in
          .members([
            "text": .text(cells[0].cells[row]?.shortened(to: WebLimits.cellScalars)),
            "count": .text(cells[1].cells[row]), "active": .boolean(active[row] != nil),
            "link": .string(
              active[row].map { edit.removing(conditionAt: $0) }
                ?? edit.adding(condition: texts[row])),
          ])
        }),
    ])
    return (covered, reply)
  }

  /// The index of a condition among the statement's conditions; nil if the statement does not have it.
  private func position(of text: String) -> Int? {
    guard let condition = PredicateParser.predicate(text).tree else { return nil }
    return edit.conditions.firstIndex(of: condition)
  }
}
