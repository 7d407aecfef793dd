/// Finds where records start and end.
protocol RecordFramer {
  /// The next record, which is taken from the window; its bytes are good until the next call.
  mutating func next(in window: ByteWindow) throws(ReadFailure) -> FramedRecord

  /// Whether the records are elements of an array.
  var hasArray: Bool { get }
}

extension RecordFramer {
  /// They are not.
  var hasArray: Bool { false }
}

/// What finding the next record gave.
enum FramedRecord {
  /// The bytes of a record, without the line feed behind it.
  case record(UnsafeBufferPointer<UInt8>)
  /// Something that is no record, and was passed over.
  case broken(RecordIssue)
  /// There are no more.
  case end
}

/// What the framers have in common.
enum RecordLimits {
  /// No record is longer: it would have to be kept in memory as a whole.
  static let length = 1 << 28
}
