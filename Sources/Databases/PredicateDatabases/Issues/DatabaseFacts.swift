import PredicateModel
import PredicateValues

/// An attribute whose column is declared as texts or whole numbers, and whose values look like dates, booleans or JSON.
///
/// ```swift
/// for each in database.suggestions { database = try database.retyped(each.attribute, of: each.entity, to: each.type) }
/// ```
public struct TypeSuggestion: Sendable, Hashable {
  /// The entity's name.
  public let entity: String
  /// The attribute's name.
  public let attribute: String
  /// The type of the column's declaration.
  public let declared: QueryType
  /// The type that the values suggest; any for JSON.
  public let type: QueryType

  package init(entity: String, attribute: String, declared: QueryType, type: QueryType) {
    self.entity = entity
    self.attribute = attribute
    self.declared = declared
    self.type = type
  }
}

/// How well some values of a column fit a type. NULL does not count.
package struct TypeEvidence: Sendable {
  /// The storage in which the column would store the type: the given one, or the one that most values have.
  package let storage: AttributeStorage
  package let valueCount: Int
  /// The number of values that do not fit.
  package let misfitCount: Int
  /// The first three different values that do not fit.
  package let misfits: [StoredValue]
  /// For dates stored as numbers, the range of the plausible dates. Nil for any other type.
  package var dates: DateRange?
  /// Another storage that is possible for dates as numbers, and the dates that the numbers mean in it; nil for any other column.
  package var other: (storage: AttributeStorage, dates: DateRange)?

  /// The dates that numbers mean in a storage. Dates from 1900 to 2200 are plausible.
  package struct DateRange: Sendable, Equatable {
    /// The earliest and the latest plausible date in seconds since 2001; nil if all dates are implausible.
    package let range: ClosedRange<Double>?
    package let farCount: Int
    /// The first value whose date is implausible.
    package let far: StoredValue?

    package init(_ range: ClosedRange<Double>?, farCount: Int, far: StoredValue?) {
      (self.range, self.farCount, self.far) = (range, farCount, far)
    }
  }

  package init(storage: AttributeStorage, valueCount: Int, misfitCount: Int, misfits: [StoredValue]) {
    self.storage = storage
    self.valueCount = valueCount
    self.misfitCount = misfitCount
    self.misfits = misfits
  }

  /// Whether the column has values, and none of them fits the type.
  package var isRefuted: Bool { valueCount > 0 && misfitCount == valueCount }
}

/// Two numbers that change when another connection changes the schema or writes.
package struct DatabaseVersion: Sendable, Hashable {
  /// Changes with each change of the schema.
  package let schema: Int64
  /// Changes when another connection writes. Only numbers of one connection can be compared.
  package let data: Int64

  package init(schema: Int64, data: Int64) {
    self.schema = schema
    self.data = data
  }
}

/// A column that a table fills in a new row without a value from a statement.
package struct FilledColumn: Sendable {
  package enum Content: Sendable {
    /// The table computes the column from other columns, and accepts no value.
    case computed
    /// The column has this default. It is the same for all rows of an import, like a constant or the time.
    case value(StoredValue)
  }

  /// The exact name of the column.
  package let column: String
  package let content: Content

  package init(_ column: String, _ content: Content) { (self.column, self.content) = (column, content) }
}
