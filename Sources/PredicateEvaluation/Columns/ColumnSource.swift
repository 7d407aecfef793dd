#if canImport(FoundationEssentials)
  import FoundationEssentials
#elseif canImport(Foundation)
  import Foundation
#endif
import PredicateMemory
import PredicateValues

/// What the values of one Swift type are to the engine.
protocol ColumnSource: SendableMetatype {
  associatedtype Value
  associatedtype Element: Sendable

  /// What a value is; nil for NaN.
  static func element(_ value: Value) -> Element?

  /// Whether a value is one that no `Element` can hold.
  static func isBeyond(_ value: Value) -> Bool
}

extension ColumnSource {
  @inline(__always)
  static func isBeyond(_ value: Value) -> Bool { false }

  /// What loads values of a type, this one or its optional; nil for other types.
  static func loader(of type: any Any.Type) -> AddressLoader<Element>? {
    if type == Value.self { return { StoredColumn<Self>.load($0) } }
    if type == Value?.self { return { OptionalColumn<Self>.load($0) } }
    return nil
  }
}

extension ColumnSource where Element: Hashable {
  /// The question whether a value of a type, this one or its optional, is one of a list; nil for other types.
  static func question(_ type: any Any.Type, among elements: [Element]) -> AddressTest? {
    if type == Value.self { return question(StoredColumn<Self>.self, elements) }
    return type == Value?.self ? question(OptionalColumn<Self>.self, elements) : nil
  }

  /// A few are compared sooner than one is hashed.
  private static func question<Column: LoadedColumn<Element>>(_: Column.Type, _ elements: [Element]) -> AddressTest {
    if let first = elements.first, let last = elements.last, elements.count <= 2 {
      return { address in
        guard let element = Column.load(address) else { return false }
        return element == first || element == last
      }
    }
    if elements.count <= 8 {
      return { address in Column.load(address).map { element in elements.contains { $0 == element } } ?? false }
    }
    let set = Set(elements)
    return { address in Column.load(address).map(set.contains) ?? false }
  }
}

/// Strings.
enum TextSource: ColumnSource {
  @inline(__always)
  static func element(_ value: String) -> String? { value }
}

/// The numbers of UTF-16 units of strings.
enum LengthSource: NumberSource {
  @inline(__always)
  static func element(_ value: String) -> Int64? { Int64(StringSearch.length(value)) }
}

#if canImport(FoundationEssentials) || canImport(Foundation)
  /// UUIDs.
  enum UUIDSource: ColumnSource {
    @inline(__always)
    static func element(_ value: UUID) -> QueryUUID? { value.queryUUID }
  }

  /// Data, without a copy of their bytes.
  enum DataSource: ColumnSource {
    @inline(__always)
    static func element(_ value: Data) -> Data? { value }
  }

  extension Data: PairedValue {}

  /// URLs, as their absolute forms.
  enum URLSource: ColumnSource {
    @inline(__always)
    static func element(_ value: URL) -> String? { value.absoluteString }
  }
#else
  /// UUIDs.
  enum UUIDSource: ColumnSource {
    @inline(__always)
    static func element(_ value: QueryUUID) -> QueryUUID? { value }
  }

  /// Data. There are none without Foundation.
  enum DataSource: ColumnSource {
    static func element(_ value: Never) -> [UInt8]? {}
  }

  extension [UInt8]: PairedValue {}

  /// URLs. There are none without Foundation.
  enum URLSource: ColumnSource {
    static func element(_ value: Never) -> String? {}
  }
#endif
