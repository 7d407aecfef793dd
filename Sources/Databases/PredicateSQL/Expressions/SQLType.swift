import PredicateValues

package enum SQLType: UInt8, Sendable {
  case condition
  case boolean
  case integer
  case double
  /// An integer or a double.
  case number
  case decimal
  case string
  case url
  case date
  case data
  case uuid
  /// The key of an object.
  case object
  /// A stored value of a column, of any class.
  case stored
  /// A value that contains its own type.
  case any
  /// A fixed word or a list in the text of a statement, which is not a value.
  case shape

  /// The SQL type of a type of the language; nil if each value has its own type.
  package init?(_ type: QueryType) {
    switch type {
    case .boolean: self = .boolean
    case .integer: self = .integer
    case .double: self = .double
    case .decimal: self = .decimal
    case .string: self = .string
    case .url: self = .url
    case .date: self = .date
    case .data: self = .data
    case .uuid: self = .uuid
    case .object(let entity) where !entity.isEmpty: self = .object
    case .any, .object, .collection, .dictionary: return nil
    }
  }

  package init(of constant: QueryValue) {
    self =
      switch constant {
      case .null, .array, .set, .dictionary: .any
      case .boolean: .boolean
      case .integer: .integer
      case .double: .double
      case .decimal: .decimal
      case .string: .string
      case .url: .url
      case .date: .date
      case .data: .data
      case .uuid: .uuid
      case .reference, .object: .object
      }
  }
}

extension SQLExpression.Node {
  /// The type of the node's value. A column has the type ``SQLType/stored``. NULL has the type ``SQLType/any``, and so does a function whose type
  /// depends on its arguments.
  package var type: SQLType {
    switch self {
    case .column: .stored
    case .stage, .null: .any
    case .allColumns, .name: .shape
    case .parameter(let constant): SQLType(of: constant)
    case .integer: .integer
    case .over(let call, _): call.type
    case .always, .not, .all, .any, .nullTest, .truthTest, .between, .inList, .inSelect, .inOrder, .exists:
      .condition
    case .binary(let op, let left, let right): op.type(left.type, right.type)
    case .negate(let child), .scalarOrder(let child), .unindexed(let child): child.type
    case .cast(_, let type): type
    case .scalar(let select): select.columns.first?.type ?? .any
    case .function(let function, let arguments): function.type ?? arguments.last?.type ?? .any
    case .choose(_, let first, let second): first.type(or: second)
    case .written: .any
    }
  }
}

extension SQLExpression {
  /// The common type of this value and another one. NULL has every type.
  fileprivate func type(or other: SQLExpression?) -> SQLType {
    guard let other, !other.isNullConstant else { return type }
    return isNullConstant || type == other.type ? other.type : .any
  }

  private var isNullConstant: Bool {
    if case .null = node { true } else { false }
  }
}

extension SQLBinaryOperator {
  fileprivate func type(_ left: SQLType, _ right: SQLType) -> SQLType {
    switch self {
    case .concatenate: .string
    case .add, .subtract, .multiply, .divide:
      left == .date || right == .date ? .date : left == .integer && right == .integer ? .integer : .double
    default: .condition
    }
  }
}
