import PredicateModel
import PredicateSyntax

extension ChangeStatement {
  /// The canonical text of the statement: its words in small letters, its conditions and values in their exact form. Reading it gives the
  /// same statement.
  ///
  /// `UPDATE movie SET year=year+1 WHERE id=3` is `update Movie set year = year + 1 where id == 3`.
  package var canonicalText: String {
    let name = EntityFetch.name(entity, isEntity: true)
    let values = assignments.map { assignment in
      "\(EntityFetch.name(assignment.member, isEntity: false)) = \(assignment.value.exactText)"
    }.joined(separator: ", ")
    let condition = predicate.map { " where \($0.exactFormat)" } ?? ""
    switch verb {
    case .insert: return "insert \(name)\(values.isEmpty ? "" : " " + values)"
    case .update: return "update \(name) set \(values)\(condition)"
    case .delete: return "delete \(name)\(condition)"
    }
  }
}

extension ChangeAssignment.Value {
  /// The value as statements write it.
  package var exactText: String {
    switch self {
    case .expression(let expression): expression.exactFormat
    case .selection(let entity, let predicate):
      "(\(EntityFetch.name(entity, isEntity: true)) where \(predicate.exactFormat))"
    }
  }
}
