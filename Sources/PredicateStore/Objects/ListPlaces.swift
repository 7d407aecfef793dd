/// Numbers that keep objects in an order: their places.
///
/// Neighbours are far apart, so that an object that comes between two others changes no place but its own.
enum ListPlaces {
  /// How far a new last object stands behind the one before it.
  static let distance: Int64 = 1024

  /// The place behind a last one; nil where there is no greater number.
  static func place(behind last: Int64?) -> Int64? {
    let (place, isTooGreat) = (last ?? 0).addingReportingOverflow(distance)
    return isTooGreat ? nil : place
  }

  /// Ascending places for objects in the order that they shall have. As few as possible differ from the places that the objects have.
  ///
  ///     ListPlaces.ascending([1024, 3072, 2048, nil])  // [1024, 1536, 2048, 3072]
  ///
  /// Takes n log n steps for n objects.
  static func ascending(_ places: [Int64?]) -> [Int64] {
    let kept = longestAscending(places)
    var result: [Int64] = []
    result.reserveCapacity(places.count)
    var start = 0
    var previous: Int64?
    for end in kept + [places.count] {
      let next = end < places.count ? places[end] : nil
      guard let between = between(previous, next, count: end - start) else { return numbered(places.count) }
      result += between
      if let next { result.append(next) }
      previous = next ?? previous
      start = end + 1
    }
    return result
  }

  private static func numbered(_ count: Int) -> [Int64] { (0..<count).map { (Int64($0) + 1) * distance } }

  /// So many places behind one and before another; nil where there is no room.
  private static func between(_ low: Int64?, _ high: Int64?, count: Int) -> [Int64]? {
    let steps = Int64(count)
    if steps == 0 { return [] }
    let (reach, isTooMany) = distance.multipliedReportingOverflow(by: steps)
    if isTooMany { return nil }
    guard let high else {
      let (_, isTooGreat) = (low ?? 0).addingReportingOverflow(reach)
      return isTooGreat ? nil : (1...steps).map { (low ?? 0) + $0 * distance }
    }
    guard let low else {
      let (first, isTooSmall) = high.subtractingReportingOverflow(reach)
      return isTooSmall ? nil : (0..<steps).map { first + $0 * distance }
    }
    let (room, isTooWide) = high.subtractingReportingOverflow(low)
    let width = isTooWide ? Int64.max : room
    let step = width / (steps + 1)
    return step < 1 ? nil : (1...steps).map { low + $0 * step }
  }

  /// The positions of a longest strictly ascending part of the places.
  static func longestAscending(_ places: [Int64?]) -> [Int] {
    // For each length the position of the least place that ends an ascending part of that length.
    var ends: [Int] = []
    var previous = Array(repeating: -1, count: places.count)
    for (position, place) in places.enumerated() {
      guard let place else { continue }
      var low = 0
      var high = ends.count
      while low < high {
        let middle = (low + high) / 2
        if let end = places[ends[middle]], end < place { low = middle + 1 } else { high = middle }
      }
      if low > 0 { previous[position] = ends[low - 1] }
      if low == ends.count { ends.append(position) } else { ends[low] = position }
    }
    var found: [Int] = []
    var position = ends.last ?? -1
    while position >= 0 {
      found.append(position)
      position = previous[position]
    }
    return found.reversed()
  }
}
