import Foundation
import PredicateObjects

/// What the shop has. A product that was sold cannot be deleted.
final class MasterProduct: StoredObject {
  @Stored(isUnique: true) var name: String
  @Stored var price: Decimal
  @Stored(default: 0, condition: "SELF >= 0") var stock: Int
  @ToMany(inverse: \.master, deleteRule: .deny) var sales: [Product]
}
