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

/// How some values of a column fit a type. NULL does not count.
package struct TypeEvidence: Sendable {
  /// How the column holds the type: the storage that was named, or the one that most values have.
  package let storage: AttributeStorage
  package let valueCount: Int
  /// The number of values that do not fit.
  package let misfitCount: Int
  /// The first three different values that do not fit.
  package let misfits: [StoredValue]
  /// Of dates in numbers: the earliest and the latest date from 1900 to 2200, and the values outside of these years; nil of everything else.
  package var dates: DateRange?

  /// What dates in numbers mean.
  package struct DateRange: Sendable, Equatable {
    /// Seconds since 2001; nil if all dates are far.
    package let range: ClosedRange<Double>?
    package let farCount: Int
    /// The first of the far values.
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

  /// Whether it has values, and none of them fits.
  package var isRefuted: Bool { valueCount > 0 && misfitCount == valueCount }
}

/// Two numbers of a database. They differ from earlier ones if another connection changed its schema or wrote to it.
package struct DatabaseVersion: Sendable, Hashable {
  /// Differs after each change of the schema.
  package let schema: Int64
  /// Differs after another connection wrote. Only numbers of one connection can be compared.
  package let data: Int64

  package init(schema: Int64, data: Int64) {
    self.schema = schema
    self.data = data
  }
}
