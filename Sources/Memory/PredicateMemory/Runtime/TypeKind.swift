/// The kind of a type, by the runtime's metadata.
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
  /// In-place reads are off, and the type's name does not show the kind.
  case unknown

  /// The kind of a type. Actors are classes here.
  package init(of type: any Any.Type) {
    if type is AnyClass {
      self = .class
    } else if !InPlaceReads.areOn {
      // No other names begin like those of tuples, `(Int, String)`, and of functions, `@Sendable (Int) -> Int`.
      let name = String(describing: type)
      let mayBeEither = name.hasPrefix("(") || name.hasPrefix("@")
      self = !mayBeEither ? .unknown : name.contains(" -> ") ? .function : .tuple
    } else {
      // The numbers are those of swift/ABI/MetadataKind.def, which the ABI of Apple's platforms fixes.
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
