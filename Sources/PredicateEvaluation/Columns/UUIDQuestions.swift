#if canImport(FoundationEssentials)
  import FoundationEssentials
#elseif canImport(Foundation)
  import Foundation
#endif
import PredicateValues

/// Reads UUIDs.
enum UUIDReader: MemberReader {
  #if canImport(FoundationEssentials) || canImport(Foundation)
    @inline(__always)
    static func key(_ address: UnsafeRawPointer) -> QueryUUID? {
      address.assumingMemoryBound(to: UUID.self).pointee.queryUUID
    }
  #else
    static func key(_ address: UnsafeRawPointer) -> QueryUUID? { nil }
  #endif
}

/// Reads optional UUIDs.
enum OptionalUUIDReader: MemberReader {
  #if canImport(FoundationEssentials) || canImport(Foundation)
    @inline(__always)
    static func key(_ address: UnsafeRawPointer) -> QueryUUID? {
      address.assumingMemoryBound(to: UUID?.self).pointee?.queryUUID
    }
  #else
    static func key(_ address: UnsafeRawPointer) -> QueryUUID? { nil }
  #endif
}

/// Questions about UUIDs, and optional ones, where they lie.
enum UUIDQuestions {
  /// The test whether a UUID of a type is this one, handed to a visitor; nil for other types.
  @inline(__always)
  static func equal<Visitor: RowTestVisitor>(
    _ type: any Any.Type, _ uuid: QueryUUID, at offset: Int, _ visitor: Visitor
  ) -> Visitor.Result? {
    #if canImport(FoundationEssentials) || canImport(Foundation)
      if type == UUID.self { return visitor.visit(UUIDTest<UUIDReader>(offset: offset, uuid: uuid)) }
      if type == UUID?.self { return visitor.visit(UUIDTest<OptionalUUIDReader>(offset: offset, uuid: uuid)) }
    #endif
    return nil
  }

  /// Whether a UUID of a type is one of a list; nil for other types.
  static func member(
    of constants: [QueryValue], _ type: any Any.Type
  ) -> (@Sendable (UnsafeRawPointer) -> Bool)? {
    member(of: constants.compactMap { if case .uuid(let uuid) = $0 { uuid } else { nil } }, type)
  }

  private static func member(
    of uuids: [QueryUUID], _ type: any Any.Type
  ) -> (@Sendable (UnsafeRawPointer) -> Bool)? {
    #if canImport(FoundationEssentials) || canImport(Foundation)
      if type == UUID.self { return question(of: uuids, UUIDReader.self) }
      if type == UUID?.self { return question(of: uuids, OptionalUUIDReader.self) }
    #endif
    return nil
  }

  /// Whether a UUID that is read is one of a list. A few are compared sooner than one is hashed.
  private static func question<Reader: MemberReader<QueryUUID>>(
    of uuids: [QueryUUID], _: Reader.Type
  ) -> @Sendable (UnsafeRawPointer) -> Bool {
    if let first = uuids.first, let last = uuids.last, uuids.count <= 2 {
      return { address in
        guard let uuid = Reader.key(address) else { return false }
        return uuid == first || uuid == last
      }
    }
    if uuids.count <= 8 {
      return { address in Reader.key(address).map { uuid in uuids.contains { $0 == uuid } } ?? false }
    }
    let set = Set(uuids)
    return { address in Reader.key(address).map(set.contains) ?? false }
  }

  /// Whether UUIDs of two types are equal; nil for other types.
  static func pair(_ left: any Any.Type, _ right: any Any.Type, holdsOfNils: Bool) -> PairComparison? {
    #if canImport(FoundationEssentials) || canImport(Foundation)
      PairComparison(
        left, right, (UUID.self, UUIDReader.self), (UUID?.self, OptionalUUIDReader.self), holdsOfNils: holdsOfNils)
    #else
      nil
    #endif
  }

  /// What reads UUIDs of a type at an address, or optional ones; nil for other types.
  static func reader(_ type: any Any.Type) -> (@Sendable (UnsafeRawPointer) -> QueryUUID?)? {
    #if canImport(FoundationEssentials) || canImport(Foundation)
      if type == UUID.self { return { UUIDReader.key($0) } }
      if type == UUID?.self { return { OptionalUUIDReader.key($0) } }
    #endif
    return nil
  }
}
