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
      // Only the names of tuples, `(Int, String)`, and of functions, `@Sendable (Int) -> Int`, begin like this.
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
