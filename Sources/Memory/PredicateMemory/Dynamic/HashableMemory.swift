import PredicateValues

/// Reads the value in an `AnyHashable` in place.
///
/// An `AnyHashable` is five words: three for a box, if it fits them, then the address of the metadata of the box's type, then a table of functions.
/// Each type has its own type of box. The boxes of these four types hold only the value. Samples identify each type of box. A type whose samples do
/// not read as described is copied by public functions.
public enum HashableMemory {
  /// The view of the value in an `AnyHashable`; nil for types without views.
  @inlinable @inline(__always)
  public static func view(_ hashable: UnsafeRawPointer) -> DynamicValue? {
    let boxes = boxes
    let type = hashable.load(fromByteOffset: 24, as: UInt.self)
    if type == boxes.string { return DynamicValue(.string, hashable) }
    if type == boxes.integer { return DynamicValue(.integer, hashable) }
    if type == boxes.double { return DynamicValue(double: hashable) }
    return type == boxes.boolean ? DynamicValue(.boolean, hashable) : nil
  }

  /// The types of the boxes. A type that the samples did not confirm has the number 1, which is not an address.
  @usableFromInline
  struct Boxes: Sendable {
    @usableFromInline var string: UInt = 1
    @usableFromInline var integer: UInt = 1
    @usableFromInline var double: UInt = 1
    @usableFromInline var boolean: UInt = 1
  }

  @usableFromInline static let boxes: Boxes = {
    var boxes = Boxes()
    guard AnyMemory.isTrusted, MemoryLayout<AnyHashable>.size == 40 else { return boxes }
    let others = [box(UInt(1)), box(Int32(1)), box(Float(1)), box(UInt8(1)), box("a" as Character), box([1])]
    func type<Value: Hashable & Sendable>(of samples: [Value]) -> UInt {
      guard let type = box(samples[0]), !others.contains(type), samples.allSatisfy({ box($0) == type }) else {
        return 1
      }
      return samples.allSatisfy(readsAlike) ? type : 1
    }
    boxes.string = type(of: ["", "small", "a string that is too long to be stored in place", "e\u{301}"])
    boxes.integer = type(of: [0, 1, -7, Int.max, Int.min])
    boxes.double = type(of: [0.5, 1, -1e300, .infinity])
    boxes.boolean = type(of: [true, false])
    if Set([boxes.string, boxes.integer, boxes.double, boxes.boolean]).count < 4 { return Boxes() }
    return boxes
  }()

  /// Whether values of all these types are read in place.
  public static var isTrusted: Bool { ![boxes.string, boxes.integer, boxes.double, boxes.boolean].contains(1) }

  private static func box<Value: Hashable & Sendable>(_ value: Value) -> UInt? {
    withHashable(value) { $0.load(fromByteOffset: 24, as: UInt.self) }
  }

  private static func readsAlike<Value: Hashable & Sendable>(_ value: Value) -> Bool {
    // Bits, which are the same for a copy.
    withHashable(value) { address in
      withUnsafeBytes(of: value) { $0.elementsEqual(UnsafeRawBufferPointer(start: address, count: $0.count)) }
    } ?? false
  }

  private static func withHashable<Value: Hashable & Sendable, Result>(
    _ value: Value, _ body: (UnsafeRawPointer) -> Result
  ) -> Result? {
    // The `AnyHashable` is in an array, because the optimizer may pass on the payload of a single one instead.
    let values = [AnyHashable(value)]
    return values.withUnsafeBufferPointer { buffer in UnsafeRawPointer(buffer.baseAddress).map(body) }
  }
}
