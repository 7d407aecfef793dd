import PredicateBinding
import PredicateValues

/// How the elements of a collection are bound and read.
struct ElementReader<Element>: Sendable {
  let reader: any ValueReader
  /// What the binder is told of the elements.
  let root: RootType

  /// Throws kind `type` for elements that are no values of the language: functions, tuples, enums without raw values.
  ///
  /// - Parameter readsTablesOnly: Whether a struct or class needs a declared table.
  init(readsTablesOnly: Bool) throws(PredicateIssue) {
    guard let reader = ValueReaders.reader(of: Element.self) else { throw .unreadableElements(Element.self) }
    switch reader.kind {
    case .toOne(let type):
      if let fault = ShapeRegistry.shape(of: type).tableFault { throw .unreadableElements(because: fault) }
      // The evaluated object of a bound predicate is never nil: one that may be missing is in a box.
      let object: any Any.Type = reader.isOptional ? Element.self : type
      self.reader = reader.isOptional ? StructReader(type: Element.self) : reader
      if readsTablesOnly, !(type is any QueryableProperties.Type) {
        throw .policyNeedsTable(ShapeRegistry.name(of: type))
      }
      root = .entity(ShapeRegistry.name(of: object), SwiftTypeSource(readsTablesOnly: readsTablesOnly))
      return
    case .attribute(.any), .attribute(.dictionary):
      if readsTablesOnly { throw .policyNeedsTable(String(describing: Element.self)) }
      root = .dynamic
    case .attribute(let type):
      root = .value(type)
    case .toMany:
      // Nor is it a collection of objects.
      if readsTablesOnly { throw .policyNeedsTable(String(describing: Element.self)) }
      root = .dynamic
    }
    self.reader = reader
  }

  /// What a value is for each element. NaN is nil. The values are copies: they may outlive the elements.
  func values(
    of bound: BoundExpression, for elements: [Element], limits: PredicateLimits
  ) throws(PredicateIssue) -> [QueryValue] {
    let plan = QueryPlan(
      bound, reader: reader, element: Element.self, stride: MemoryLayout<Element>.stride, limits: limits)
    return try elements.withUnsafeBufferPointer { (buffer) throws(PredicateIssue) in
      var values: [QueryValue] = []
      guard let base = buffer.baseAddress else { return values }
      values.reserveCapacity(buffer.count)
      let run = QueryRun(plan)
      let size = run.chunkSize
      for first in Swift.stride(from: 0, to: buffer.count, by: size) {
        // What a run gives may lie in what it frees when it is done.
        try run.values(of: base + first, count: min(size, buffer.count - first)) {
          values.append($0.owned.withoutNaN)
        }
      }
      return values
    }
  }

  /// The element as a value, which must not outlive the element.
  func value(at element: UnsafePointer<Element>) -> QueryValue {
    reader.value(at: element, owner: nil)
  }
}

extension PredicateIssue {
  /// What a predicate cannot be asked of.
  static func unreadableElements(_ type: any Any.Type) -> PredicateIssue {
    unreadableElements(
      because: TypeReflection.whyUnreadable(type),
      hint: "values, structs, instances of classes, dictionaries and enums with raw values can be filtered")
  }

  /// What a predicate cannot be asked of, for a reason that stands behind a colon.
  static func unreadableElements(because reason: String, hint: String? = nil) -> PredicateIssue {
    PredicateIssue(
      kind: .type, code: "unreadable-elements", message: "the elements cannot be read: \(reason)", hint: hint)
  }
}
