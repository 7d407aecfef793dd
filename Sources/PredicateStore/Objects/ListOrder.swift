import PredicateModel

/// The order in which the objects of a to-many relationship stand in a list.
///
/// Objects stand by their places, those without one first. Objects of the same place, and all objects of a relationship without an order,
/// stand by key, new ones behind.
struct ListOrder {
  /// The place of an object; nil for the order of the keys alone.
  let place: ((StoredObject) -> Int64?)?

  /// Whether an object stands before another one. False for an object and itself.
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
  /// Whether an object stands in a list of that order. Logarithmic in the number of objects.
  func has(_ object: StoredObject, by order: ListOrder) -> Bool {
    let place = index(of: object, by: order)
    return place < count && self[place] === object
  }

  /// Puts an object into a list of that order; nothing happens where it stands there.
  mutating func insert(_ object: StoredObject, by order: ListOrder) {
    let place = index(of: object, by: order)
    if place < count, self[place] === object { return }
    insert(object, at: place)
  }

  /// Takes an object out. Where its key has changed since it came in, it is looked for everywhere.
  mutating func remove(_ object: StoredObject, by order: ListOrder) {
    let place = index(of: object, by: order)
    if place < count, self[place] === object {
      remove(at: place)
    } else {
      removeAll { $0 === object }
    }
  }

  /// Where an object stands, or would stand.
  private func index(of object: StoredObject, by order: ListOrder) -> Int {
    // Most objects come behind all others.
    guard let last, !order.comes(last, before: object) else { return count }
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if order.comes(self[middle], before: object) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
