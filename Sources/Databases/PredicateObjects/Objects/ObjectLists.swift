import PredicateModel

/// The loaded lists of an object, one for each relationship. No memory is allocated until a list is set.
struct ObjectLists {
  private var lists: [[StoredObject]?] = []
  /// The list of a relationship that was not loaded: nil. For a new object it is empty, because no object refers to it yet.
  private let initial: [StoredObject]?

  /// - Parameter areKnown: Whether lists that were not loaded are known to be empty.
  init(areKnown: Bool) { initial = areKnown ? [] : nil }

  /// Whether no list is loaded.
  var areForgotten: Bool { lists.isEmpty && initial == nil }

  /// The objects of all loaded lists.
  var all: [StoredObject] { lists.flatMap { $0 ?? [] } }

  /// The list of a relationship; nil if it is not loaded.
  subscript(index: Int) -> [StoredObject]? {
    get { index < lists.count ? lists[index] : initial }
    set {
      while lists.count <= index { lists.append(initial) }
      lists[index] = newValue
    }
  }
}

/// The order of the objects in the list of a to-many relationship.
///
/// Objects are sorted by their positions; those without a position are first. Objects with the same position, and all objects of a relationship
/// without an order, are sorted by key, with new ones last.
struct ListOrder {
  /// Returns the position of an object. Nil if only keys determine the order.
  let place: ((StoredObject) -> Int64?)?

  /// Whether an object precedes another one. False for an object and itself.
  func comes(_ object: StoredObject, before other: StoredObject) -> Bool {
    if let place {
      let (first, second) = (place(object), place(other))
      if first != second {
        guard let first, let second else { return first == nil }
        return first < second
      }
    }
    return object.comes(before: other)
  }
}

extension [StoredObject] {
  /// Whether an object is in a list that has this order. Logarithmic in the number of objects.
  func has(_ object: StoredObject, by order: ListOrder) -> Bool {
    let place = index(of: object, by: order)
    return place < count && self[place] === object
  }

  /// Inserts an object into a list that has this order, unless it is in the list already.
  mutating func insert(_ object: StoredObject, by order: ListOrder) {
    let place = index(of: object, by: order)
    if place < count, self[place] === object { return }
    insert(object, at: place)
  }

  /// Removes an object. If its key has changed since it was inserted, the whole list is searched.
  mutating func remove(_ object: StoredObject, by order: ListOrder) {
    let place = index(of: object, by: order)
    if place < count, self[place] === object {
      remove(at: place)
    } else {
      removeAll { $0 === object }
    }
  }

  /// The index of an object, or the index at which to insert it.
  private func index(of object: StoredObject, by order: ListOrder) -> Int {
    // Most objects are added at the end, so this case is tested first.
    guard let last, !order.comes(last, before: object) else { return count }
    return indices.partitionPoint { !order.comes(self[$0], before: object) }
  }
}

/// Numbers that keep objects in an order: the positions of an order column.
///
/// Adjacent numbers are far apart, so that inserting an object between two others changes only its own position.
enum ListPlaces {
  /// The distance between a new last object and the object before it.
  static let distance: Int64 = 1024

  /// The position for an object after the last one; nil if it would exceed the greatest integer.
  static func place(behind last: Int64?) -> Int64? {
    let (place, isTooGreat) = (last ?? 0).addingReportingOverflow(distance)
    return isTooGreat ? nil : place
  }

  /// Ascending positions for objects in their wanted order. As few objects as possible get another position than they have now.
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

  /// `count` positions between two positions; nil if there are not enough integers between them.
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

  /// The indexes of a longest strictly ascending subsequence of the positions.
  static func longestAscending(_ places: [Int64?]) -> [Int] {
    // For each length, the index of the least position with which an ascending subsequence of that length ends.
    var ends: [Int] = []
    var previous = Array(repeating: -1, count: places.count)
    for (position, place) in places.enumerated() {
      guard let place else { continue }
      let low = ends.indices.partitionPoint { places[ends[$0]].map { $0 >= place } ?? true }
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
