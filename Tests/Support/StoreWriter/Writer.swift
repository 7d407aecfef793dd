import Foundation
import PredicateObjects

/// Writes the objects of a file, while other processes write, too, or until the process is killed.
struct Writer {
  static let classes: [StoredObject.Type] = [Cell.self, Entry.self, Mark.self]
  static let mostEntries = 20

  private let context: ObjectContext
  /// The object in the second file; nil for a writer of one file.
  private let page: Page?

  /// A writer of two files: the objects in one of them, and a page in the other.
  init(_ path: String, pages: String) throws {
    let stores = [StorePart(path: path, classes: Self.classes), StorePart(path: pages, classes: [Page.self])]
    context = try Self.patiently { try ObjectContext(stores: stores) }
    page = try context.fetch(Page.self).first ?? context.insert(Page.self)
  }

  init(_ path: String, conflicts: ConflictPolicy = .fail) throws {
    page = nil
    // The file name's ending determines the kind of the store.
    let kind = StoreKind(rawValue: URL(fileURLWithPath: path).pathExtension) ?? .sqlite
    context = try Self.patiently {
      try ObjectContext(path: path, kind: kind, classes: Self.classes, conflicts: conflicts)
    }
  }

  /// Tries the work again whenever another process has held the write lock for more than a second.
  private static func patiently<Result>(_ work: () throws -> Result) throws -> Result {
    while true {
      do { return try work() } catch let issue as DatabaseIssue where issue.kind == .locked {}
    }
  }

  /// Creates eight cells and four marks.
  func begin() throws {
    for _ in 0..<8 { _ = try context.insert(Cell.self) }
    for name in ["a", "b", "c", "d"] { try context.insert(Mark.self).name = name }
    try context.save()
  }

  /// Saves in an endless loop. Each save sets all cells to the next number, inserts an entry with the number, and deletes an old entry. The number is
  /// printed after the save.
  func writeForever() throws {
    let cells = try context.fetch(Cell.self, sortedBy: "id")
    let marks = try context.fetch(Mark.self, sortedBy: "id")
    guard let first = cells.first else { return }
    while true {
      let number = first.number + 1
      for cell in cells { cell.number = number }
      page?.number = number
      let entry = try context.insert(Entry.self)
      entry.number = number
      entry.cell = cells[number % cells.count]
      entry.marks = [marks[number % marks.count], marks[(number + 1) % marks.count]]
      for old in try context.fetch(Entry.self, "number <= \(number - Self.mostEntries)") { try context.delete(old) }
      try context.save()
      FileHandle.standardOutput.write(Data("\(number)\n".utf8))
    }
  }

  /// Adds one to a number of the first cell, `times` times. Changes that another process has saved are read before each addition.
  func add(_ times: Int, to path: ReferenceWritableKeyPath<Cell, Int>) throws {
    for _ in 0..<times {
      while true {
        let cells = try Self.patiently { try context.fetch(Cell.self, sortedBy: "id", limit: 1) }
        guard let cell = cells.first else { return }
        cell[keyPath: path] += 1
        do {
          try Self.patiently { try context.save() }
          break
        } catch let failure as SaveFailure where failure.problems.allSatisfy({ $0.kind == .conflict }) {
          context.rollback()
        }
      }
    }
  }
}
