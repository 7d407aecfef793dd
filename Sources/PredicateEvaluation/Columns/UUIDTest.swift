import PredicateValues

/// Whether a UUID is one that is known.
struct UUIDTest<Reader: MemberReader<QueryUUID>>: RowTest {
  static var readsAnyRow: Bool { true }
  let offset: Int
  let uuid: QueryUUID

  @inline(__always)
  func passes(_ row: UnsafeRawPointer) -> Bool { Reader.key(row + offset) == uuid }
}
