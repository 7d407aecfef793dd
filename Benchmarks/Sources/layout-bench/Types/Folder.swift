import BenchData

/// A class whose instances refer to one another.
final class Folder<Table> {
  let name: String
  let size: Int
  let comment: String?
  let parent: Folder?
  let next: Folder?
  let children: [Folder]

  /// A folder out of numbers that look random.
  init(_ numbers: inout SeededNumbers, parent: Folder?, next: Folder?, children: [Folder]) {
    name = Samples.title(&numbers)
    size = numbers.next(below: 10_000)
    comment = numbers.optional(nilPercent: 40, Samples.title)
    self.parent = parent
    self.next = next
    self.children = children
  }
}
