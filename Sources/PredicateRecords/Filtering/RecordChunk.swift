import PredicateValues

/// Some records that are decided together. They lie in the window on the input, which does not move meanwhile.
protocol RecordChunk: AnyObject {
  typealias Bytes = UnsafeBufferPointer<UInt8>

  /// Adds the record that a framer found last. Throws what is wrong with it, whatever the predicate names; then it is not added.
  func add(_ bytes: Bytes) throws(RecordFault)

  var isEmpty: Bool { get }

  /// Whether no more records fit.
  var isFull: Bool { get }

  /// Calls `body` with the records in their order and what the predicate says of them, until it returns false. Then there are no records.
  ///
  /// - Parameter body: Takes the bytes of a record, and whether the predicate holds of it.
  func decide(_ body: (Bytes, Result<Bool, RecordFault>) -> Bool)

  /// The record that a framer found last as an object with all its members, and what is wrong with a member that was read of it.
  func object(_ bytes: Bytes) throws(RecordFault) -> QueryValue
  var fault: RecordFault? { get }
}
