import PredicateValues

/// How the elements that a query over values of unknown types is asked of become views.
struct ViewSource: Sendable {
  private enum Form {
    /// The elements are values of a kind that has views.
    case inPlace(ValueView.Kind)
    /// The elements are values of the language.
    case values
    /// The elements are `Any`.
    case anys
    /// Elements of every other type are converted.
    case converted
  }

  private let form: Form
  private let reader: any ValueReader

  init(_ element: any Any.Type, _ reader: any ValueReader) {
    self.reader = reader
    if element == QueryValue.self {
      form = .values
    } else if let known = ValueView.Kind.dictionaries.first(where: { $0.type == element }) {
      // Swift's dictionaries can be asked the public way, too.
      form = ValueView.areInPlace || known.kind.isSwiftDictionary ? .inPlace(known.kind) : .converted
    } else {
      form = element == Any.self && ValueView.areInPlace ? .anys : .converted
    }
  }

  /// The view of an element that is a dictionary of Swift's where it lies; nil of every other element.
  func dictionary(_ element: UnsafeRawPointer) -> ValueView? {
    let view: ValueView? =
      switch form {
      case .inPlace(let kind): ValueView(kind, element)
      case .anys: AnyMemory.view(element)
      case .values, .converted: nil
      }
    return view.flatMap { $0.kind.isSwiftDictionary ? $0 : nil }
  }

  /// Fills a column with the views of elements.
  func fill(_ column: ViewColumn, _ elements: UnsafeRawPointer, stride: Int, count: Int) {
    switch form {
    case .inPlace(let kind):
      for position in 0..<count { column.views[position] = ValueView(kind, elements + position &* stride) }
    case .values:
      for position in 0..<count { column.views[position] = ValueView(value: elements + position &* stride) }
    case .anys:
      for position in 0..<count {
        let element = elements + position &* stride
        if let view = AnyMemory.view(element) {
          column.views[position] = view
        } else {
          column.keep(reader.value(at: element, owner: nil), at: position)
        }
      }
    case .converted:
      for position in 0..<count {
        column.keep(reader.value(at: elements + position &* stride, owner: nil), at: position)
      }
    }
  }
}
