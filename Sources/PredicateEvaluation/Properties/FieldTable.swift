/// The fields of classes, as the runtime's reflection lists them, inherited ones included.
///
/// The standard library's own interface to it does not say whether a field is weak or unowned, so the runtime is asked directly.
enum FieldTable {
  /// One field.
  struct Field {
    let name: String
    let type: any Any.Type
    let offset: Int
    /// Neither weak nor unowned.
    let isStrong: Bool
  }

  /// The fields of a type.
  static func fields(of type: any Any.Type) -> [Field] {
    (0..<fieldCount(type)).map { index in
      var facts = FieldFacts()
      let fieldType = fieldMetadata(type, index: index, facts: &facts)
      defer { facts.freeName?(facts.name) }
      return Field(
        name: facts.name.map { String(cString: $0) } ?? "", type: fieldType,
        offset: fieldOffset(type, index: index), isStrong: facts.isStrong)
    }
  }

  /// Whether the runtime tells of a class whose layout is known what is true of it. Without that, stored properties of classes are left
  /// to declared tables.
  static let isTrusted: Bool = {
    let probe = Probe()
    let base = UnsafeRawPointer(Unmanaged.passUnretained(probe).toOpaque())
    let fields = FieldTable.fields(of: Probe.self)
    guard fields.map(\.name) == ["small", "text", "strong", "weakly", "unownedly", "wide"],
      fields.map(\.isStrong) == [true, true, true, false, false, true],
      fields[0].type == UInt8.self, fields[1].type == String.self, fields[2].type == Probe?.self,
      fields[5].type == Int?.self
    else { return false }
    return withExtendedLifetime(probe) {
      (base + fields[0].offset).load(as: UInt8.self) == probe.small
        && (base + fields[1].offset).assumingMemoryBound(to: String.self).pointee == probe.text
        && (base + fields[5].offset).load(as: Int?.self) == probe.wide
    }
  }()

  private class ProbeBase {
    var small: UInt8 = 0xA5
    var text = "A string that is too long to be stored in place."
  }

  private final class Probe: ProbeBase {
    var strong: Probe?
    weak var weakly: Probe?
    unowned var unownedly: Probe?
    var wide: Int? = 0x1234_5678_9ABC
  }
}

/// What the runtime fills in for a field.
private struct FieldFacts {
  var name: UnsafePointer<CChar>?
  var freeName: (@convention(c) (UnsafePointer<CChar>?) -> Void)?
  var isStrong = false
  var isVariable = false
}

@_silgen_name("swift_reflectionMirror_recursiveCount")
private func fieldCount(_ type: any Any.Type) -> Int

@_silgen_name("swift_reflectionMirror_recursiveChildOffset")
private func fieldOffset(_ type: any Any.Type, index: Int) -> Int

@_silgen_name("swift_reflectionMirror_recursiveChildMetadata")
private func fieldMetadata(
  _ type: any Any.Type, index: Int, facts: UnsafeMutablePointer<FieldFacts>
) -> any Any.Type
