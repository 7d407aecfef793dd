import PredicateModel
import PredicateStatements
import PredicateSyntax

/// The possible destinations of `.go`: the rows of the last answer, the relationships of the current object, and entities.
struct WalkCandidates {
  let model: DataModel
  /// The entity of the object that was reached last; nil on a list.
  var here: String?
  /// The entity of the rows of the last answer; nil if they are not objects.
  var rowEntity: String?
  /// The columns of the last answer that show an object: their names with the object's entity.
  var columns: [(name: String, entity: String)] = []
  /// The number of rows on the screen.
  var rowCount = 0

  /// The greatest number of rows that are proposed. More would not help.
  private static let mostRows = 99

  /// The candidates for the name at the end of a text, and the beginning of that name.
  func candidates(_ bytes: [UInt8], from start: Int) -> (all: [CompletionCandidate], start: Int) {
    let tokens = SourceToken.all(in: bytes, from: start)
    guard let dot = bytes[start...].lastIndex(of: UInt8(ascii: ".")) else {
      if tokens.contains(where: { $0.isMark("[") }) { return ([], start) }
      let rows = (1...max(1, min(rowCount, Self.mostRows))).map { CompletionCandidate("\($0)", .value, suffix: "") }
      let entities = model.entities.filter { !$0.objectKey.isEmpty }.map {
        CompletionCandidate("\($0.name.asStatementName)[", .entity, suffix: "")
      }
      return (relationships(of: here) + (rowCount > 0 ? rows : []) + entities, start)
    }
    let path = tokens.filter { $0.range.upperBound <= dot && $0.entityName != nil }
    var names = path.compactMap(\.entityName)[...]
    let first = bytes[start]
    var entity: String? = here
    var extra: [CompletionCandidate] = []
    if (0x30...0x39).contains(first) {
      entity = rowEntity
      if let column = columns.first(where: { $0.name == names.first }) {
        entity = column.entity
        names.removeFirst()
      } else if names.isEmpty {
        extra = columns.map { CompletionCandidate($0.name.asStatementName, .relationship, suffix: "") }
      }
    } else if tokens.contains(where: { $0.isMark("[") }), let name = names.first {
      entity = model.entity(inOneOrMany: name)?.name
      // The values between the brackets are not part of the path.
      let close = tokens.last { $0.isMark("]") }?.range.upperBound ?? bytes.count
      names = path.filter { $0.range.lowerBound >= close }.compactMap(\.entityName)[...]
    }
    for name in names { entity = entity.flatMap { model.entity(named: $0)?.relationship(named: name)?.destination } }
    return (relationships(of: entity) + extra, dot + 1)
  }

  private func relationships(of entity: String?) -> [CompletionCandidate] {
    (entity.flatMap { model.entity(named: $0) }?.relationships ?? []).map {
      CompletionCandidate($0.name.asStatementName, .relationship, suffix: $0.cardinality == .toOne ? "" : " ")
    }
  }
}

extension ShellSession {
  /// The destinations of `.go` in the current state.
  var walkCandidates: WalkCandidates {
    var candidates = WalkCandidates(model: database.declaredModel, here: walk.object?.object.entity.name)
    guard let table = lastAnswer?.table, case .query(let query)? = lastSource else { return candidates }
    candidates.rowCount = table.rows.count
    let fetch = query.fetch
    if fetch.groupBy.isEmpty, !fetch.isDistinct { candidates.rowEntity = query.entity }
    for (place, name) in table.columns.enumerated() {
      if case .reference(let reference)? = table.rows.lazy.compactMap({ $0.indices.contains(place) ? $0[place] : nil })
        .first(where: { !$0.isNull })
      {
        candidates.columns.append((name, reference.entity))
      }
    }
    return candidates
  }
}
