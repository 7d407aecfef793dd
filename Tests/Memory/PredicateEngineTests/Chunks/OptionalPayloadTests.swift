import Testing

@testable import PredicateEngine
@testable import PredicateReference

/// The payload of an optional is read in place, without a copy.
@Suite struct OptionalPayloadTests {
  private struct Pair: Equatable {
    var text: String
    var number: Int
  }

  private static let long = "A string that is too long to be stored in place."

  private static func check<Wrapped: Equatable>(
    _ optionals: [Wrapped?], _ location: SourceLocation = #_sourceLocation
  ) {
    let list = UnsafeMutablePointer<UnsafeRawPointer>.allocate(capacity: optionals.count)
    let mask = MaskWords.allocate(capacity: 1)
    defer {
      list.deallocate()
      mask.deallocate()
    }
    mask.initialize(to: RowMask.valid(0, optionals.count))
    optionals.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      let rows = Rows.direct(base, stride: MemoryLayout<Wrapped?>.stride)
      let copies = OptionalPayload(Wrapped.self).payloads(at: 0, of: rows, optionals.count, mask, list)
      #expect(copies == nil, "\(Wrapped.self) is copied", sourceLocation: location)
      for (index, optional) in optionals.enumerated() {
        #expect(mask.has(index) == (optional != nil), "\(Wrapped.self) \(index)", sourceLocation: location)
        if optional == nil { continue }
        let found = list[index].assumingMemoryBound(to: Wrapped.self).pointee
        #expect(found == optional, "\(Wrapped.self) \(index)", sourceLocation: location)
      }
    }
  }

  @Test func payloadsAreReadWhereTheyLie() {
    Self.check([nil, Pair(text: Self.long, number: 1), nil, Pair(text: "a", number: -1)])
    Self.check([1, nil, Int.max])
    Self.check([UInt8(0), nil, 255])
    Self.check([Self.long, "", nil])
    Self.check([[1, 2], nil, []])
    Self.check([true, false, nil])
    Self.check([Pair(text: "", number: 0) as Pair?, nil] as [Pair??])
    Self.check([nil, nil] as [Pair?])
  }
}
