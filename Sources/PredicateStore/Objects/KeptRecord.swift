/// What the row of a changed object holds. Few objects have changes, so that it lies outside of them.
final class KeptRecord {
  let record: ObjectRecord

  init(_ record: ObjectRecord) { self.record = record }
}
