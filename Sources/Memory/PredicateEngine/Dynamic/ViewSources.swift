import PredicateBinding
import PredicateMemory
import PredicateReference
import PredicateValues

/// How the elements of a query over values of unknown types become views.
struct ViewSource: Sendable {
  private enum Form {
    /// The elements are values of a kind that has views.
    case inPlace(DynamicValue.Kind)
    /// The elements are values of the language.
    case values
    /// The elements are `Any` that are read in place, and the objects in them.
    case anys(ExistentialObjects)
    /// The elements are existentials, and the objects in them are read in place.
    case objects(ExistentialObjects)
    /// The elements are `Any` that are read by public ways.
    case publicAnys
    /// The properties that the query reads are read by mirrors.
    case mirrored(MirroredElements)
    /// Elements of every other type are converted.
    case converted
  }

  private let form: Form
  private let reader: ValueReader
  /// The names that the query reads of an element; nil if it reads more than names.
  private let names: [String]?

  init(_ element: any Any.Type, _ reader: ValueReader, _ names: CoreNames) {
    self.reader = reader
    self.names = names.areAll ? names.names : nil
    if element == QueryValue.self {
      form = .values
    } else if let known = DynamicValue.Kind.dictionaries.first(where: { $0.type == element }) {
      // Swift's dictionaries have a public interface, too.
      form = DynamicValue.areInPlace || known.kind.isSwiftDictionary ? .inPlace(known.kind) : .converted
    } else {
      let mirrored = names.areAll ? reader.mirroring?(names.names) : nil
      let objects = ExistentialObjects(element, reader)
      if element == Any.self {
        form = if DynamicValue.areInPlace, let objects { .anys(objects) } else { .publicAnys }
      } else if let objects {
        form = .objects(objects)
      } else if let mirrored {
        form = .mirrored(mirrored)
      } else {
        form = .converted
      }
    }
  }

  /// An element as a value of the language. A Swift dictionary is converted only for the names that the query reads.
  func value(_ element: UnsafeRawPointer) -> QueryValue {
    if case .mirrored(let elements) = form, let names, let values = elements.values(element) {
      return .dictionary(QueryDictionary(names: names, values: values))
    }
    guard let names, let dictionary = dictionary(element) else { return reader.value(at: element, owner: nil) }
    return .dictionary(QueryDictionary(names.compactMap { name in dictionary(name).map { (name, $0) } }))
  }

  /// The lookup of names in an element that is a Swift dictionary; nil for every other element.
  private func dictionary(_ element: UnsafeRawPointer) -> ((String) -> QueryValue?)? {
    let view: DynamicValue? =
      switch form {
      case .inPlace(let kind): DynamicValue(kind, element)
      case .anys: AnyMemory.view(element)
      case .publicAnys, .values, .objects, .mirrored, .converted: nil
      }
    if let view {
      return view.kind.isSwiftDictionary
        ? { view.publicValue(of: $0).map { QueryValue(reading: $0, reader.reading) } } : nil
    }
    guard case .publicAnys = form, let dictionary = element.load(as: Any.self) as? [String: Any] else { return nil }
    return { DynamicValue.value(of: $0, in: dictionary).map { QueryValue(reading: $0, reader.reading) } }
  }

  /// Fills a column with the views of elements.
  func fill(_ column: ViewColumn, _ elements: UnsafeRawPointer, stride: Int, count: Int) {
    switch form {
    case .inPlace(let kind):
      for position in 0..<count { column.views[position] = DynamicValue(kind, elements + position &* stride) }
    case .values:
      for position in 0..<count { column.views[position] = DynamicValue(value: elements + position &* stride) }
    case .anys(let objects):
      var known = ExistentialObjects.KnownShapes()
      for position in 0..<count {
        let element = elements + position &* stride
        if let view = AnyMemory.view(element) {
          column.views[position] = view
        } else {
          objects.keep(element, in: column, at: position, &known)
        }
      }
    case .objects(let objects):
      var known = ExistentialObjects.KnownShapes()
      for position in 0..<count { objects.keep(elements + position &* stride, in: column, at: position, &known) }
    case .publicAnys, .mirrored, .converted:
      for position in 0..<count { column.keep(value(elements + position &* stride), at: position) }
    }
  }
}

/// The identity of a path over values of unknown types.
struct ViewPath: Hashable {
  /// The beginning of a path or of its next step.
  enum Start: Hashable {
    case variable(Int)
    case site(Int)
    /// An offset in bytes from a variable's row.
    case place(Int, offset: Int)
  }

  let start: Start
  let name: ScalarString
}

/// A name under which values are looked up in dictionaries.
struct DictionaryKey: Sendable {
  let name: String
  let matcher: TextEqualMatcher
  /// The words of the name if it is a small string; otherwise those of no string.
  let words: (UInt64, UInt64)
  /// The hash that Swift's dictionaries use for the name; nil if only their public interface can be used.
  let hash: NameHash?

  init(_ name: String) {
    self.name = name
    let bytes = Array(name.utf8)
    matcher = TextEqualMatcher(offset: 0, bytes)
    words = TextConstant(bytes).words
    hash = NameHash(name)
  }
}
