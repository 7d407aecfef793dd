import Foundation
import PredicateObjects

/// A product sold to a customer, at the price of that day.
final class Product: StoredObject {
  @Stored(condition: "SELF > 0") var quantity: Int
  @Stored var price: Decimal
  @ToOne(isRequired: true) var customer: Customer?
  @ToOne(isRequired: true) var master: MasterProduct?
}
