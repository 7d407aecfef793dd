/// The fields of structs, classes and tuples, including inherited ones, as the runtime's reflection lists them. A tuple element without a label is
/// named `.0`, `.1` ….
///
/// The standard library's `Mirror` needs a value and copies it. The runtime knows the offsets of fields, and which fields are weak or unowned.
package enum FieldTable {
  package struct Field {
    package let name: String
    package let type: any Any.Type
    /// The distance in bytes from the beginning of the struct or the instance.
    package let offset: Int
    /// Whether the field is neither weak nor unowned.
    package let isStrong: Bool
  }

  /// The fields of a type. Empty for a type that is not a struct, class or tuple, and if ``isTrusted`` is false.
  package static func fields(of type: any Any.Type) -> [Field] {
    isTrusted ? listed(type) : []
  }

  /// Whether the runtime describes sample types of known layout correctly. Otherwise property tables and `Mirror` are used to read types.
  package static let isTrusted: Bool =
    InPlaceReads.areOn && TypeKind.areNumbersKnown && describesClass && describes(ProbeStruct.self)
    && describes((small: UInt8, text: String, wide: Int?).self) && listed((Int, Int).self).map(\.name) == [".0", ".1"]

  private static func listed(_ type: any Any.Type) -> [Field] {
    switch TypeKind(of: type) {
    case .struct, .class, .tuple: break
    default: return []
    }
    return (0..<InPlaceReads.fieldCount(type)).map { index in
      var facts = FieldFacts()
      let fieldType = InPlaceReads.fieldType(type, index, &facts)
      defer { facts.freeName?(facts.name) }
      return Field(
        name: facts.name.map { String(cString: $0) } ?? "", type: fieldType,
        offset: InPlaceReads.fieldOffset(type, index), isStrong: facts.isStrong)
    }
  }

  /// Whether the fields of a sample class are described correctly. Their offsets follow from the sizes of the fields, after two words of header. The
  /// check reads only bytes at offsets that equal the computed ones, and compares them as bits.
  private static var describesClass: Bool {
    let fields = listed(Probe.self)
    guard fields.map(\.name) == ["small", "text", "strong", "weakly", "unownedly", "wide"],
      fields.map(\.isStrong) == [true, true, true, false, false, true],
      fields.map(\.offset) == [16, 24, 40, 48, 56, 64],
      fields[0].type == UInt8.self, fields[1].type == String.self, fields[2].type == Probe?.self,
      fields[5].type == Int?.self
    else { return false }
    let probe = Probe()
    return withExtendedLifetime(probe) {
      let base = UnsafeRawPointer(Unmanaged.passUnretained(probe).toOpaque())
      let text = withUnsafeBytes(of: probe.text) { Array($0) }
      return base.load(fromByteOffset: 16, as: UInt8.self) == probe.small
        && UnsafeRawBufferPointer(start: base + 24, count: 16).elementsEqual(text)
        && base.load(fromByteOffset: 64, as: Int.self) == probe.wide
    }
  }

  /// Whether the offsets of a sample struct, or of a tuple with the same fields, equal those of the public `MemoryLayout`.
  private static func describes(_ type: any Any.Type) -> Bool {
    let fields = listed(type)
    return fields.map(\.name) == ["small", "text", "wide"] && fields.allSatisfy(\.isStrong)
      && fields.map(\.offset)
        == [\ProbeStruct.small, \ProbeStruct.text, \ProbeStruct.wide].map(MemoryLayout<ProbeStruct>.offset)
      && fields.map { ObjectIdentifier($0.type) }
        == [ObjectIdentifier(UInt8.self), ObjectIdentifier(String.self), ObjectIdentifier(Int?.self)]
  }

  private class ProbeBase {
    var small: UInt8 = 0xA5
    var text = "A string that is too long to be stored in place."
  }

  private final class Probe: ProbeBase {
    var strong: Probe?
    weak var weakly: Probe?
    unowned var unownedly: Probe?
    var wide: Int? = 0x1234_5678
  }

  private struct ProbeStruct {
    var small: UInt8
    var text: String
    var wide: Int?
  }
}

extension TypeKind {
  /// Whether sample types of every kind have the numbers that ``init(of:)`` uses.
  fileprivate static var areNumbersKnown: Bool {
    let samples: [(any Any.Type, TypeKind)] = [
      (Int.self, .struct), (String.self, .struct), (Bool?.self, .enum), (FloatingPointSign.self, .enum),
      ((Int, Int).self, .tuple), ((() -> Void).self, .function), (Any.self, .existential),
      ((any Sequence).self, .existential), (Int.Type.self, .other),
    ]
    return samples.allSatisfy { TypeKind(of: $0) == $1 }
  }
}

/// The kind of a type, from the runtime's metadata.
package enum TypeKind {
  case `struct`
  case `class`
  case `enum`
  case tuple
  case function
  /// `Any`, `any P`.
  case existential
  /// Metatypes, and types of the runtime itself.
  case other
  /// The kind is not known: in-place reads are off, and the name of the type does not show it.
  case unknown

  /// The kind of a type. An actor counts as a class.
  package init(of type: any Any.Type) {
    if type is AnyClass {
      self = .class
    } else if !InPlaceReads.areOn {
      // Names of types that begin with a parenthesis or `@` are those of tuples, `(Int, String)`, and of functions, `@Sendable (Int) -> Int`.
      let name = String(describing: type)
      let mayBeEither = name.hasPrefix("(") || name.hasPrefix("@")
      self = !mayBeEither ? .unknown : name.contains(" -> ") ? .function : .tuple
    } else {
      // The numbers are from swift/ABI/MetadataKind.def. They are part of the stable ABI of Apple's platforms.
      switch InPlaceReads.metadataKind(type) {
      case 0x200: self = .struct
      case 0x201, 0x202: self = .enum
      case 0x301: self = .tuple
      case 0x302: self = .function
      case 0x303: self = .existential
      default: self = .other
      }
    }
  }
}
