import GRDB
import PredicateModel
import PredicateValues

/// The rows of one entity.
struct GraphTable: Sendable {
  /// Where a member's values are.
  enum Member {
    /// The position of an attribute.
    case attribute(Int)
    /// The position of a relationship.
    case relationship(Int)
    /// The integer that names the row, where it is none of the attributes.
    case key
  }

  /// A relationship of all rows.
  struct Link {
    let cardinality: Relationship.Cardinality
    /// The position of the entity at the other end.
    let destination: Int
    /// For each row the rows at the other end, ascending, which is by key.
    var rows: [[Int]]
  }

  let entity: Entity
  /// The values of the attributes, row by row.
  var rows: [[QueryValue]] = []
  /// The integers that name the rows; nil where rows cannot be named.
  var references: [Int64?] = []
  /// The rows by those integers.
  var rowsByReference: [Int64: Int] = [:]
  /// The relationships, in the entity's order.
  var links: [Link] = []
  /// Why the rows or the links could not be read; nil where they were.
  var failure: DatabaseError?

  /// Looks a member up by the scalars of its name.
  func member(named name: String) -> Member? {
    if let index = entity.attributes.firstIndex(where: { $0.name.hasSameScalars(as: name) }) {
      return .attribute(index)
    }
    if let index = entity.relationships.firstIndex(where: { $0.name.hasSameScalars(as: name) }) {
      return .relationship(index)
    }
    if let index = entity.attributes.firstIndex(where: { $0.column.hasSameScalars(as: name) }) {
      return .attribute(index)
    }
    return entity.hiddenKey?.name.hasSameScalars(as: name) == true ? .key : nil
  }
}
