/// A value that says where it lies.
protocol ExistentialSample {
  /// The address of the value itself, which a mutating function has without a copy.
  mutating func address() -> UnsafeRawPointer
}

extension ExistentialSample {
  mutating func address() -> UnsafeRawPointer { withUnsafeMutablePointer(to: &self) { UnsafeRawPointer($0) } }
}

/// A protocol of classes only.
protocol InstanceSample: AnyObject {}

/// The samples by which ``ExistentialMemory`` is checked.
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

  /// A struct that cannot be moved byte by byte, so that it lies in a box however small it is.
  private struct Weak: ExistentialSample {
    weak var instance: Instance?
  }

  private final class Body: ExistentialSample {
    func address() -> UnsafeRawPointer { UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque()) }
  }

  private class Instance: InstanceSample {}
  private final class Heir: Instance {}

  /// Whether existentials of both sorts lie as they should. The addresses are compared with those that the values say themselves before
  /// anything else is read there.
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
