import BenchData

/// The instances that records share.
struct World<Table> {
  let folders: [Folder<Table>]
  let friends: [Friend<Table>]

  /// 2,000 folders with up to 29 of 20,000 folders within each, and 5,000 friends.
  init(_ numbers: inout SeededNumbers) {
    let roots = (0..<50).map { _ in Folder<Table>(&numbers, parent: nil, next: nil, children: []) }
    var leaves: [Folder<Table>] = []
    for _ in 0..<20_000 { leaves.append(Folder(&numbers, parent: nil, next: nil, children: [])) }
    var folders: [Folder<Table>] = []
    for _ in 0..<2000 {
      let children = (0..<numbers.next(below: 30)).map { _ in numbers.pick(leaves) }
      let parent = numbers.optional(nilPercent: 20) { $0.pick(roots) }
      let next = numbers.optional(nilPercent: 20) { $0.pick(leaves) }
      folders.append(Folder(&numbers, parent: parent, next: next, children: children))
    }
    self.folders = folders
    friends = (0..<5000).map { _ in Friend(&numbers) }
  }
}
