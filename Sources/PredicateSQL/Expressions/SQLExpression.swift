import PredicateModel
import PredicateValues

/// A piece of SQL as a tree: text is made of it once, at the end, with the brackets that precedence asks for.
///
/// Beside its form it carries what the translation has to know: whether it can be NULL, and whether it compares by another
/// collation than the scalars' order, what it costs and how deep it is.
struct SQLExpression: Sendable {
  /// The form.
  let node: Node
  /// Whether the value can be NULL. False only where that is certain.
  let mayBeNull: Bool
  /// Whether a comparison would go by a collation that is not BINARY, so that it has to state its own.
  let hasOwnCollation: Bool
  /// 0 for what reads columns, 1 for what calls a function of ours, 2 for what runs a statement of its own.
  let costClass: Int
  /// How many values stand inside one another: operands and arguments, not what statements and conditions are made of.
  let height: Int
  /// Where the value comes from.
  var origin: Origin

  /// Where a value comes from, as far as rewrites ask.
  indirect enum Origin: Sendable {
    case column(SQLColumnRead)
    case other
  }

  /// The column that the value is read from; nil where no index begins with one.
  var read: SQLColumnRead? { if case .column(let read) = origin { read } else { nil } }

  /// The forms.
  indirect enum Node: Sendable {
    /// A column of one of the sources in scope.
    case column(source: Int, String)
    /// A value that an earlier stage of the same expression gave: see ``SQLStages``.
    case stage(Int)
    /// All columns of one of the sources, in a list of columns.
    case allColumns(source: Int)
    /// A constant, bound and never part of the text.
    case parameter(QueryValue)
    /// A number that belongs to the shape of a statement: a place, a set of options.
    case integer(Int)
    /// A word that belongs to the shape of a statement, as text: the name of a function of the language.
    case name(String)
    case null
    /// A condition that is always true, or never.
    case always(Bool)
    case not(SQLExpression)
    case negate(SQLExpression)
    case binary(SQLBinaryOperator, SQLExpression, SQLExpression)
    case all([SQLExpression])
    case any([SQLExpression])
    case nullTest(SQLExpression, isNull: Bool)
    case truthTest(SQLExpression, isTrue: Bool)
    case between(SQLExpression, SQLExpression, SQLExpression)
    /// Membership in constants: written out, or bound as one value where there are many.
    case inList(SQLExpression, [QueryValue])
    case inSelect(SQLExpression, SQLSelect)
    /// Conditions that are evaluated in their order.
    case inOrder(SQLSequence)
    case exists(SQLSelect)
    case scalar(SQLSelect)
    case function(SQLFunction, [SQLExpression])
    /// `CASE WHEN … THEN … ELSE … END`; without the last part it ends in NULL.
    case choose(SQLExpression, then: SQLExpression, otherwise: SQLExpression?)
    /// Compared by scalars, whatever the column says.
    case binaryCollation(SQLExpression)
    /// Compared by bytes without the case of ASCII letters; see ``SQLDialect/caseCollation``.
    case caseCollation(SQLExpression)
    /// A column as a value that no index is asked for.
    case unindexed(SQLExpression)
    case cast(SQLExpression, StorageClass)
    /// `ROW_NUMBER() OVER (…)`: the place of a row, from 1, among those that are alike in some values, in an order.
    case rowNumber(among: [SQLExpression], order: [SQLOrder])
    /// Whether a stored value is of one of the classes.
    case isStored(SQLExpression, as: [StorageClass])
  }

  /// An expression. The builders beside this work out the two facts.
  init(_ node: Node, mayBeNull: Bool, hasOwnCollation: Bool = false, origin: Origin = .other) {
    self.node = node
    self.mayBeNull = mayBeNull
    self.hasOwnCollation = hasOwnCollation
    self.origin = origin
    self.costClass = node.costClass
    self.height = 1 + (node.operands.map(\.height).max() ?? 0)
  }
}
