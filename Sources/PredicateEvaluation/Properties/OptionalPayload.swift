/// Reaches what optionals of one type wrap: where it lies, or a copy of it.
///
/// A copy of a struct counts the references in it, some 70 ns for three strings. So the payload is read in place where the language itself
/// says how far it lies from its optional: `withUnsafeMutablePointer(to: &optional!)` gives its address. The distance is taken from a copy
/// of the first value of each chunk.
@usableFromInline
struct OptionalPayload: Sendable {
  /// Whether the optional at an address is nil.
  private let isNil: @Sendable (UnsafeRawPointer) -> Bool
  /// How far what the optional at an address wraps lies from it; nil for nil, and where the compiler makes a copy to give an address.
  private let distance: @Sendable (UnsafeRawPointer) -> Int?
  /// Copies the payload of the optional at the first address, which is not nil, to the second one.
  private let copy: @Sendable (UnsafeRawPointer, UnsafeMutableRawPointer) -> Void
  private let storage: GatheredStorage

  @inlinable
  init<Wrapped>(_: Wrapped.Type) {
    self.init(
      Wrapped.self, isNil: { $0.assumingMemoryBound(to: Wrapped?.self).pointee == nil },
      distance: { Self.distance(in: $0.assumingMemoryBound(to: Wrapped?.self).pointee) },
      copy: { optional, destination in
        guard let payload = optional.assumingMemoryBound(to: Wrapped?.self).pointee else { return }
        destination.assumingMemoryBound(to: Wrapped.self).initialize(to: payload)
      })
  }

  /// How far what an optional wraps lies from it; nil for nil, and where the compiler makes a copy to give an address.
  @inlinable
  static func distance<Wrapped>(in optional: Wrapped?) -> Int? {
    var value = optional
    return withUnsafeMutablePointer(to: &value) { whole in
      if whole.pointee == nil { return nil }
      // swift-format-ignore: NeverForceUnwrap
      let payload = withUnsafeMutablePointer(to: &whole.pointee!) { UnsafeRawPointer($0) }
      let distance = payload - UnsafeRawPointer(whole)
      let greatest = MemoryLayout<Wrapped?>.size - MemoryLayout<Wrapped>.size
      return distance >= 0 && distance <= greatest ? distance : nil
    }
  }

  @usableFromInline
  init<Wrapped>(
    _ type: Wrapped.Type, isNil: @escaping @Sendable (UnsafeRawPointer) -> Bool,
    distance: @escaping @Sendable (UnsafeRawPointer) -> Int?,
    copy: @escaping @Sendable (UnsafeRawPointer, UnsafeMutableRawPointer) -> Void
  ) {
    self.isNil = isNil
    self.distance = distance
    self.copy = copy
    storage = GatheredStorage(of: type)
  }

  /// Lists where the payloads of the rows whose bit is set lie, and clears the bits of nils. Returns the copies, where it made some.
  func payloads(
    at offset: Int, of rows: Rows, _ count: Int, _ mask: MaskWords, _ list: UnsafeMutablePointer<UnsafeRawPointer>
  ) -> OwnedValue? {
    var first: UnsafeRawPointer?
    mask.forEachRow(count) { position in
      let place = rows[position] + offset
      if isNil(place) {
        mask.clear(position)
      } else {
        first = first ?? place
        list[position] = place
      }
    }
    guard let first else { return nil }
    if let distance = distance(first) {
      if distance > 0 { mask.forEachRow(count) { list[$0] += distance } }
      return nil
    }
    return storage.make(upTo: mask.matches(count)) { memory in
      var next = memory
      mask.forEachRow(count) { position in
        copy(list[position], next)
        list[position] = UnsafeRawPointer(next)
        next += storage.stride
      }
      return (next - memory) / storage.stride
    }
  }
}
