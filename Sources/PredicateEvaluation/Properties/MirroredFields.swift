import PredicateValues

/// Where the mirrors of a type list its stored properties: found out once, since to look at a child is to copy it.
final class MirroredFields: Sendable {
  /// Where a property is listed.
  struct Place: Sendable {
    /// How many superclasses up.
    let level: Int
    /// Which child of that mirror.
    let index: Int

    /// The property's value; nil where the mirror lists less.
    func child(of mirror: Mirror) -> Any? {
      var mirror = mirror
      for _ in 0..<level {
        guard let next = mirror.superclassMirror else { return nil }
        mirror = next
      }
      let children = mirror.children
      guard index < children.count else { return nil }
      return children[children.index(children.startIndex, offsetBy: index)].value
    }
  }

  private let places: [ScalarString: Place]

  private static let known = Locked<[ObjectIdentifier: MirroredFields]>([:])

  /// The fields of a type that has no mirror of its own.
  static func of(_ type: any Any.Type, _ mirror: Mirror) -> MirroredFields {
    let identity = ObjectIdentifier(type)
    if let fields = known.withLock({ $0[identity] }) { return fields }
    let fields = MirroredFields(mirror)
    known.withLock { $0[identity] = fields }
    return fields
  }

  private init(_ mirror: Mirror) {
    var places: [ScalarString: Place] = [:]
    var next: Mirror? = mirror
    var level = 0
    while let found = next {
      for (index, child) in found.children.enumerated() {
        guard let name = child.label.map(ScalarString.init), places[name] == nil else { continue }
        places[name] = Place(level: level, index: index)
      }
      next = found.superclassMirror
      level += 1
    }
    self.places = places
  }

  /// The value of a property; nil where there is none of that name.
  func child(named name: String, of mirror: Mirror) -> Any? {
    places[ScalarString(name)].flatMap { $0.child(of: mirror) }
  }

  /// The places of properties; nil where one of the names is none's.
  func places(of names: [String]) -> [Place]? {
    let found = names.compactMap { places[ScalarString($0)] }
    return found.count == names.count ? found : nil
  }
}
