import PredicateValues

/// A view of a collection is a collection, with the base's indexes.
extension LazyQuerySequence: LazyCollectionProtocol, Collection where Base: Collection {
  /// The base's.
  public typealias Index = Base.Index

  /// The first match, which is looked for anew each time.
  @inlinable
  public var startIndex: Index { match(from: base.startIndex) }

  /// Behind the last element of the base.
  public var endIndex: Index { base.endIndex }

  /// The element at an index.
  @inlinable
  public subscript(position: Index) -> Base.Element { base[position] }

  /// The next match.
  ///
  /// - Complexity: linear in the elements between the two. Iterating looks at elements together, and is faster.
  @inlinable
  public func index(after index: Index) -> Index { match(from: base.index(after: index)) }

  /// The next match.
  @inlinable
  public func formIndex(after index: inout Index) { index = self.index(after: index) }

  /// How many elements the query holds of.
  ///
  /// - Complexity: linear in the elements of the base.
  @inlinable
  public var count: Int {
    var iterator = makeIterator()
    var count = 0
    if iterator.others != nil {
      while iterator.nextOfOthers() != nil { count &+= 1 }
    } else {
      while iterator.ask() { count &+= iterator.bits.nonzeroBitCount }
    }
    return count
  }

  /// Found by iterating once: counting before would ask about each element twice.
  @inlinable
  public func _copyToContiguousArray() -> ContiguousArray<Base.Element> {
    var result: ContiguousArray<Base.Element> = []
    var iterator = makeIterator()
    while let element = iterator.next() { result.append(element) }
    return result
  }

  /// The first match that is not before an index of the base.
  @inlinable
  func match(from index: Index) -> Index {
    let run = query.take()
    defer { query.give(run) }
    if Self.isContiguous(base) {
      var iterator = Iterator(base, run, from: base.distance(from: base.startIndex, to: index))
      guard let place = iterator.nextPlace() else { return base.endIndex }
      return base.index(base.startIndex, offsetBy: place)
    }
    var index = index
    while index != base.endIndex, !TotalQuery.holds(run, base[index]) { base.formIndex(after: &index) }
    return index
  }
}

extension LazyQuerySequence: BidirectionalCollection where Base: BidirectionalCollection {
  /// The match before. Going back, elements are asked about one by one.
  public func index(before index: Index) -> Index {
    let run = query.take()
    defer { query.give(run) }
    var index = index
    repeat {
      base.formIndex(before: &index)
    } while !TotalQuery.holds(run, base[index])
    return index
  }
}
