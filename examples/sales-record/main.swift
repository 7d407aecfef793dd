// The sales of a shop. A sale lowers the stock in the same step, and is refused if the stock is too small. `swift run sales-record` prints what
// README.md shows.
import Foundation
import PredicateObjects

let shop = try Shop()
try shop.addProduct("Café filter", price: 4.5, stock: 200)
try shop.addProduct("Copper kettle", price: 59, stock: 3)
try shop.addProduct("Cup, blue", price: 9.25, stock: 40)
try shop.addProduct("Tea caddy", price: 17.5, stock: 12)
let mira = try shop.addCustomer("Mira Tan", email: "mira@example.com")
let jonas = try shop.addCustomer("Jonas Ek", email: "jonas@example.com")
try shop.context.save()

// Searching while a text is typed: one fetch for each letter.
for typed in ["", "c", "ca", "caf", "cafe"] {
  print("“\(typed)”: \(try shop.search(typed).map(\.name).joined(separator: ", "))")
}

// A sale, and the same order once more.
let order = [(name: "Cup, blue", quantity: 6), (name: "Copper kettle", quantity: 2)]
try shop.sell(order, to: mira)
try shop.report("Sold", mira)
do {
  try shop.sell(order, to: mira)
} catch let refusal as Shop.NotEnough {
  // The cups of the refused order are back in stock.
  try shop.report("Refused, \(refusal.name): \(refusal.stock) left", mira)
}

// Undoing takes the sale back, with its stock.
shop.context.undo()
try shop.report("Undone", mira)
shop.context.redo()
try shop.report("Redone", mira)
try shop.context.save()

// Two tills with the same stock: the one that saves last gets an error.
let till = try Shop(tillOf: shop)
if let same = try till.context.object(for: jonas.id) as? Customer { try till.sell([("Copper kettle", 1)], to: same) }
try shop.sell([("Copper kettle", 1)], to: jonas)
try shop.context.save()
do {
  try till.context.save()
} catch let failure as SaveFailure {
  print("The other till is refused: \(failure.problems[0].code)")
}
till.context.rollback()
print("It reads again: kettles \(try till.stock(of: "Copper kettle"))")

// A sold product stays in the shop's list; deleting a customer deletes the products sold to them.
for product in try shop.search("kettle") { try shop.context.delete(product) }
do {
  try shop.context.save()
} catch let failure as SaveFailure {
  print("Not deleted: \(failure.problems[0].code)")
  shop.context.undo()
}
try shop.context.delete(mira)
try shop.context.save()
print(
  "Without Mira: \(try shop.context.count(Product.self)) product sold, to \(jonas.products[0].customer?.name ?? "")")
