import PredicateValues

/// Reads what an `AnyHashable` holds where it lies.
///
/// An `AnyHashable` is three words for a box that fits them, behind these the address of the metadata of the box's type, of which there
/// is one a type, and a table of functions. The boxes of these types hold nothing but the value. Each is known by a sample; a type
/// whose samples do not read as described is copied the public way.
public enum HashableMemory {
  /// The view of what an `AnyHashable` holds; nil for types that have no view of their own.
  @inlinable @inline(__always)
  public static func view(_ hashable: UnsafeRawPointer) -> DynamicValue? {
    let boxes = boxes
    let type = hashable.load(fromByteOffset: 24, as: UInt.self)
    if type == boxes.string { return DynamicValue(.string, hashable) }
    if type == boxes.integer { return DynamicValue(.integer, hashable) }
    if type == boxes.double { return DynamicValue(double: hashable) }
    return type == boxes.boolean ? DynamicValue(.boolean, hashable) : nil
  }

  /// The types of the boxes; 1, which is no address, for a type that cannot be told.
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

  /// Whether values of all these types are read where they lie.
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
    // In an array: of a single one the optimizer may hand over what is inside.
    let values = [AnyHashable(value)]
    return values.withUnsafeBufferPointer { buffer in UnsafeRawPointer(buffer.baseAddress).map(body) }
  }
}
