/// Reads the value in an `any P` in place.
///
/// An existential that may hold a struct is three words, the address of the type's metadata, and a word for each protocol with requirements.
/// A value that does not fit the three words is in a box, after the two words of the box's header. The type's value witnesses record
/// which types need a box. An existential of classes only begins with the instance. An instance begins with the address of its class's metadata.
public struct ExistentialMemory: Sendable {
  /// The type and the place of the value in an existential.
  public struct Contents {
    /// The static type of the value when it was stored. For an instance it may be a superclass of the instance's class.
    public let type: any Any.Type
    /// The first byte of a struct, or the instance of a class.
    public let address: UnsafeRawPointer

    init(_ type: any Any.Type, _ address: UnsafeRawPointer) {
      self.type = type
      self.address = address
    }
  }

  private let holdsInstances: Bool

  /// Nil for types that are not existentials, for those with a special layout (`any Error`), and without in-place reads.
  public init?(_ type: any Any.Type) {
    guard Self.isTrusted else { return nil }
    self.init(trusting: type)
  }

  private init?(trusting type: any Any.Type) {
    guard case .existential = TypeKind(of: type) else { return nil }
    let flags = unsafeBitCast(type, to: UnsafeRawPointer.self).load(fromByteOffset: 8, as: UInt32.self)
    if flags & Self.specialProtocols != 0 { return nil }
    holdsInstances = flags & Self.mayHoldStructs == 0
  }

  private static let mayHoldStructs: UInt32 = 0x8000_0000
  private static let specialProtocols: UInt32 = 0x3F00_0000

  /// The value in the existential at an address.
  public func contents(_ existential: UnsafeRawPointer) -> Contents {
    if holdsInstances {
      let instance = existential.load(as: UnsafeRawPointer.self)
      return Contents(Self.type(instance.load(as: UnsafeRawPointer.self)), instance)
    }
    let type = existential.load(fromByteOffset: 24, as: UnsafeRawPointer.self)
    let kind = type.load(as: UInt.self)
    // A number above those of all kinds is an address, which only classes have there.
    if kind == 0 || kind > 0x7FF { return Contents(Self.type(type), existential.load(as: UnsafeRawPointer.self)) }
    let witnesses = (type - MemoryLayout<UnsafeRawPointer>.size).load(as: UnsafeRawPointer.self)
    let flags = witnesses.load(fromByteOffset: 80, as: UInt32.self)
    let isBoxed = flags & 0x2_0000 != 0
    let alignmentMask = Int(flags & 0xFF)
    if !isBoxed { return Contents(Self.type(type), existential) }
    let box = existential.load(as: UnsafeRawPointer.self)
    return Contents(Self.type(type), box + ((16 + alignmentMask) & ~alignmentMask))
  }

  private static func type(_ metadata: UnsafeRawPointer) -> any Any.Type { unsafeBitCast(metadata, to: Any.Type.self) }

  /// Whether samples have the described layout.
  private static let isTrusted: Bool = {
    guard InPlaceReads.areOn, let structs = ExistentialMemory(trusting: (any ExistentialSample).self),
      let instances = ExistentialMemory(trusting: (any InstanceSample).self), !structs.holdsInstances,
      instances.holdsInstances, ExistentialMemory(trusting: (any Error).self) == nil,
      ExistentialMemory(trusting: Int.self) == nil
    else { return false }
    return ExistentialSamples.lie(as: structs, instances)
  }()
}

/// A value that knows its own address.
protocol ExistentialSample {
  /// The address of the value itself, which a mutating function has without a copy.
  mutating func address() -> UnsafeRawPointer
}

extension ExistentialSample {
  mutating func address() -> UnsafeRawPointer { withUnsafeMutablePointer(to: &self) { UnsafeRawPointer($0) } }
}

/// A protocol of classes only.
protocol InstanceSample: AnyObject {}

/// The samples that check ``ExistentialMemory``.
enum ExistentialSamples {
  private struct Word: ExistentialSample {
    var number = 7
  }

  private struct Three: ExistentialSample {
    var text = "a text that is too long to be stored in place"
    var number = 3
  }

  private struct Four: ExistentialSample {
    var text = "short"
    var numbers = (1.5, 2)
  }

  private struct Aligned: ExistentialSample {
    var numbers = SIMD8<Double>(repeating: 2)
  }

  /// A struct that cannot be moved byte by byte, so that it is in a box although it is small.
  private struct Weak: ExistentialSample {
    weak var instance: Instance?
  }

  private final class Body: ExistentialSample {
    func address() -> UnsafeRawPointer { UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque()) }
  }

  private class Instance: InstanceSample {}
  private final class Heir: Instance {}

  /// Whether existentials of both sorts have the described layout. The addresses are compared with those that the values return themselves, before any
  /// other memory is read.
  static func lie(as structs: ExistentialMemory, _ instances: ExistentialMemory) -> Bool {
    let heir = Heir()
    var values: [any ExistentialSample] = [Word(), Three(), Four(), Aligned(), Weak(instance: heir), Body()]
    let stride = MemoryLayout<any ExistentialSample>.stride
    guard stride == 40, MemoryLayout<any InstanceSample>.stride == 16 else { return false }
    for index in values.indices {
      let address = values[index].address()
      let type: any Any.Type = Swift.type(of: values[index])
      let isRight = values.withUnsafeBytes { bytes in
        bytes.baseAddress.map { base in
          let existential = base + index * stride
          guard existential.load(fromByteOffset: 24, as: UnsafeRawPointer.self) == metadata(type) else { return false }
          let contents = structs.contents(existential)
          return contents.address == address && contents.type == type
        } ?? false
      }
      if !isRight { return false }
    }
    let objects: [any InstanceSample] = [heir, Instance()]
    return objects.withUnsafeBytes { bytes in
      objects.indices.allSatisfy { index in
        let instance = UnsafeRawPointer(Unmanaged.passUnretained(objects[index] as AnyObject).toOpaque())
        return bytes.load(fromByteOffset: index * 16, as: UnsafeRawPointer.self) == instance
          && instance.load(as: UnsafeRawPointer.self) == metadata(Swift.type(of: objects[index]))
      }
    }
  }

  private static func metadata(_ type: any Any.Type) -> UnsafeRawPointer {
    unsafeBitCast(type, to: UnsafeRawPointer.self)
  }
}
