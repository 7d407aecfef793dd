import Foundation
import PredicateObjects

/// The list of banks: adding, editing, tagging, deleting, searching.
struct BankList {
  let context: ObjectContext

  /// An empty list, in memory.
  init() throws {
    context = try ObjectContext(classes: [Bank.self, BankDetails.self, Tag.self])
  }

  /// Adds a bank with its details: one step of undoing.
  @discardableResult
  func add(_ name: String, city: String, state: String, zip: String, closedOn: Date) throws -> Bank {
    try context.group {
      let bank = try context.insert(Bank.self)
      bank.name = name
      bank.city = city
      bank.state = state
      let details = try context.insert(BankDetails.self)
      details.zip = zip
      details.closedOn = closedOn
      details.updatedOn = closedOn
      bank.details = details
      return bank
    }
  }

  /// Gives a bank a tag. A new tag is made for an unknown word.
  func tag(_ bank: Bank, _ word: String) throws {
    try context.group {
      let known = try context.fetch(Tag.self, "name == \(word)").first
      let tag = try known ?? context.insert(Tag.self)
      tag.name = word
      bank.details?.tags.append(tag)
    }
  }

  /// What a search finds, the last closing first.
  func banks(_ search: Search, _ text: String) throws -> [Bank] {
    try context.fetch(Bank.self, search.predicate(text), sortedBy: [.descending("details.closedOn"), "name"])
  }
}

extension [Bank] {
  /// How many of the banks were read from the database.
  var loadedCount: Int { filter(\.isLoaded).count }
}
