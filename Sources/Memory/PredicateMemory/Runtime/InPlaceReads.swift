#if os(Linux) && canImport(Glibc) && _pointerBitWidth(_64) && _endian(little) && !Portable
  import Glibc

  // The functions of Swift's runtime that reflect types. No public declaration of the standard library calls them for a type alone.

  @_silgen_name("swift_getMetadataKind")
  private func runtimeMetadataKind(_ type: any Any.Type) -> UInt

  @_silgen_name("swift_reflectionMirror_recursiveCount")
  private func runtimeFieldCount(_ type: any Any.Type) -> Int

  @_silgen_name("swift_reflectionMirror_recursiveChildOffset")
  private func runtimeFieldOffset(_ type: any Any.Type, index: Int) -> Int

  @_silgen_name("swift_reflectionMirror_recursiveChildMetadata")
  private func runtimeFieldType(
    _ type: any Any.Type, index: Int, facts: UnsafeMutablePointer<FieldFacts>
  ) -> any Any.Type

  @_silgen_name("swift_EnumCaseName")
  private func runtimeCaseName<Value>(_ value: Value) -> UnsafePointer<CChar>?
#endif

/// Whether memory is read by layouts that the language does not guarantee. Only this type decides it.
///
/// In-place reads are compiled only for the platform that they are tested on: 64-bit Linux with glibc. With the package trait `Portable` they are
/// left out there too. Each layout is used only after samples have confirmed it. The README of this target lists the layouts.
package enum InPlaceReads {
  #if os(Linux) && canImport(Glibc) && _pointerBitWidth(_64) && _endian(little) && !Portable
    /// Whether layouts may be used. `OPENPREDICATE_RAW_READS=off` in the environment of the process turns them off. The setting is read once.
    package static let areOn: Bool = {
      guard let setting = getenv("OPENPREDICATE_RAW_READS") else { return true }
      return String(cString: setting) != "off"
    }()

    static func metadataKind(_ type: any Any.Type) -> UInt { runtimeMetadataKind(type) }
    static func fieldCount(_ type: any Any.Type) -> Int { runtimeFieldCount(type) }
    static func fieldOffset(_ type: any Any.Type, _ index: Int) -> Int { runtimeFieldOffset(type, index: index) }

    /// Whether it is known that no case of an enum has associated values.
    ///
    /// The metadata of a struct, enum or class has the type's description after its kind. The description of an enum has the number of such cases
    /// after five 32-bit words.
    package static func hasPlainCases(_ type: any Any.Type) -> Bool { countsCases && payloadCases(of: type) == 0 }

    private static let countsCases: Bool = {
      let samples: [any Any.Type] = [
        FloatingPointSign.self, Result<Int, any Error>.self, Int?.self, EncodingError.self,
      ]
      return areOn && samples.map(payloadCases) == [0, 2, 1, 1]
    }()

    private static func payloadCases(of type: any Any.Type) -> UInt32 {
      let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
      let description = metadata.load(fromByteOffset: 8, as: UnsafeRawPointer.self)
      return description.load(fromByteOffset: 20, as: UInt32.self) & 0xFF_FFFF
    }

    /// The name of the case of an enum value; nil for a value that is not an enum.
    package static func caseName<Value>(of value: Value) -> String? {
      runtimeCaseName(value).map { String(cString: $0) }
    }

    static func fieldType(_ type: any Any.Type, _ index: Int, _ facts: inout FieldFacts) -> any Any.Type {
      runtimeFieldType(type, index: index, facts: &facts)
    }
  #else
    /// Whether layouts may be used: false on this platform, or because of the trait `Portable`.
    package static var areOn: Bool { false }

    package static func hasPlainCases(_ type: any Any.Type) -> Bool { false }
    package static func caseName<Value>(of value: Value) -> String? { nil }
    static func metadataKind(_ type: any Any.Type) -> UInt { .max }
    static func fieldCount(_ type: any Any.Type) -> Int { 0 }
    static func fieldOffset(_ type: any Any.Type, _ index: Int) -> Int { 0 }
    static func fieldType(_ type: any Any.Type, _ index: Int, _ facts: inout FieldFacts) -> any Any.Type { Void.self }
  #endif
}

/// The facts that the runtime returns about a field.
struct FieldFacts {
  var name: UnsafePointer<CChar>?
  var freeName: (@convention(c) (UnsafePointer<CChar>?) -> Void)?
  var isStrong = false
  var isVariable = false
}
