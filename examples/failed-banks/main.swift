// A list of banks that were closed: details one to one, tags many to many, eleven searches, a list that loads as it is read.
// `swift run failed-banks` prints what README.md shows.
import Foundation
import PredicateObjects

let list = try BankList()
try list.addClosedBanks()

// Adding and editing. The details come along: they are saved with the bank.
let lantern = try list.add(
  "Lantern Bank", city: "Salem", state: "OR", zip: "97301", closedOn: Date("2024-09-20", strategy: day))
try list.context.save()
lantern.name = "Lantern Savings Bank"
lantern.details?.zip = "97303"
lantern.details?.updatedOn = try Date("2024-10-01", strategy: day)
print("Edited: \(list.context.changedObjects.map(\.id))")
try list.context.save()
print("Saved: \(lantern.name), \(lantern.details?.zip ?? ""), \(lantern.details?.updatedOn.formatted(day) ?? "")")

// Tags: each end of the relationship knows the other one.
try list.tag(lantern, "rural")
for bank in try list.context.fetch(Bank.self, "state == 'MN'", sortedBy: "name") { try list.tag(bank, "rural") }
try list.tag(lantern, "family-owned")
try list.context.save()
let rural = try list.context.fetch(Tag.self, "name == 'rural'").first
print("rural:", (rural?.banks.compactMap { $0.bank?.name } ?? []).joined(separator: ", "))

// The eleven searches.
let examples: [(Search, String)] = [
  (.nameContains, "Valley"), (.stateIs, "OR"), (.nameBegins, "First"), (.nameEnds, "Savings Bank"),
  (.nameLike, "*o?d*"), (.nameMatches, ".*(Trust|National).*"), (.zip, "97303"), (.closedAfter, "2023-12-31"),
  (.tagged, ""), (.nameAndCity, "bank:salem"), (.anyCase, "LARK"),
]
for (search, text) in examples {
  let found = try list.banks(search, text)
  print("\(search) “\(text)”: \(found.map(\.name).joined(separator: ", "))")
}

// A list on the screen, in sections by state. It follows the changes of the banks, and reports which rows to insert, move, delete and redraw.
let shown: ObservedResults<Bank> = try list.context.observe(Bank.self, sortedBy: "state", "name", sectionedBy: "state")
print("Shown: \(shown.objects.count) in \(shown.sections.count) sections")
lantern.state = "WY"
try list.add("Arch Bank", city: "Salem", state: "OR", zip: "97301", closedOn: Date("2024-09-20", strategy: day))
if let changes = try shown.update() {
  for place in changes.inserts {
    print("  insert \(shown.objects[place.index].name) as row \(place.item + 1) of its section")
  }
  for move in changes.moves {
    print("  move \(shown.objects[move.to.index].name) from section \(move.from.section + 1) to \(move.to.section + 1)")
  }
  print("  new sections: \(changes.insertedSections.map { $0 + 1 }), rows to draw anew: \(changes.updates.count)")
}
list.context.undo()
if let changes = try shown.update() { print("  undone: delete \(changes.deletes.count) row") }
list.context.undo()
try list.context.save()

// Deleting a bank deletes its details; the tags stay, without it.
try list.context.delete(lantern)
try list.context.save()
print("Deleted. Banks: \(try list.context.count(Bank.self)), details: \(try list.context.count(BankDetails.self))")
print("Tags:", try list.context.fetch(Tag.self, sortedBy: "name").map { "\($0.name) \($0.banks.count)" })

// A long list: rows are read 20 at a time, when the first of them is needed. Another context has read none yet.
let other = try ObjectContext(list.context.database, classes: [Bank.self, BankDetails.self, Tag.self])
let banks = try other.fetch(Bank.self, sortedBy: .descending("details.closedOn"), batchSize: 20)
print("Found \(banks.count), read \(banks.loadedCount)")
for bank in banks.prefix(3) { print("  \(bank.details?.closedOn.formatted(day) ?? "") \(bank.name), \(bank.state)") }
print("Read \(banks.loadedCount)")
print("The first to close was \(banks.last?.name ?? "none"); read \(banks.loadedCount)")
