import PredicateBinding
import PredicateModel
import PredicateValues

/// Attributes: a column as the value that the model says it is.
extension SQLPlanner {
  /// A member's value. Where the schema does not prove that the column keeps its type, a value of another family is NULL.
  package mutating func attribute(
    _ row: CoreRow, _ member: Member, range: SourceRange
  ) throws(PredicateIssue) -> SQLExpression {
    let attribute = try attribute(of: row, member, range: range)
    let source = try source(of: row)
    let type = lowering.type(ofColumn: attribute)
    let column = SQLExpression.column(
      attribute.column, of: source, type: type, mayBeNull: attribute.isOptional || row.isOptional,
      hasOwnCollation: type == .string && !lowering.comparesByScalars(attribute))
    var value = lowering.value(of: attribute, in: column)
    let table = try entity(of: row).table
    if indexes.begin(with: attribute.column, of: table) {
      let isOfVariable = if case .variable = row { true } else { false }
      let read = SQLColumnRead(attribute: attribute, table: table, source: source, isOfVariable: isOfVariable)
      value.origin = .column(read)
    }
    return value
  }

  /// The attribute that a member is.
  package func attribute(
    of row: CoreRow, _ member: Member, range: SourceRange
  ) throws(PredicateIssue) -> Attribute {
    let entity = try entity(of: row)
    guard let attribute = entity.attribute(named: member.name) else {
      throw .notInModel("\(entity.name).\(member.name)", range: range)
    }
    return attribute
  }

  /// Whether an attribute is nil: told by the column alone where it can be, for types too that SQL cannot compare.
  mutating func isMissing(
    _ row: CoreRow, _ member: Member, range: SourceRange
  ) throws(PredicateIssue) -> SQLExpression {
    let attribute = try attribute(of: row, member, range: range)
    let column = SQLExpression.column(
      attribute.column, of: try source(of: row), type: lowering.type(ofColumn: attribute),
      mayBeNull: attribute.mayBeNil || row.isOptional)
    return lowering.isMissing(attribute, in: column)
  }
}
