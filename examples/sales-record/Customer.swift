import Foundation
import PredicateObjects

/// A customer. Deleting a customer deletes the products sold to them.
final class Customer: StoredObject {
  @Stored var name: String
  @Stored(isUnique: true) var email: String
  @ToMany(inverse: \.customer, deleteRule: .cascade) var products: [Product]

  /// What the customer paid.
  var total: Decimal { products.reduce(0) { $0 + $1.price * Decimal($1.quantity) } }
}
