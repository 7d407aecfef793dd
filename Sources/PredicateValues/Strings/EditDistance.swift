/// How far a name is from another, for suggestions.
package enum EditDistance {
  /// The names that differ from one by little enough to be meant, nearest first: at most three, and none beyond a third
  /// of the length.
  package static func nearest(to name: String, among candidates: [String]) -> [String] {
    let wanted = key(name)
    guard wanted.count <= 100 else { return [] }
    let limit = max(1, wanted.count / 3)
    let near = candidates.compactMap { candidate -> (distance: Int, name: String)? in
      let distance = between(wanted, key(candidate))
      return distance <= limit ? (distance, candidate) : nil
    }
    return near.sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }.prefix(3).map(\.name)
  }

  private static func key(_ name: String) -> [UInt8] { StringFolding(.caseInsensitive).foldedBytes(of: name) }

  /// How many bytes must be inserted, deleted, replaced, or exchanged with their neighbour.
  static func between(_ a: [UInt8], _ b: [UInt8]) -> Int {
    if a.isEmpty || b.isEmpty { return max(a.count, b.count) }
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in 1...a.count {
      var row = [i]
      for j in 1...b.count {
        var cost = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1))
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] { cost = min(cost, beforeLast[j - 2] + 1) }
        row.append(cost)
      }
      beforeLast = last
      last = row
    }
    return last[b.count]
  }
}
