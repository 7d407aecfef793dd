import Testing

@testable import PredicateReference

/// The payload of an optional is read in place and not copied.
@Suite struct OptionalPayloadTests {
  private struct Pair: Equatable {
    var text: String
    var number: Int
  }

  private static let long = "A string that is too long to be stored in place."

  private static func check<Wrapped: Equatable>(
    _ optionals: [Wrapped?], _ location: SourceLocation = #_sourceLocation
  ) {
    optionals.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      var copies: [OwnedValue] = []
      for (index, optional) in optionals.enumerated() {
        let place = OptionalPayload(Wrapped.self).place(base + index * MemoryLayout<Wrapped?>.stride, &copies)
        let found = place?.assumingMemoryBound(to: Wrapped.self).pointee
        #expect(found == optional, "\(Wrapped.self) \(index)", sourceLocation: location)
      }
      #expect(copies.isEmpty, "\(Wrapped.self) is copied", sourceLocation: location)
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
