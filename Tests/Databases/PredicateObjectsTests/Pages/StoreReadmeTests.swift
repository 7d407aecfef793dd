import Foundation
import PredicateObjects
import Testing

final class Customer: StoredObject {
  @Stored(isUnique: true) var name: String
  @ToMany(inverse: \.customer, deleteRule: .cascade) var orders: [Order]
}
final class Order: StoredObject {
  @Stored(condition: "SELF > 0") var quantity: Int
  @ToOne(isRequired: true) var customer: Customer?
}

/// The lines that the README shows for objects, unchanged: `ReadmeTests` looks for them here.
@Suite struct StoreReadmeTests {
  @Test func linesOfTheReadme() throws {
    let path = NSTemporaryDirectory() + "readme-\(UUID().uuidString).sqlite"
    defer { try? FileManager.default.removeItem(atPath: path) }

    let context = try ObjectContext(path: path, classes: [Customer.self, Order.self])
    let order = try context.insert(Order.self)
    order.quantity = 120
    order.customer = try context.insert(Customer.self)
    order.customer?.name = "Mira Tan"
    try context.save()
    let large = try context.fetch(Order.self, "quantity > 100", sortedBy: .descending("quantity"), "customer.name")

    #expect(large.map(\.id) == [order.id])
    #expect(large.first?.customer?.orders.first === order)
    // The file is there the second time.
    let again = try ObjectContext(path: path, classes: [Customer.self, Order.self])
    #expect(try again.fetch(Customer.self).map(\.name) == ["Mira Tan"])
    #expect(throws: StoreIssue.self) { try ObjectContext(path: path, classes: [Customer.self, Paper.self]) }
  }
}
