import PredicateBinding
import PredicateMemory
import PredicateReference
import PredicateValues

/// The elements of one or more nested collections that a condition admits.
struct RowRange: Sendable {
  /// Takes an element, and returns whether it wants more.
  typealias Body = (inout RowCursor) throws(PredicateIssue) -> Bool
  /// Sets the variable of a step to one element after the other.
  struct Source: Sendable {
    private let run: @Sendable (inout RowCursor, Body) throws(PredicateIssue) -> End

    init(_ run: @escaping @Sendable (inout RowCursor, Body) throws(PredicateIssue) -> End) { self.run = run }

    @inline(__always)
    func callAsFunction(_ cursor: inout RowCursor, _ body: Body) throws(PredicateIssue) -> End {
      try run(&cursor, body)
    }
  }

  /// How going through a collection ended.
  enum End {
    case isNil
    case done
    /// The body wanted no more.
    case stopped
  }

  let sources: [Source]
  /// Nil if all elements are admitted.
  let filter: RowTest?

  /// Calls `body` with each element until it returns false. Returns false if the range is nil.
  @inline(__always)
  func forEach(_ cursor: inout RowCursor, _ body: Body) throws(PredicateIssue) -> Bool {
    try walk(0, &cursor, body) != .isNil
  }

  private func walk(_ depth: Int, _ cursor: inout RowCursor, _ body: Body) throws(PredicateIssue) -> End {
    if depth + 1 < sources.count {
      return try sources[depth](&cursor) { (cursor: inout RowCursor) throws(PredicateIssue) in
        try walk(depth + 1, &cursor, body) != .stopped
      }
    }
    guard let filter else { return try sources[depth](&cursor, body) }
    return try sources[depth](&cursor) { (cursor: inout RowCursor) throws(PredicateIssue) in
      try filter(&cursor) ? try body(&cursor) : true
    }
  }

  /// Whether there is an element.
  func exists(_ cursor: inout RowCursor) throws(PredicateIssue) -> Bool {
    var isFound = false
    _ = try forEach(&cursor) { (_: inout RowCursor) throws(PredicateIssue) in
      isFound = true
      return false
    }
    return isFound
  }

  /// The number of elements; nil if the range is nil.
  func count(_ cursor: inout RowCursor) throws(PredicateIssue) -> Int64? {
    var count: Int64 = 0
    let isThere = try forEach(&cursor) { (_: inout RowCursor) throws(PredicateIssue) in
      count += 1
      return true
    }
    return isThere ? count : nil
  }

  /// A value of each element; nil if the range is nil.
  func values(_ cursor: inout RowCursor, _ each: RowValue) throws(PredicateIssue) -> [QueryValue]? {
    var values: [QueryValue] = []
    let isThere = try forEach(&cursor) { (cursor: inout RowCursor) throws(PredicateIssue) in
      // An element may be a copy that is gone after this call.
      values.append(try each(&cursor).owned)
      return true
    }
    return isThere ? values : nil
  }
}

extension RowRange {
  /// The elements of an array where they are stored. The elements of an array of references are the instances.
  static func array(_ path: RowPath, _ elements: ElementPath, _ variable: Int, areInstances: Bool) -> Source {
    Source { (cursor, body) throws(PredicateIssue) in
      var owners: [OwnedValue] = []
      guard let owner = path.row(in: cursor, &owners),
        let (first, count) = elements.places(of: owner)
      else { return .isNil }
      // Client code may replace the array.
      if cursor.pinsObjects, let storage = ArrayMemory.storage(owner + elements.offset) {
        owners.append(OwnedValue(storage))
      }
      defer { withExtendedLifetime(owners) {} }
      try cursor.visit(count)
      var place = first
      for _ in 0..<count {
        cursor.places[variable] = areInstances ? place.load(as: UnsafeRawPointer.self) : place
        if try !body(&cursor) { return .stopped }
        place += elements.stride
      }
      return .done
    }
  }

  /// The elements of a collection by its public functions.
  static func collection(_ place: ValuePlace, _ access: TypeAccess, _ variable: Int, areInstances: Bool) -> Source? {
    guard let count = access.count, let visit = access.visit else { return nil }
    let path = place.path
    let offset = place.offset
    return Source { (cursor, body) throws(PredicateIssue) in
      var owners: [OwnedValue] = []
      defer { withExtendedLifetime(owners) {} }
      guard let owner = path.row(in: cursor, &owners), let count = count(owner + offset) else {
        return .isNil
      }
      try cursor.visit(count)
      var end = Result<End, PredicateIssue>.success(.done)
      visit(owner + offset) { element in
        cursor.places[variable] = areInstances ? element.load(as: UnsafeRawPointer.self) : element
        do throws(PredicateIssue) {
          if try body(&cursor) { return true }
          end = .success(.stopped)
        } catch {
          end = .failure(error)
        }
        return false
      }
      return try end.get()
    }
  }

  /// The elements of a value of the language.
  static func values(
    _ collection: RowValue, _ variable: Int, isRelationship: Bool, at place: SourceRange
  ) -> Source {
    Source { (cursor, body) throws(PredicateIssue) in
      let value = try collection(&cursor)
      let found: [QueryValue]? =
        if isRelationship, case .dictionary(let dictionary) = value { dictionary.values } else {
          try cursor.evaluator.rangeElements(of: value, at: place)
        }
      guard let found else { return .isNil }
      try cursor.visit(found.count)
      for element in found {
        let isMore = try withUnsafePointer(to: element) { (address) throws(PredicateIssue) in
          cursor.places[variable] = UnsafeRawPointer(address)
          return try body(&cursor)
        }
        if !isMore { return .stopped }
      }
      return .done
    }
  }

  /// The elements of a value of unknown type.
  static func dynamic(
    _ collection: RowLoad<DynamicValue>, _ variable: Int, _ reading: BindingOptions.Reading, at place: SourceRange
  ) -> Source {
    Source { (cursor, body) throws(PredicateIssue) in
      guard let value = try collection(&cursor) else { return .isNil }
      guard let found = try value.elements(reading, cursor.evaluator, at: place) else { return .isNil }
      try cursor.visit(found.count)
      for element in found {
        let isMore = try withUnsafePointer(to: element) { (address) throws(PredicateIssue) in
          cursor.places[variable] = UnsafeRawPointer(address)
          return try body(&cursor)
        }
        if !isMore { return .stopped }
      }
      return .done
    }
  }
}
