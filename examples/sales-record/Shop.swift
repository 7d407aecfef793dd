import Foundation
import PredicateObjects

/// The shop: its products, its customers, its sales.
struct Shop {
  let context: ObjectContext

  /// Why a sale is refused.
  struct NotEnough: Error {
    let name: String
    let stock: Int
  }

  /// A shop without products, in memory.
  init() throws {
    context = try ObjectContext(classes: [Customer.self, Product.self, MasterProduct.self])
  }

  /// Another till of a shop: it has separate objects over the same database.
  init(tillOf shop: Shop) throws {
    context = try ObjectContext(shop.context.database, classes: [Customer.self, Product.self, MasterProduct.self])
  }

  func addProduct(_ name: String, price: Decimal, stock: Int) throws {
    try context.group {
      let product = try context.insert(MasterProduct.self)
      product.name = name
      product.price = price
      product.stock = stock
    }
  }

  func addCustomer(_ name: String, email: String) throws -> Customer {
    try context.group {
      let customer = try context.insert(Customer.self)
      customer.name = name
      customer.email = email
      return customer
    }
  }

  /// Sells an order: all of it or, if the stock of a product is too small, nothing. The stock falls in the same step of undoing.
  func sell(_ order: [(name: String, quantity: Int)], to customer: Customer) throws {
    try context.group {
      for (name, quantity) in order {
        guard let master = try context.fetch(MasterProduct.self, "name == \(name)").first, master.stock >= quantity
        else { throw NotEnough(name: name, stock: try stock(of: name)) }
        master.stock -= quantity
        let product = try context.insert(Product.self)
        product.quantity = quantity
        product.price = master.price
        product.master = master
        product.customer = customer
      }
    }
  }

  func stock(of name: String) throws -> Int {
    try context.fetch(MasterProduct.self, "name == \(name)").first?.stock ?? 0
  }

  /// Prints the stock of two products, and a customer's purchases.
  func report(_ step: String, _ customer: Customer) throws {
    let stock = try ["Copper kettle", "Cup, blue"].map { "\($0): \(try self.stock(of: $0))" }.joined(separator: ", ")
    print("\(step). \(stock). \(customer.name) bought \(customer.products.count) for \(customer.total)")
  }

  /// The products whose names have the typed text in them; all for no text.
  func search(_ typed: String) throws -> [MasterProduct] {
    try context.fetch(MasterProduct.self, "\(typed) == '' OR name CONTAINS[cd] \(typed)", sortedBy: "name")
  }
}
