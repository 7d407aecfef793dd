import PredicateBinding
import PredicateModel
import PredicateValues

/// Attributes: a column as a value of the type in the model.
extension SQLPlanner {
  /// A member's value. A value of another family is NULL, unless the schema proves that the column keeps its type.
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
    let entity = try entity(of: row)
    let isIndexed = indexes.begin(with: attribute.column, of: entity.table)
    // No origin is set for an unindexed column of a view, because its type may differ between the parts of the view.
    if isIndexed || !entity.isReadOnly {
      let isOfVariable = if case .variable = row { true } else { false }
      value.origin = .column(
        SQLColumnRead(
          attribute: attribute, table: entity.table, source: source, isOfVariable: isOfVariable, isIndexed: isIndexed))
    }
    return value
  }

  /// The attribute of a member.
  package func attribute(
    of row: CoreRow, _ member: Member, range: SourceRange
  ) throws(PredicateIssue) -> Attribute {
    let entity = try entity(of: row)
    guard let attribute = entity.attribute(named: member.name) else {
      throw .notInModel("\(entity.name).\(member.name)", range: range)
    }
    return attribute
  }

  /// Whether an attribute is nil. If possible the unconverted column is tested, also for types that SQL cannot compare.
  mutating func isMissing(
    _ row: CoreRow, _ member: Member, range: SourceRange
  ) throws(PredicateIssue) -> SQLExpression {
    if let window = try window(row, member, range: range) { return window.isNull }
    let attribute = try attribute(of: row, member, range: range)
    let column = SQLExpression.column(
      attribute.column, of: try source(of: row), type: lowering.type(ofColumn: attribute),
      mayBeNull: attribute.mayBeNil || row.isOptional)
    return lowering.isMissing(attribute, in: column)
  }
}
